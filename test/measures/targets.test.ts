import { describe, expect, test } from 'vitest';
import { planFeatures } from '../../src/features/plan.ts';
import { chooseTargets, targetsOf } from '../../src/measures/targets.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { applySchema } from '../../src/table/applySchema.ts';
import { PLAIN_CSV, type Table } from '../../src/table/table.ts';

const rows = 1000;
const permuted = rngFromSeed(1).permutation(rows);
const table: Table = {
  rows,
  format: PLAIN_CSV,
  columns: [
    {
      kind: 'numeric',
      name: 'x',
      values: Float64Array.from(permuted, (k) => k + 0.5),
      missing: undefined,
      decimals: 1,
    },
    {
      kind: 'text',
      name: 'c',
      dictionary: ['often', 'rare', 'rarest'],
      codes: Int32Array.from(permuted, (k) => (k < 3 ? 2 : k < 10 ? 1 : 0)),
    },
  ],
};
const plan = planFeatures(applySchema(table));

describe('targets', () => {
  const targets = chooseTargets(table, plan, { sensitive: ['x'] }, rngFromSeed(2));

  test('outlying ones stand at the quantiles of the paper', () => {
    const places = targets
      .filter(({ kind }) => kind === 'outlying')
      .map(({ row }) => permuted[row]);
    expect(places).toEqual([9, 24, 974, 989]);
  });

  test('others are drawn at random, all are different, and the same stream gives the same', () => {
    expect(targets.filter(({ kind }) => kind === 'random').length).toBe(4);
    expect(new Set(targets.map(({ row }) => row)).size).toBe(8);
    expect(chooseTargets(table, plan, { sensitive: ['x'] }, rngFromSeed(2))).toEqual(targets);
    expect(chooseTargets(table, plan, { sensitive: ['x'] }, rngFromSeed(3))).not.toEqual(targets);
  });

  test('of a category are rows of its rarest levels, and rows are not taken twice', () => {
    const both = chooseTargets(table, plan, { sensitive: ['x', 'c'], random: 0 }, rngFromSeed(2));
    const rare = targetsOf(both, 'c').map(({ row }) => permuted[row]);
    expect(rare.slice(0, 3).sort()).toEqual([0, 1, 2]);
    expect(rare[3]).toBeGreaterThanOrEqual(3);
    expect(rare[3]).toBeLessThan(10);
    expect(targetsOf(both, 'x').length).toBe(4);
  });

  test('of a column that is not there', () => {
    expect(() => chooseTargets(table, plan, { sensitive: ['z'] }, rngFromSeed(2))).toThrow(
      "Sensitive columns: 'z' is not in the table, or not modelled.",
    );
  });
});
