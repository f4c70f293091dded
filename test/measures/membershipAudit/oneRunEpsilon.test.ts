/** The lower bound of epsilon: exact values, closed forms, and mechanisms whose epsilon is known. */

import { describe, expect, test } from 'vitest';
import { oneRunEpsilon } from '../../../src/measures/membershipAudit/oneRunEpsilon.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';

const bound = (coins: number, guesses: number, right: number, delta = 0, error = 0.05) =>
  oneRunEpsilon({ coins, guesses, right }, error, delta);

describe('the bound', () => {
  // from the authors' formula with binomial sums of scipy and 60 halvings of the interval
  test.each([
    [1000, 600, 600, 1e-5, 5.2704],
    [100, 100, 100, 0, 3.493],
    [442, 442, 300, 0, 0.5764],
    [442, 44, 44, 0, 2.6528],
    [1000, 1000, 600, 0, 0.2975],
    [1000, 1000, 531, 0, 0.018],
    [1000, 100, 90, 1e-5, 1.6261],
    [442, 442, 221, 0, 0],
  ])(
    'of %i coins, %i guesses, %i right, delta %f is %f',
    (coins, guesses, right, delta, epsilon) => {
      expect(bound(coins, guesses, right, delta)).toBeCloseTo(epsilon, 4);
    },
  );

  test.each([10, 442, 5000])('of %i guesses that are all right has a closed form', (r) => {
    expect(bound(r, r, r)).toBeCloseTo(-Math.log(0.05 ** (-1 / r) - 1), 9);
  });

  test('falls with delta, and with the probability of error', () => {
    expect(bound(500, 300, 280, 1e-4)).toBeLessThan(bound(500, 300, 280));
    expect(bound(500, 300, 280, 0, 0.01)).toBeLessThan(bound(500, 300, 280));
  });
});

describe('mechanisms with a known epsilon are not accused of more', () => {
  test('randomised response: refuted falsely in 5 % of runs, and the bound lies close', () => {
    const [runs, coins] = [2000, 14_000];
    const rate = Math.E / (1 + Math.E);
    const known = new Map<number, number>();
    const bounds = Float64Array.from({ length: runs }, (_, run) => {
      const answers = rngFromSeed(run).split('answers').uniforms(coins);
      const right = answers.reduce((sum, u) => sum + (u < rate ? 1 : 0), 0);
      if (!known.has(right)) known.set(right, bound(coins, coins, right));
      return known.get(right) as number;
    }).sort();
    const above = bounds.filter((each) => each > 1).length / runs;
    // binomial error of 5 % in 2,000 runs: .0049; false alarm 3e-5 at four errors
    expect(above).toBeLessThan(0.05 + 4 * 0.0049);
    expect(above).toBeGreaterThan(0.02);
    const mean = bounds.reduce((a, b) => a + b) / runs;
    expect(mean).toBeGreaterThan(0.964);
    expect(mean).toBeLessThan(0.974);
    expect(bounds[runs * 0.05]).toBeCloseTo(0.937, 2);
    expect(bounds[runs * 0.95]).toBeCloseTo(0.999, 2);
  });

  /**
   * Pairs that all move one number: each coin adds 1 or nothing to a sum, to which Laplace's noise is
   * added with the scale that makes it private at epsilon under replacement. The guesses of the coins
   * depend on each other entirely, which the argument must survive.
   */
  test('a noisy sum: refuted falsely in at most 5 % of runs', () => {
    const [runs, pairs, fits, epsilon] = [400, 12, 8, 0.7];
    let above = 0;
    for (let run = 0; run < runs; run++) {
      const rng = rngFromSeed(run).split('sum');
      let right = 0;
      for (let fit = 0; fit < fits; fit++) {
        const coins = rng.split(fit, 'coins').integers(pairs, 2);
        const [u, sign] = rng.split(fit, 'noise').uniforms(2);
        const noise = (sign < 0.5 ? 1 : -1) * (Math.log(u) / epsilon);
        const seen = coins.reduce((a, b) => a + b, 0) + noise;
        const guess = seen > pairs / 2 ? 1 : 0;
        right += coins.filter((coin) => coin === guess).length;
      }
      if (bound(pairs * fits, pairs * fits, right) > epsilon) above++;
    }
    // four binomial errors of 5 % in 400 runs
    expect(above / runs).toBeLessThan(0.05 + 4 * 0.011);
  });

  test('two fits: what was seen in the first may choose the guesses of the second', () => {
    const [runs, coins, epsilon] = [400, 300, 0.5];
    const rate = 1 / (1 + Math.exp(-epsilon));
    let above = 0;
    for (let run = 0; run < runs; run++) {
      const rng = rngFromSeed(run).split('chosen');
      const first = rng
        .split(1)
        .uniforms(coins)
        .filter((u) => u < rate).length;
      // who was lucky guesses much, who was not guesses little
      const guesses = first > coins * rate ? coins : 10;
      const second = rng
        .split(2)
        .uniforms(guesses)
        .filter((u) => u < rate).length;
      if (bound(2 * coins, coins + guesses, first + second) > epsilon) above++;
    }
    expect(above / runs).toBeLessThan(0.05 + 4 * 0.011);
  });
});
