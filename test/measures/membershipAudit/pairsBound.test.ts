/**
 * The one-run bound for pairs, checked by enumeration: of three pairs one each is in, a mechanism that is
 * private under replacement has seven outputs with random probabilities, and the best guesser there is says
 * after each output which of two is in, for as many pairs as wanted. The chance of v right guesses must
 * never exceed that of the binomial distribution, although outputs may tell of several coins at once.
 */

import { expect, test } from 'vitest';
import { binomialAtLeast } from '../../../src/numerics/binomial.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';

const PAIRS = 3;
const STATES = 1 << PAIRS;
const OUTPUTS = 7;
const EPSILON = 1;

const bit = (state: number, pair: number) => (state >> pair) & 1;
const distance = (a: number, b: number) =>
  Array.from({ length: PAIRS }, (_, pair) => bit(a ^ b, pair)).reduce((x, y) => x + y, 0);

/** P(output | state): weights that one coin changes by at most e^(eps/2), so that with the norm it is e^eps. */
function mechanism(seed: number): number[][] {
  const rng = rngFromSeed(seed).split('mechanism');
  const anchors = rng.split('anchors').integers(OUTPUTS, STATES);
  const signs = rng.split('signs').integers(OUTPUTS, 3);
  const reach = rng.split('reach').integers(OUTPUTS, PAIRS + 1);
  return Array.from({ length: STATES }, (_, state) => {
    const weights = Array.from({ length: OUTPUTS }, (_, output) => {
      const far = Math.min(distance(state, anchors[output]), reach[output]);
      return Math.exp((EPSILON / 2) * (1 - signs[output]) * far);
    });
    const sum = weights.reduce((a, b) => a + b, 0);
    return weights.map((weight) => weight / sum);
  });
}

/** All ways to guess exactly `guesses` pairs: the pairs, and what is said of them. */
function strategies(guesses: number): { pairs: number; said: number }[] {
  return Array.from({ length: STATES }, (_, pairs) => pairs)
    .filter((pairs) => distance(pairs, 0) === guesses)
    .flatMap((pairs) => Array.from({ length: STATES }, (_, said) => ({ pairs, said })));
}

/** The chance of at least v right guesses, of the best guesser. */
function bestChance(chances: number[][], guesses: number, v: number): number {
  let total = 0;
  for (let output = 0; output < OUTPUTS; output++) {
    const each = strategies(guesses).map(({ pairs, said }) =>
      chances.reduce((sum, own, state) => {
        const right = distance(~(state ^ said) & pairs, 0);
        return right >= v ? sum + own[output] / STATES : sum;
      }, 0),
    );
    total += Math.max(...each);
  }
  return total;
}

test('no private mechanism and no guesser beat the binomial distribution', () => {
  const rate = 1 / (1 + Math.exp(-EPSILON));
  let closest = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const chances = mechanism(seed);
    for (let state = 0; state < STATES; state++) {
      for (let pair = 0; pair < PAIRS; pair++) {
        chances[state].forEach((chance, output) => {
          const other = chances[state ^ (1 << pair)][output];
          expect(chance / other).toBeLessThanOrEqual(Math.exp(EPSILON) * (1 + 1e-12));
        });
      }
    }
    for (let guesses = 1; guesses <= PAIRS; guesses++) {
      for (let v = 1; v <= guesses; v++) {
        const bound = binomialAtLeast(v, guesses, rate);
        const chance = bestChance(chances, guesses, v);
        expect(chance).toBeLessThanOrEqual(bound + 1e-12);
        closest = Math.max(closest, chance / bound);
      }
    }
  }
  // the bound is nearly reached, so that the check could have failed
  expect(closest).toBeGreaterThan(0.8);
});

test('randomised response of every coin reaches it', () => {
  const rate = 1 / (1 + Math.exp(-EPSILON));
  const chances = Array.from({ length: STATES }, (_, state) =>
    Array.from({ length: STATES }, (_, output) => {
      const wrong = distance(state, output);
      return rate ** (PAIRS - wrong) * (1 - rate) ** wrong;
    }),
  );
  // all eight outputs: two sets of four would do as well
  const chance = (v: number) =>
    [0, 1].reduce((sum, half) => {
      const some = chances.map((own) => own.slice(4 * half, 4 * half + 4));
      return sum + bestOf(some, v);
    }, 0);
  const bestOf = (some: number[][], v: number) =>
    some[0].reduce((sum, _, output) => {
      const each = strategies(PAIRS).map(({ said }) =>
        some.reduce((total, own, state) => {
          const right = PAIRS - distance(state, said);
          return right >= v ? total + own[output] / STATES : total;
        }, 0),
      );
      return sum + Math.max(...each);
    }, 0);
  for (let v = 1; v <= PAIRS; v++) {
    expect(chance(v)).toBeCloseTo(binomialAtLeast(v, PAIRS, rate), 12);
  }
});
