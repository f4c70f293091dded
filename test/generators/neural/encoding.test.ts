import { expect, test } from 'vitest';
import {
  choiceDrawer,
  conditionsOf,
  countCategories,
  countLegacy,
  rowsByCategory,
} from '../../../src/generators/neural/conditions.ts';
import { decodeRows } from '../../../src/generators/neural/decode.ts';
import { encodeTable } from '../../../src/generators/neural/encode.ts';
import type { EncodedNumbers } from '../../../src/generators/neural/encoding.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { applySchema } from '../../../src/table/applySchema.ts';
import { checkSchema } from '../../../src/table/schema.ts';
import { PLAIN_CSV } from '../../../src/table/table.ts';
import { Draw } from '../../support/draw.ts';
import { mixedTable, SCHEMA } from './tables.ts';

const table = mixedTable(150);
const typed = applySchema(table, checkSchema(SCHEMA));
const encoded = encodeTable(typed, { clip: true, round: true }, rngFromSeed(1));
const { layout, data, columns } = encoded;

test('a row is a number and a mode for numbers, a place for categories, and gaps', () => {
  expect(columns.map(({ kind }) => kind)).toEqual([
    ...['numbers', 'numbers', 'numbers', 'levels', 'numbers', 'constant', 'identifier'],
  ]);
  // y's gaps, and colour with two levels that occur and missing
  expect(layout.categories.map(({ length }) => length)).toEqual([2, 3]);
  for (let row = 0; row < 150; row++) {
    for (const { begin, length, kind } of layout.spans) {
      const part = Array.from(data.subarray(row * layout.width + begin).subarray(0, length));
      if (kind === 'tanh') expect(Math.abs(part[0])).toBeLessThanOrEqual(Math.fround(0.99));
      else expect(part.sort()).toEqual([...new Array(length - 1).fill(0), 1]);
    }
  }
});

test('decoding gives the table back, but for what lies beyond four standard deviations', () => {
  const back = decodeRows(columns, data, 150, PLAIN_CSV, rngFromSeed(2));
  expect(back.columns.map(({ name }) => name)).toEqual(table.columns.map(({ name }) => name));
  for (const name of ['x', 'y', 'visits', 'same', 'colour', 'day']) {
    const of = (each: typeof table) => each.columns.find((column) => column.name === name);
    const [found, expected] = [of(back), of(table)];
    if (found?.kind === 'numeric' && expected?.kind === 'numeric') {
      let same = 0;
      found.values.forEach((value, i) => {
        if (Object.is(value, expected.values[i])) same++;
      });
      expect(same).toBeGreaterThanOrEqual(name === 'same' ? 150 : 148);
    } else if (found?.kind === 'text' && expected?.kind === 'text') {
      const texts = (column: typeof found) =>
        Array.from(column.codes, (code) => column.dictionary[code]);
      expect(texts(found)).toEqual(texts(expected));
    } else throw new Error(name);
  }
  const id = back.columns[6];
  expect(id.kind === 'text' && id.dictionary.every((text) => /^P\d+$/.test(text))).toBe(true);
  expect(id.kind === 'text' && id.dictionary.some((text) => text.length === 5)).toBe(false);
});

test('numbers end at the column, at declared bounds, or nowhere', () => {
  const limits = (clip: boolean, bounds: object) => {
    const schema = { columns: { ...SCHEMA.columns, x: { type: 'continuous', ...bounds } } };
    const parts = encodeTable(
      applySchema(table, checkSchema(schema)),
      { clip, round: true },
      rngFromSeed(1),
    );
    const { min, max } = parts.columns[0] as EncodedNumbers;
    return [min, max];
  };
  const x = table.columns[0];
  if (x.kind !== 'numeric') throw new Error('x');
  expect(limits(true, {})).toEqual([Math.min(...x.values), Math.max(...x.values)]);
  expect(limits(true, { max: 30 })).toEqual([Math.min(...x.values), 30]);
  expect(limits(false, { min: 0 })).toEqual([0, null]);
  expect(limits(false, {})).toEqual([null, null]);
  // far out in every mode
  const far = data.map((value, i) => (i % layout.width === 0 ? 1 : value));
  const drawn = decodeRows(columns, far, 150, PLAIN_CSV, rngFromSeed(2)).columns[0];
  if (drawn.kind !== 'numeric') throw new Error('x');
  expect(Math.max(...drawn.values)).toBe(Math.max(...x.values));
});

test('modes are drawn once, by the stream', () => {
  const again = encodeTable(typed, { clip: true, round: true }, rngFromSeed(1));
  expect(again.data).toEqual(data);
  const other = encodeTable(typed, { clip: true, round: true }, rngFromSeed(2));
  expect(other.data).not.toEqual(data);
});

