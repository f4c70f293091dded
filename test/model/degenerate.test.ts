import { describe, expect, test } from 'vitest';
import { checkRelease } from '../../src/measures/release/releaseChecks.ts';
import { fit as fitTable } from '../../src/model/fit.ts';
import { sample } from '../../src/model/sample.ts';
import { InputError } from '../../src/numerics/inputError.ts';
import type { Table } from '../../src/table/table.ts';
import { countMissing } from '../../src/table/table.ts';
import { Draw } from '../support/draw.ts';
import { column, normal, numbers, tableFrom, texts } from './tables.ts';

/** A table of `rows` rows with a binary y and columns made by functions of the draw and y. */
function make(
  rows: number,
  columns: Readonly<Record<string, (draw: Draw, i: number) => string | number>>,
  response: (draw: Draw, i: number) => string | number = (_, i) => i % 2,
): Promise<Table> {
  const draw = new Draw(rows);
  const lines = Array.from({ length: rows }, (_, i) => [
    ...Object.values(columns).map((cell) => cell(draw, i)),
    response(draw, i),
  ]);
  return tableFrom([[...Object.keys(columns), 'y'], ...lines]);
}

const x = (draw: Draw) => normal(draw).toFixed(6);
const quick = { response: 'y', families: 'onepar' } as const;

/** Fits, draws as many rows, and has no cell that is neither a value nor missing. */
async function goesThrough(table: Table, settings = {}): Promise<Table> {
  const synthetic = sample(await fitTable(table, { ...quick, ...settings }), table.rows);
  expect(synthetic.rows).toBe(table.rows);
  for (const each of synthetic.columns) {
    const original = column(table, each.name);
    if (countMissing(original) === 0) expect(countMissing(each), each.name).toBe(0);
    if (each.kind === 'numeric') {
      expect(each.values.some((value) => value === Infinity || value === -Infinity)).toBe(false);
    }
  }
  const checks = checkRelease(table, synthetic, undefined, { rows: table.rows });
  expect(checks.filter(({ passed }) => !passed)).toEqual([]);
  return synthetic;
}

describe('refused with a reason', () => {
  const cases: Readonly<Record<string, [() => Promise<Table>, object, RegExp]>> = {
    'one row': [
      () => make(1, { x }),
      {},
      /found 1 row with a response, but a fit needs at least 10/,
    ],
    'one column': [() => make(50, {}), {}, /nothing but the response 'y'/],
    'no such response': [() => make(50, { x }), { response: 'z' }, /no column 'z'/],
    'a name nearly right': [
      () => make(50, { income: x }),
      { sensitive: ['incme'] },
      /Did you mean 'income'/,
    ],
    'a constant response': [
      () => make(50, { x }, () => 1),
      {},
      /'y' has the same value in all rows/,
    ],
    'a response with one other row': [
      () => make(50, { x }, (_, i) => (i === 7 ? 'b' : 'a')),
      {},
      /fewer than 5 rows with another/,
    ],
    'a numeric response with three other rows': [
      () => make(50, { x }, (_, i) => (i < 3 ? 2.5 : i === 9 ? 3.5 : 1.5)),
      {},
      /fewer than 5 rows with another/,
    ],
    'a response without values': [
      () => make(50, { x }, () => ''),
      {},
      /found 0 rows with a response/,
    ],
    'nothing but constants': [() => make(50, { a: () => 3, b: () => 'z' }), {}, /single value/],
    'infinite values': [
      () => make(50, { x: (draw, i) => (i === 3 ? 'Inf' : x(draw)) }),
      { schema: { columns: { x: { type: 'continuous' } } } },
      /infinite in 1 row/,
    ],
  };
  test.each(Object.keys(cases))('%s', async (name) => {
    const [table, settings, message] = cases[name];
    const attempt = fitTable(await table(), { ...quick, ...settings });
    await expect(attempt).rejects.toThrow(InputError);
    await expect(attempt).rejects.toThrow(message);
  });
});

