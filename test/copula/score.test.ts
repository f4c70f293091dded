import { describe, expect, test } from 'vitest';
import type { Margin, PairCopula } from '../../src/copula/evaluate.ts';
import { families, familyNames } from '../../src/copula/family.ts';
import { type PairLikelihood, pairLikelihood } from '../../src/copula/pairLikelihood.ts';
import { scoped } from '../../src/numerics/kernel.ts';
import { copulaGrid, inWords, isSingular } from '../support/copulaGrid.ts';
import { derivative } from '../support/derivative.ts';

const points: readonly (readonly [number, number])[] = [
  [0.5, 0.5],
  [0.1, 0.2],
  [0.3, 0.8],
  [0.9, 0.15],
  [0.95, 0.97],
  [0.03, 0.02],
  [1e-4, 0.4],
  [0.6, 0.9999],
];

/** A binary second variable, the continuous one first; and the other way round. */
const kinds: Readonly<Record<string, (u: number, v: number) => [Margin, Margin]>> = {
  'two continuous': (u, v) => [{ u: of(u) }, { u: of(v) }],
  'the second binary, above': (u, v) => [{ u: of(u) }, { u: of(1), left: of(v) }],
  'the second binary, below': (u, v) => [{ u: of(u) }, { u: of(v), left: of(0) }],
  'the second ordered': (u, v) => [{ u: of(u) }, { u: of(v), left: of(0.7 * v) }],
  'the first ordered': (u, v) => [{ u: of(u), left: of(0.7 * u) }, { u: of(v) }],
  'the second in narrow cells': (u, v) => [{ u: of(u) }, { u: of(v), left: of(v * (1 - 1e-9)) }],
};

function of(value: number): Float64Array {
  return Float64Array.of(value);
}

/** The scores of one pair that differ from differences of the log-density. */
function wrongScores(
  likelihood: PairLikelihood,
  copula: PairCopula,
  leastLogDensity: number,
): string[] {
  const family = families[copula.family];
  const { rotation, parameters } = copula;
  const value = (p: readonly number[]) => likelihood.value(family, rotation, p);
  const { gradient, information, value: at } = likelihood.evaluate(family, rotation, parameters);
  // the logarithm of a difference of h-functions has lost its digits, and ends in a floor
  if (value(parameters) < leastLogDensity) return [];
  const limit = leastLogDensity < -100 ? 1e-6 : 1e-4;
  const wrong: string[] = [];
  if (at !== value(parameters)) wrong.push(`value ${at} with scores, ${value(parameters)} without`);
  parameters.forEach((parameter, k) => {
    const [low, high] = [family.lower[k], family.upper[k]];
    const moved = (x: number) => value(parameters.map((p, j) => (j === k ? x : p)));
    const room = Math.min(parameter - low, high - parameter);
    const step =
      room > 0 ? Math.min(0.1 * room, 0.01 * (high - low)) : 0.01 * Math.min(1, high - low);
    const slope = derivative(moved, parameter, step, low, high);
    const size = 1 + Math.abs(slope.value);
    if (!(slope.error < 2e-3 * size)) {
      wrong.push(`by ${family.parameters[k]}: the differences say nothing (${slope.error})`);
    } else if (!(Math.abs(gradient[k] - slope.value) <= limit * size + 4 * slope.error)) {
      wrong.push(`by ${family.parameters[k]}: ${gradient[k]}, differences ${slope.value}`);
    }
  });
  const products =
    gradient.length === 1
      ? [gradient[0] ** 2]
      : [gradient[0] ** 2, gradient[0] * gradient[1], gradient[1] ** 2];
  products.forEach((product, k) => {
    if (!(Math.abs(information[k] - product) <= 1e-10 * Math.abs(product)))
      wrong.push('information');
  });
  return wrong;
}

/**
 * The copula, but away from parameters where scores by formula or by differences lose their digits:
 * a theta of 1e-10, which enters as 1/theta^2, and BB8 at delta = 1, with its power (1 - delta)^theta.
 */
function withinReach(copula: PairCopula): PairCopula {
  const [theta, delta] = copula.parameters.map((p) => (Math.abs(p) < 1e-4 ? 1e-4 : p));
  if (copula.family === 'bb8') return { ...copula, parameters: [theta, Math.min(delta, 0.99)] };
  return { ...copula, parameters: delta === undefined ? [theta] : [theta, delta] };
}

describe.each(familyNames.filter((name) => name !== 'independence'))('scores of %s', (family) => {
  test.each(Object.keys(kinds))('%s', (kind) => {
    const least = kind === 'two continuous' ? -600 : -9;
    const wrong: string[] = [];
    for (const copula of copulaGrid(family).map(withinReach)) {
      if (isSingular(copula)) continue;
      for (const [u, v] of points) {
        scoped((scope) => {
          const likelihood = pairLikelihood(scope, ...kinds[kind](u, v));
          for (const what of wrongScores(likelihood, copula, least)) {
            wrong.push(`${inWords(copula)} at (${u}, ${v}) ${what}`);
          }
        });
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('two discrete variables', () => {
  test('have slopes and curvatures by differences', () => {
    const first = {
      u: Float64Array.of(0.3, 0.3, 1, 1, 1),
      left: Float64Array.of(0, 0, 0.3, 0.3, 0.3),
    };
    const second = {
      u: Float64Array.of(0.4, 1, 0.4, 1, 1),
      left: Float64Array.of(0, 0.4, 0, 0.4, 0.4),
    };
    scoped((scope) => {
      const likelihood = pairLikelihood(scope, first, second);
      const family = families.frank;
      const value = (theta: number) => likelihood.value(family, 0, [theta]);
      const { gradient, information } = likelihood.evaluate(family, 0, [1.5]);
      expect(gradient[0]).toBeCloseTo(derivative(value, 1.5, 0.1).value, 6);
      const slope = (theta: number) => derivative(value, theta, 0.1).value;
      expect(information[0]).toBeCloseTo(-derivative(slope, 1.5, 0.1).value, 4);
    });
  });
});
