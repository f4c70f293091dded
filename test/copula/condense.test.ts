import { describe, expect, test } from 'vitest';
import { condensePair } from '../../src/copula/condense.ts';
import type { CopulaColumn } from '../../src/copula/copulaColumn.ts';
import { hfunc2, hinv2, type PairCopula } from '../../src/copula/evaluate.ts';
import { familyNames } from '../../src/copula/families/index.ts';
import { selectPair } from '../../src/copula/selectPair.ts';
import { kernel } from '../../src/numerics/kernel.ts';
import { rngFromSeed } from '../../src/random/rng.ts';

const WIDTH = 0.5;
const rng = rngFromSeed(5);

/** A column cut into levels, and then given another column, so that every row has limits of its own. */
function discreteGiven(u: Float64Array, levels: number, given: Float64Array): CopulaColumn {
  const copula: PairCopula = { family: 'gaussian', rotation: 0, parameters: [0.4] };
  const level = u.map((value) => Math.min(Math.floor(value * levels), levels - 1));
  const limit = (offset: number) => level.map((l) => (l + offset) / levels);
  const conditional = (limits: Float64Array) => hfunc2(copula, limits, { u: given });
  return { u: conditional(limit(1)), left: conditional(limit(0)) };
}

describe('rows that lie close together', () => {
  const n = 4000;
  const bounds = [0, 1500, n];
  const x = { u: rng.split('x').uniforms(n) };
  const y = discreteGiven(rng.split('y').uniforms(n), 3, rng.split('given').uniforms(n));
  const found = condensePair(x, y, bounds, WIDTH, n);
  const binOf = (u: number) =>
    u <= 0 ? 'low' : u >= 1 ? 'high' : Math.floor(kernel().normalQuantile(u) / WIDTH);
  const cellOf = (u: number, right: number, left: number) => [u, right, left].map(binOf).join(' ');

  test('become one for each occupied cell of a group, with their number', () => {
    for (const group of [0, 1]) {
      const expected = new Map<string, number>();
      for (let i = bounds[group]; i < bounds[group + 1]; i++) {
        const cell = cellOf(x.u[i], y.u[i], (y.left as Float64Array)[i]);
        expected.set(cell, (expected.get(cell) ?? 0) + 1);
      }
      const { first, second, counts, bounds: ends } = found as NonNullable<typeof found>;
      const own = new Map<string, number>();
      for (let c = ends[group]; c < ends[group + 1]; c++) {
        own.set(cellOf(first.u[c], second.u[c], (second.left as Float64Array)[c]), counts[c]);
      }
      expect(own).toEqual(expected);
    }
  });

  test('stand at the mean of their normal scores', () => {
    const { first, counts } = found as NonNullable<typeof found>;
    const score = (u: number) => kernel().normalQuantile(u);
    const total = x.u.reduce((sum, u) => sum + score(u), 0);
    const condensed = first.u.reduce((sum, u, c) => sum + counts[c] * score(u), 0);
    expect(condensed).toBeCloseTo(total, 8);
  });

  test('stay as they are where they would be too many', () => {
    const most = (found?.counts.length ?? 0) - 1;
    expect(condensePair(x, y, bounds, WIDTH, most + 1)).toBeDefined();
    expect(condensePair(x, y, bounds, WIDTH, most)).toBeUndefined();
  });
});

const DEPENDENCE: readonly PairCopula[] = [
  { family: 'gaussian', rotation: 0, parameters: [0.03] },
  { family: 'gaussian', rotation: 0, parameters: [-0.3] },
  { family: 'student', rotation: 0, parameters: [0.1, 4] },
  { family: 'clayton', rotation: 90, parameters: [0.2] },
  { family: 'gumbel', rotation: 180, parameters: [1.5] },
  { family: 'frank', rotation: 0, parameters: [0.5] },
  { family: 'joe', rotation: 0, parameters: [1.1] },
  { family: 'bb1', rotation: 180, parameters: [0.4, 1.3] },
  { family: 'bb7', rotation: 0, parameters: [1.3, 0.6] },
  { family: 'bb8', rotation: 270, parameters: [3, 0.7] },
];

// few rows, one outline, a fine one as well
const SIZES = [350, 900, 3000];

test.for(DEPENDENCE.flatMap((copula) => SIZES.map((n) => [n, copula] as const)))(
  'no choice is another for it among %i rows: %j',
  ([n, copula]) => {
    const own = rng.split(copula.family, copula.rotation, n);
    const [v, given] = [own.split('v').uniforms(n), own.split('given').uniforms(n)];
    const u = hinv2(copula, own.split('u').uniforms(n), { u: v });
    const pairs: readonly (readonly [CopulaColumn, CopulaColumn])[] = [
      [{ u }, { u: v }],
      [discreteGiven(u, 2, given), { u: v }],
      [discreteGiven(u, 5, given), { u: v }],
      [discreteGiven(u, 2, given), discreteGiven(v, 2, given)],
      [discreteGiven(u, 30, given), discreteGiven(v, 4, given)],
    ];
    for (const [first, second] of pairs) {
      const choose = (giveUp: boolean) =>
        selectPair(first, second, { families: familyNames, criterion: 'aic', giveUp });
      const [patient, hasty] = [choose(false), choose(true)];
      expect([hasty.family, hasty.rotation]).toEqual([patient.family, patient.rotation]);
      expect(hasty.aic - patient.aic).toBeLessThan(1e-6);
    }
  },
);
