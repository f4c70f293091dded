import { describe, expect, test } from 'vitest';
import type { Generator } from '../../../src/generators/generator.ts';
import type * as Library from '../../../src/index.ts';
import { type UtilitySettings, utility } from '../../../src/measures/utility/utility.ts';
import type { Table } from '../../../src/table/table.ts';
import { takeRows } from '../../../src/table/takeRows.ts';
import { Draw } from '../../support/draw.ts';
import { numericTable } from '../../support/numericTable.ts';

const library = (await import(
  new URL('../../../dist/index.js', import.meta.url).href
)) as typeof Library;

function example(rows: number, seed: number): Table {
  const draw = new Draw(seed);
  const a = draw.column(rows, () => draw.uniform());
  return numericTable({
    a,
    b: draw.column(rows, () => draw.uniform()),
    y: a.map((x) => (x + 0.3 * draw.uniform() > 0.6 ? 1 : 0)),
  });
}

const table = example(200, 3);
const small: UtilitySettings = {
  fit: { response: 'y', sensitive: ['b'], families: 'gaussian' },
  sets: 3,
  modelSettings: { forest: { trees: 30 } },
};

/** Releases its training rows, and remembers them. */
function rememberer(): { generator: Generator; seen: number[][] } {
  const seen: number[][] = [];
  const generator: Generator = {
    fit(training) {
      const [column] = training.columns;
      seen.push(column.kind === 'numeric' ? [...column.values] : []);
      return { sample: (n, rng) => takeRows(training, rng.integers(n, training.rows)) };
    },
  };
  return { generator, seen };
}

describe('utility', () => {
  test('test rows are set aside before the fit and never seen by the generator', async () => {
    const { generator, seen } = rememberer();
    const { rows } = await utility(table, { ...small, generator, test: 0.25 });
    expect(rows).toEqual({ train: 149, test: 51 });
    expect(seen.length).toBe(1);
    expect(new Set(seen[0]).size).toBe(149);
  });

  test('scores of every set at every level, next to those of the real rows', async () => {
    const test = example(100, 4);
    const { generator: _, ...rest } = small as UtilitySettings;
    const found = await utility(table, {
      ...rest,
      test,
      levels: [1, 'full'],
      models: ['forest', 'logistic'],
    });
    expect(found.response).toBe('classes');
    expect(found.levels.map(({ truncation }) => truncation)).toEqual([1, 'full']);
    for (const { models } of found.levels) {
      for (const model of ['forest', 'logistic']) {
        expect(models[model].auc.values.length).toBe(3);
        expect(models[model].auc.median).toBeGreaterThan(0.8);
      }
    }
    expect(found.real.forest.auc).toBeGreaterThan(0.9);
    expect(found.failures).toEqual([]);
  });

  test('independent cells are worth nothing', async () => {
    const found = await utility(table, {
      ...small,
      generator: 'bootstrap-independent',
      test: example(400, 5),
      sets: 10,
    });
    const { median } = found.levels[0].models.forest.auc;
    expect(Math.abs(median - 0.5)).toBeLessThan(0.25);
    expect(found.real.forest.auc - median).toBeGreaterThan(0.2);
  });

  test('a numeric response has R2 and RMSE', async () => {
    const draw = new Draw(9);
    const a = draw.column(150, () => draw.uniform());
    const numbers = numericTable({ a, y: a.map((x) => 3 * x + 0.1 * draw.uniform()) });
    const found = await utility(numbers, {
      ...small,
      fit: { response: 'y' },
      models: ['linear'],
    });
    expect(found.response).toBe('numeric');
    expect(found.real.linear.r2).toBeGreaterThan(0.99);
    expect(found.levels[0].models.linear.r2.median).toBeGreaterThan(0.9);
    expect(found.levels[0].models.linear.rmse.values.length).toBe(3);
  });

  test('the same with one thread and with two', async () => {
    const one = await library.utility(table, { ...small, levels: [1, 'full'] });
    const two = await library.utility(table, { ...small, levels: [1, 'full'], threads: 2 });
    expect(two).toEqual(one);
  });

  test('tells its progress, and can be cancelled', async () => {
    const controller = new AbortController();
    const seen: string[] = [];
    const run = utility(table, {
      ...small,
      signal: controller.signal,
      onProgress: ({ done, total }) => {
        seen.push(`${done}/${total}`);
        if (done === 2) controller.abort(new Error('enough'));
      },
    });
    await expect(run).rejects.toThrow('enough');
    expect(seen).toEqual(['1/3', '2/3']);
  });

  test('rows without a response are left out and counted', async () => {
    const test = example(60, 6);
    const [a, b, y] = test.columns;
    if (y.kind !== 'numeric') throw new Error();
    const gaps = {
      ...test,
      columns: [a, b, { ...y, values: y.values.map((v, i) => (i < 5 ? Number.NaN : v)) }],
    };
    const found = await utility(table, { ...small, test: gaps });
    expect(found.notes).toContain('5 test rows without a known response are left out.');
  });

  test('a response with one class in the test rows, and settings that are none', async () => {
    const one = numericTable({
      a: Float64Array.of(0.1, 0.2),
      b: Float64Array.of(0.1, 0.2),
      y: Float64Array.of(1, 1),
    });
    await expect(utility(table, { ...small, test: one })).rejects.toThrow(
      'found a single class of the response',
    );
    await expect(utility(table, { ...small, sets: 0 })).rejects.toThrow('Utility, sets: found 0');
  });
});
