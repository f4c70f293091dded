/** Codes for missing values that nobody declared are suspected and said; nothing is changed. */

import { describe, expect, test } from 'vitest';
import { fit } from '../../src/model/fit.ts';
import { sample } from '../../src/model/sample.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { detectSchema } from '../../src/table/detectSchema.ts';
import { checkSchema } from '../../src/table/schema.ts';
import { tableFromColumns } from '../../src/table/tableFromColumns.ts';

const ROWS = 1000;
const u = rngFromSeed(11).split('u').uniforms(ROWS);
const v = rngFromSeed(11).split('v').uniforms(ROWS);
const coded = <Cell>(share: number, code: Cell, value: (x: number, i: number) => Cell) =>
  Array.from(u, (x, i) => (v[i] < share ? code : value(x, i)));
const codesOf = (cells: readonly (string | number)[]) =>
  (detectSchema(tableFromColumns({ x: cells })).columns[0].suspected ?? []).map(({ code }) => code);
const day = (x: number) => new Date((10_000 + Math.floor(x * 4000)) * 864e5).toISOString().slice(0, 10);

describe('suspected', () => {
  test.each<readonly [string, readonly (string | number)[], readonly string[]]>([
    ['-8 among incomes', coded(0.12, -8, (x) => Math.round(x * 90_000)), ['-8']],
    ['-1 among counts', coded(0.02, -1, (x) => Math.floor(x * 12)), ['-1']],
    ['999 among blood pressures', coded(0.02, 999, (x) => Math.round(90 + 90 * x)), ['999']],
    ['9999 among weights', coded(0.02, 9999, (x) => 40 + 80 * x), ['9999']],
    ['-99 among temperatures', coded(0.02, -99, (x) => -5 + 30 * x), ['-99']],
    ['9 on a scale of 1 to 5', coded(0.05, 9, (x) => 1 + Math.floor(5 * x)), ['9']],
    [
      'two codes',
      coded(0.1, -9, (x, i) => (i % 11 === 0 ? -8 : Math.round(x * 100))),
      ['-9', '-8'],
    ],
    ['0 among glucose values', coded(0.05, 0, (x) => Math.round(60 + 120 * x)), ['0']],
    ['a word', coded(0.05, 'Refused', (x) => (x < 0.5 ? 'yes, often' : 'no, never')), ['Refused']],
    ['a word among numbers', coded<string>(0.05, 'unknown', (x) => x.toFixed(3)), ['unknown']],
    ['a date', coded(0.03, '1900-01-01', day), ['1900-01-01']],
  ])('%s', (_, cells, codes) => {
    expect(codesOf(cells)).toEqual(codes);
  });
});

describe('not suspected', () => {
  test.each<readonly [string, readonly (string | number)[]]>([
    ['a code of four rows', Array.from(u, (x, i) => (i < 4 ? -8 : Math.round(x * 90_000)))],
    ['temperatures around zero', Array.from(u, (x) => Math.round(-12 + 30 * x))],
    ['a scale of -1, 0, 1', Array.from(u, (x) => Math.floor(3 * x) - 1)],
    ['99 in a row of numbers', Array.from(u, (x) => Math.round(120 * x))],
    ['many zeros', coded(0.6, 0, (x) => Math.round(x * 5000))],
    ['0 and 9', Array.from(u, (x) => (x < 0.5 ? 0 : 9))],
    ['dates in 1900', Array.from(u, (x) => `19${String(Math.floor(x * 30)).padStart(2, '0')}-01-01`)],
  ])('%s', (_, cells) => {
    expect(codesOf(cells)).toEqual([]);
  });
});

describe('said and declared', async () => {
  const table = tableFromColumns({
    income: coded(0.12, -8, (x) => Math.round(x * 90_000)),
    change: Array.from(v, (x) => Math.round(-20 + 40 * x)),
    sick: Array.from(u, (x) => (x > 0.4 ? 1 : 0)),
  });

  test('the notes of a fit name the code and how to declare it, and nothing is changed', async () => {
    const model = await fit(table, { response: 'sick' });
    const note = model.notes.find((each) => each.startsWith('income: is -8')) ?? '';
    expect(note).toContain('--missing=-8');
    expect(note).toContain('{ "columns": { "income": { "missing": ["-8"] } } }');
    const [income] = sample(model, 1000).columns;
    expect(income.kind === 'numeric' && income.values.filter((x) => x === -8).length).toBeGreaterThan(50);
  });

  test('the advice works: of this column alone they are missing values', async () => {
    const schema = checkSchema({ columns: { income: { missing: ['-8'] } } });
    const [income, change] = detectSchema(table, { schema }).columns;
    expect(income.missing).toBeGreaterThan(80);
    expect(income.suspected).toBeUndefined();
    expect(change.missing).toBe(0);
    const model = await fit(table, { response: 'sick', schema });
    const [drawn] = sample(model, 1000).columns;
    if (drawn.kind !== 'numeric') throw new Error('numbers expected');
    expect(drawn.missingCode).toBe('-8');
    expect(drawn.values.filter(Number.isNaN).length).toBeGreaterThan(50);
    expect(drawn.values.some((x) => x < 0)).toBe(false);
  });
});