describe('goes through', () => {
  test('a constant and an empty column', async () => {
    const out = await goesThrough(await make(100, { x, c: () => 7, e: () => '', t: () => 'same' }));
    expect(new Set(numbers(out, 'c'))).toEqual(new Set([7]));
    expect(countMissing(column(out, 'e'))).toBe(100);
    expect(new Set(texts(out, 't'))).toEqual(new Set(['same']));
  });

  test('a constant with gaps', async () => {
    const table = await make(200, { x, c: (_, i) => (i % 4 === 1 ? '' : 5) });
    const out = await goesThrough(table);
    expect(countMissing(column(out, 'c'))).toBeGreaterThan(20);
    const c = numbers(out, 'c');
    const y = numbers(out, 'y');
    expect(c.some((value, i) => Number.isNaN(value) && y[i] === 0)).toBe(false);
  });

  test('few gaps, few values', async () => {
    const table = await make(100, {
      x,
      few: (draw, i) => (i < 3 ? '' : x(draw)),
      rare: (draw, i) => (i < 3 ? x(draw) : ''),
    });
    const model = await fitTable(table, quick);
    expect(model.notes.join('\n')).toMatch(/few: it has fewer than 5 missing values/);
    expect(model.notes.join('\n')).toMatch(/rare: it has fewer than 5 values/);
    const out = sample(model, 100);
    expect(countMissing(column(out, 'few'))).toBe(0);
    expect(countMissing(column(out, 'rare'))).toBe(100);
  });

  test('rows without a response', async () => {
    const table = await make(100, { x }, (_, i) => (i < 20 ? '' : i % 2));
    const model = await fitTable(table, quick);
    expect(model.rows).toBe(80);
    expect(model.notes[0]).toMatch(/20 rows without a value of the response 'y'/);
  });

  test('20 rows', async () => {
    const columns = {
      x,
      z: x,
      n: (draw: Draw) => draw.integer(4),
      g: (d: Draw) => 'ab'[d.integer(2)],
    };
    await goesThrough(await make(20, columns));
  });

  test('more columns than rows, with a note', async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, j) => [`x${j}`, x]));
    const table = await make(30, many);
    await goesThrough(table, { truncation: 2 });
    const model = await fitTable(table, { ...quick, truncation: 1, families: 'gaussian' });
    expect(model.notes.join('\n')).toMatch(/41 variables are many for 30 rows/);
  });

  test('1,000 levels', async () => {
    const table = await make(6000, { x, g: (draw) => `level ${draw.integer(1000)}` });
    const schema = { columns: { g: { type: 'nominal' } } };
    const model = await fitTable(table, { ...quick, schema });
    const out = sample(model, 3000);
    const known = new Set(texts(table, 'g'));
    expect(texts(out, 'g').filter((level) => level !== 'other' && !known.has(level))).toEqual([]);
    expect(new Set(texts(out, 'g')).size).toBeGreaterThan(500);
    const failed = checkRelease(table, out, schema).filter(({ passed }) => !passed);
    expect(failed).toEqual([]);
  });

  test('all ties, duplicates and comonotone columns', async () => {
    const draw = new Draw(5);
    const z = Array.from({ length: 200 }, () => normal(draw));
    const table = await make(200, {
      a: (_, i) => z[i].toFixed(5),
      same: (_, i) => z[i].toFixed(5),
      rising: (_, i) => Math.exp(z[i]).toFixed(5),
      falling: (_, i) => (-z[i]).toFixed(5),
      ties: (_, i) => Math.round(z[i]),
    });
    const out = await goesThrough(table);
    expect(out.columns.length).toBe(6);
  });

  test('gaps of two columns at the same rows', async () => {
    const table = await make(300, {
      x,
      a: (draw, i) => (i % 3 === 0 ? '' : x(draw)),
      b: (draw, i) => (i % 3 === 0 ? '' : x(draw)),
    });
    const out = await goesThrough(table);
    const [a, b] = [numbers(out, 'a'), numbers(out, 'b')];
    const different = a.filter((value, i) => Number.isNaN(value) !== Number.isNaN(b[i])).length;
    expect(different).toBeLessThan(10);
  });

  test('names that mean something to JavaScript', async () => {
    const table = await make(60, { __proto__x: x, constructor: x, 'x is missing': x });
    await goesThrough(table);
  });
});

test('errors and notes hold no cell', async () => {
  const table = await make(60, { x, c: (_, i) => (i === 4 ? 'QCANARYQ' : 'ab'[i % 2]) });
  const { notes } = await fitTable(table, quick);
  expect(notes.join('\n')).toMatch(/c: 1 rare level pooled/);
  expect(notes.join('\n')).not.toContain('QCANARYQ');
});