test('equal values between two modes get both', () => {
  const draw = new Draw(3);
  const values = draw.column(400, (_, i) =>
    Math.round(3 * (draw.uniform() + draw.uniform() + (i % 2))),
  );
  const column = { kind: 'numeric' as const, name: 'x', values, missing: undefined, decimals: 0 };
  const one = applySchema(
    { rows: 400, format: PLAIN_CSV, columns: [column] },
    checkSchema({ columns: { x: { type: 'continuous' } } }),
  );
  const { layout: row, data: rows } = encodeTable(one, { clip: true, round: true }, rngFromSeed(1));
  const modesOf = new Map<number, Set<number>>();
  values.forEach((value, i) => {
    const mode = rows.subarray(i * row.width + 1, (i + 1) * row.width).indexOf(1);
    modesOf.set(value, (modesOf.get(value) ?? new Set()).add(mode));
  });
  expect(row.width).toBeGreaterThan(2);
  expect(Math.max(...[...modesOf.values()].map(({ size }) => size))).toBeGreaterThan(1);
});

test('what cannot be encoded is refused', () => {
  const endless = { ...table, columns: [{ ...table.columns[0] }] };
  const [x] = endless.columns;
  if (x.kind !== 'numeric') throw new Error('x');
  const infinite = { ...x, values: x.values.map((value, i) => (i < 2 ? Infinity : value)) };
  const encode = (column: typeof x, rows = 150) =>
    encodeTable(
      applySchema(
        { ...table, rows, columns: [column] },
        checkSchema({ columns: { x: SCHEMA.columns.x } }),
      ),
      { clip: true, round: true },
      rngFromSeed(1),
    );
  expect(() => encode(infinite)).toThrow("Column 'x': infinite in 2 rows.");
  const few = { ...x, values: x.values.slice(0, 9) };
  expect(() => encode(few, 9)).toThrow('Table: found 9 rows, but a fit needs at least 10.');
  const flat = { ...x, values: x.values.map(() => 1) };
  expect(() => encode(flat)).toThrow('Table: there is no column to learn');
});

const counts = countCategories(layout, data);
const conditions = conditionsOf(layout, counts);

test('conditions know how often each category occurs, and in which rows', () => {
  const colour = table.columns[3];
  if (colour.kind !== 'text') throw new Error('colour');
  const red = colour.codes.filter((code) => code === 0).length;
  const green = colour.codes.filter((code) => code === 1).length;
  expect(counts[1]).toEqual([red, green, 150 - red - green]);
  expect(conditions.width).toBe(5);
  const lists = rowsByCategory(conditions, layout.width, data);
  expect(Array.from(lists[1][0])).toEqual(
    [...colour.codes.keys()].filter((i) => colour.codes[i] === 0),
  );
});

test('training draws categories by the logarithm of their counts, samples by the counts', () => {
  const shares = (logarithmic: boolean) => {
    const draw = choiceDrawer(conditions, logarithmic);
    const found = [0, 0, 0];
    const steps = 3000;
    for (let i = 0; i < steps; i++) found[draw(0.75, (i + 0.5) / steps).category]++;
    return found.map((count) => count / steps);
  };
  const sum = counts[1].reduce((total, count) => total + count, 0);
  const logs = counts[1].map((count) => Math.log(1 + count));
  const logSum = logs.reduce((total, value) => total + value, 0);
  shares(false).forEach((share, j) => {
    expect(share).toBeCloseTo(counts[1][j] / sum, 3);
  });
  shares(true).forEach((share, j) => {
    expect(share).toBeCloseTo(logs[j] / logSum, 3);
  });
  expect(choiceDrawer(conditions, true)(0.25, 0.5).column).toBe(0);
});

test("the conditions of ctgan 0.8.0 are read from the row's beginning", () => {
  const small = {
    width: 4,
    spans: [],
    firstSpans: [],
    categories: [{ begin: 2, length: 2, kind: 'softmax' as const }],
  };
  // first numbers: a distance and a mode; the categories stand behind them
  const rows = Float32Array.of(
    ...[0.5, 1, 1, 0],
    ...[0.5, 0, 1, 0],
    ...[-0.5, 0, 0, 1],
    ...[0.1, 0, 0, 1],
  );
  expect(countLegacy(small, rows)).toEqual([[2, 2]]);
  expect(countCategories(small, rows)).toEqual([[2, 2]]);
  expect(
    countLegacy(
      small,
      rows.map((v, i) => (i % 4 === 1 ? 1 : v)),
    ),
  ).toEqual([[0, 4]]);
});
