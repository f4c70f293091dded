import { describe, expect, test } from 'vitest';
import type { CopulaColumn } from '../../src/copula/copulaColumn.ts';
import { logPdf, type PairCopula } from '../../src/copula/evaluate.ts';
import { families, familyNames } from '../../src/copula/families/index.ts';
import { type PairLikelihood, pairLikelihood } from '../../src/copula/pairLikelihood.ts';
import { scoped } from '../../src/numerics/kernel.ts';
import type { Evaluation } from '../../src/numerics/maximise.ts';
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
const kinds: Readonly<Record<string, (u: number, v: number) => [CopulaColumn, CopulaColumn]>> = {
  'two continuous': (u, v) => [{ u: of(u) }, { u: of(v) }],
  'the second binary, above': (u, v) => [{ u: of(u) }, { u: of(1), left: of(v) }],
  'the second binary, below': (u, v) => [{ u: of(u) }, { u: of(v), left: of(0) }],
  'the second ordered': (u, v) => [{ u: of(u) }, { u: of(v), left: of(0.7 * v) }],
  'the first ordered': (u, v) => [{ u: of(u), left: of(0.7 * u) }, { u: of(v) }],
  'the second in narrow cells': (u, v) => [{ u: of(u) }, { u: of(v), left: of(v * (1 - 1e-9)) }],
  'two binary, below': (u, v) => [
    { u: of(u), left: of(0) },
    { u: of(v), left: of(0) },
  ],
  'two binary, above': (u, v) => [
    { u: of(1), left: of(u) },
    { u: of(1), left: of(v) },
  ],
  'two ordered': (u, v) => [
    { u: of(u), left: of(0.7 * u) },
    { u: of(v), left: of(0.7 * v) },
  ],
  'two ordered, the first in narrow cells': (u, v) => [
    { u: of(u), left: of(u * (1 - 1e-9)) },
    { u: of(v), left: of(0.7 * v) },
  ],
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
  test('weigh each cell by its rows, whichever way its probability is computed', () => {
    // a wide cell, thrice; one narrow in the first variable, one in the second, one in both
    const first = {
      u: Float64Array.of(0.3, 0.3, 0.6, 0.9, 0.3, 0.5),
      left: Float64Array.of(0, 0, 0.6 - 1e-9, 0.3, 0, 0.5 - 1e-9),
    };
    const second = {
      u: Float64Array.of(0.4, 0.4, 1, 0.7, 0.4, 0.2),
      left: Float64Array.of(0, 0, 0.4, 0.7 - 1e-9, 0, 0.2 - 1e-9),
    };
    for (const name of familyNames) {
      if (name === 'independence') continue;
      const [copula] = copulaGrid(name)
        .map(withinReach)
        .filter((each) => !isSingular(each))
        .slice(-2);
      const family = families[name];
      scoped((scope) => {
        const whole = pairLikelihood(scope, first, second);
        expect(whole.n).toBe(6);
        const of = ({ u, left }: { u: Float64Array; left: Float64Array }, i: number) => ({
          u: u.slice(i, i + 1),
          left: left.slice(i, i + 1),
        });
        const rows = Array.from({ length: 6 }, (_, i) =>
          pairLikelihood(scope, of(first, i), of(second, i)).evaluate(
            family,
            copula.rotation,
            copula.parameters,
          ),
        );
        const found = whole.evaluate(family, copula.rotation, copula.parameters);
        const total = (of: (each: Evaluation) => number) =>
          rows.reduce((sum, each) => sum + of(each), 0);
        const close = (value: number, expected: number) =>
          expect(Math.abs(value - expected)).toBeLessThanOrEqual(1e-12 * (1 + Math.abs(expected)));
        close(
          found.value,
          total(({ value }) => value),
        );
        found.gradient.forEach((slope, k) => {
          close(
            slope,
            total(({ gradient }) => gradient[k]),
          );
        });
        found.information.forEach((product, k) => {
          close(
            product,
            total(({ information }) => information[k]),
          );
        });
        const logs = logPdf(copula, first, second);
        close(
          found.value,
          logs.reduce((sum, value) => sum + value, 0),
        );
      });
    }
  });
});
