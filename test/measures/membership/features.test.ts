import { describe, expect, test } from 'vitest';
import { featuresOf } from '../../../src/features/features.ts';
import { planFeatures } from '../../../src/features/plan.ts';
import {
  type FeatureBlock,
  planSummaries,
  summaryNames,
} from '../../../src/measures/membership/features.ts';
import { summarise } from '../../../src/measures/membership/summarise.ts';
import { pearson } from '../../../src/numerics/pearson.ts';
import { applySchema } from '../../../src/table/applySchema.ts';
import { PLAIN_CSV, type Table } from '../../../src/table/table.ts';
import { takeRows } from '../../../src/table/takeRows.ts';
import { numeric, people } from './tables.ts';

const gap = Number.NaN;
const table: Table = {
  rows: 6,
  format: PLAIN_CSV,
  columns: [
    numeric('x', [0, 10, 2.5, 5, 9.9, 1]),
    { ...numeric('g', [1, gap, 3, 4, 8, gap]), missing: Uint8Array.of(0, 1, 0, 0, 0, 1) },
    {
      kind: 'text',
      name: 'k',
      dictionary: ['red', 'blue', 'green'],
      codes: Int32Array.of(0, 1, 1, 2, 1, 0),
    },
  ],
};
const schema = {
  columns: new Map([
    ['x', { type: 'continuous' as const }],
    ['g', { type: 'continuous' as const }],
    ['k', { type: 'nominal' as const, levels: ['red', 'blue', 'green'] }],
  ]),
};
const features = planFeatures(applySchema(table, schema));
const targets = [
  { row: 0, kind: 'random' as const },
  { row: 4, kind: 'random' as const },
];
const plan = planSummaries(features, table, targets, ['all', 'nearness']);

function named(
  block: FeatureBlock,
  tables: readonly Table[],
  setSize: number,
): Record<string, number>[] {
  const matrix = summarise(plan, tables, setSize)[block] as Float64Array;
  const names = summaryNames(plan, block);
  return Array.from({ length: matrix.length / names.length }, (_, set) =>
    Object.fromEntries(names.map((name, j) => [name, matrix[set * names.length + j]])),
  );
}

describe('summaries, computed by hand', () => {
  test('naive', () => {
    expect(named('naive', [table], 6)).toEqual([
      {
        'x: mean': expect.closeTo(28.4 / 6, 12),
        'x: median': 3.75,
        // squares 0 + 100 + 6.25 + 25 + 98.01 + 1, less 6 times the squared mean
        'x: variance': expect.closeTo((230.26 - 28.4 ** 2 / 6) / 5, 12),
        'g: mean': 4,
        'g: median': 3.5,
        'g: variance': expect.closeTo((9 + 1 + 0 + 16) / 3, 12),
        'k: most frequent level': 1,
        'k: least frequent level': 2,
        'k: number of levels': 3,
      },
    ]);
  });

  test('histogram: ordered bins, levels, gaps', () => {
    const [found] = named('histogram', [table], 6);
    const bins = (name: string) =>
      Array.from({ length: 10 }, (_, b) => found[`${name}: bin ${b + 1}`]);
    expect(bins('x')).toEqual([1, 1, 1, 0, 0, 1, 0, 0, 0, 2]);
    // from 1 to 8: 3 is 2/7, 4 is 3/7 of the way
    expect(bins('g')).toEqual([1, 0, 1, 0, 1, 0, 0, 0, 0, 1]);
    expect(found['g: missing']).toBe(2);
    expect(found['k: = red']).toBe(2);
    expect(found['k: = blue']).toBe(3);
    expect(found['k: = green']).toBe(1);
    expect(found['k: another level']).toBe(0);
    expect(found['x: missing']).toBeUndefined();
  });

  test('what lies beyond the real range or is no real level is counted all the same', () => {
    const strange: Table = {
      ...table,
      rows: 3,
      columns: [
        numeric('x', [-5, 11, 5]),
        numeric('g', [gap, gap, gap]),
        { kind: 'text', name: 'k', dictionary: ['violet', 'red'], codes: Int32Array.of(0, 0, 1) },
      ],
    };
    const [histogram] = named('histogram', [strange], 3);
    expect(histogram['x: bin 1']).toBe(1);
    expect(histogram['x: bin 10']).toBe(1);
    expect(histogram['k: another level']).toBe(2);
    expect(histogram['g: missing']).toBe(3);
    const [naive] = named('naive', [strange], 3);
    expect(naive['k: most frequent level']).toBe(3);
    expect(naive['k: least frequent level']).toBe(0);
    // without any value: the real mean
    expect(naive['g: mean']).toBe(4);
    expect(naive['g: variance']).toBe(0);
    const [correlation] = named('correlation', [strange], 3);
    expect(Object.values(correlation).every(Number.isFinite)).toBe(true);
  });

  test('correlation: the upper triangle by rows, 0 where a feature is constant', () => {
    const { names, columns } = featuresOf(features, table);
    expect(names).toEqual(['x', 'g', 'g is missing', 'k = red', 'k = green']);
    const [found] = named('correlation', [table], 6);
    const pairs = names.flatMap((a, i) =>
      names.slice(i + 1).map((b, k) => [a, b, i, i + 1 + k] as const),
    );
    expect(Object.keys(found)).toEqual(pairs.map(([a, b]) => `${a} ~ ${b}`));
    for (const [a, b, i, j] of pairs) {
      expect(found[`${a} ~ ${b}`]).toBeCloseTo(pearson(columns[i], columns[j]), 12);
    }
    // rows 2 to 4 have no gap: a constant feature
    expect(named('correlation', [takeRows(table, [2, 3, 4])], 3)[0]['x ~ g is missing']).toBe(0);
  });

  test('nearness: distances in standard deviations, target by target', () => {
    const { columns } = featuresOf(features, table);
    const deviations = columns.map((column) => {
      const mean = column.reduce((a, b) => a + b, 0) / 6;
      return Math.sqrt(column.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 6);
    });
    const distance = (a: number, b: number) =>
      Math.sqrt(
        columns.reduce((sum, column, j) => sum + ((column[a] - column[b]) / deviations[j]) ** 2, 0),
      );
    const rows = [1, 2, 3, 4, 5];
    const found = named('nearness', [takeRows(table, rows)], 5);
    expect(found.length).toBe(2);
    [0, 4].forEach((target, t) => {
      const distances = rows.map((row) => distance(row, target));
      expect(found[t]['log distance of the nearest row']).toBeCloseTo(
        Math.log(Math.min(...distances) + 1e-6),
        12,
      );
      // the table has fewer than ten other rows: the radius reaches the furthest
      expect(found[t]['rows within the radius of 10 real ones']).toBe(5);
    });
    // the second target is in the set itself
    expect(found[1]['log distance of the nearest row']).toBeCloseTo(Math.log(1e-6), 12);
  });

  test('nearness: the nearest of many rows, and the radius of the tenth', () => {
    const many = people(80);
    const own = planFeatures(applySchema(many));
    const whom = [{ row: 7, kind: 'random' as const }];
    const nearPlan = planSummaries(own, many, whom, ['nearness']);
    const { columns } = featuresOf(own, many);
    const scales = nearPlan.nearness?.scales as Float64Array;
    const distances = Array.from({ length: 80 }, (_, row) =>
      Math.sqrt(
        columns.reduce((sum, column, j) => sum + ((column[row] - column[7]) * scales[j]) ** 2, 0),
      ),
    );
    const others = distances.filter((_, row) => row !== 7).sort((a, b) => a - b);
    expect(nearPlan.nearness?.squaredRadii[0]).toBeCloseTo(others[9] ** 2, 12);
    const half = Array.from({ length: 40 }, (_, i) => i + 20);
    const [nearest, within] = summarise(nearPlan, [takeRows(many, half)], 40)
      .nearness as Float64Array;
    const drawn = half.map((row) => distances[row]).sort((a, b) => a - b);
    expect(nearest).toBeCloseTo(Math.log(drawn[0] + 1e-6), 12);
    expect(within).toBe(drawn.filter((x) => x <= others[9]).length);
  });

  test('sets below each other are the same as sets one by one', () => {
    const sets = [
      [0, 1, 2],
      [3, 4, 5],
    ].map((rows) => takeRows(table, rows));
    expect(summarise(plan, [table], 3)).toEqual(summarise(plan, sets, 3));
    expect(() => summarise(plan, [table], 4)).toThrow('sets of 4 rows do not fill the tables');
  });

  test('only what is asked for is computed', () => {
    const some = planSummaries(features, table, targets, ['naive', 'correlation']);
    expect(Object.keys(summarise(some, [table], 6))).toEqual(['naive', 'correlation']);
    expect(some.nearness).toBeUndefined();
  });

  test('a synthetic table without one of the columns', () => {
    const less = { ...table, columns: table.columns.slice(1) };
    expect(() => summarise(plan, [less], 6)).toThrow("Columns: the table has none called 'x'.");
  });
});
