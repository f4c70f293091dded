/** Columns that bounds leave much open of keep their own distribution, and the bound. */
import { beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '../../src/documents/sha256.ts';
import { numericMargin } from '../../src/margins/numericMargin.ts';
import { dominatedColumns } from '../../src/model/dominance.ts';
import { fit as fitTable } from '../../src/model/fit.ts';
import type { Model } from '../../src/model/model.ts';
import { modelFromText, modelToText } from '../../src/model/modelFile.ts';
import { sample } from '../../src/model/sample.ts';
import { resolveSchema } from '../../src/model/settings.ts';
import { type Bounded, decodeBounded, placesInBounds } from '../../src/rules/given.ts';
import { applySchema } from '../../src/table/applySchema.ts';
import type { Table } from '../../src/table/table.ts';
import { Draw } from '../support/draw.ts';
import { normal, numbers, tableFrom } from './tables.ts';

const ROWS = 1500;

/** Who has been with a manager for 0, 2 or 7 years, most often, and never for longer than with the firm. */
function staff(): Promise<Table> {
  const draw = new Draw(3);
  const lines = Array.from({ length: ROWS }, () => {
    const age = 20 + draw.integer(40);
    const worked = Math.floor((age - 17) * draw.uniform() ** 0.7);
    const firm = Math.min(worked, Math.round(Math.exp(1.8 + 0.8 * normal(draw))));
    const usual = [0, 2, 7][draw.integer(3)];
    const manager = Math.min(firm, draw.uniform() < 0.7 ? usual : draw.integer(18));
    const unit = ['shop', 'office', 'lab'][draw.integer(3)];
    const leaves = normal(draw) - firm / 10 > 0 ? 'yes' : 'no';
    return [age, worked, firm, manager, unit, leaves];
  });
  return tableFrom([['age', 'worked', 'firm', 'manager', 'unit', 'leaves'], ...lines]);
}

let table: Table;
let model: Model;
let drawn: Table;
beforeAll(async () => {
  table = await staff();
  model = await fitTable(table, { response: 'leaves' });
  drawn = sample(model, 4000);
});

const givenOf = (name: string) => {
  const content = model.columns.find((column) => column.name === name)?.content;
  return content?.kind === 'modelled' ? content.given : undefined;
};

/** The largest distance between the distribution functions of two columns. */
function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const [x, y] = [a, b].map((each) => Float64Array.from(each).sort());
  const upTo = (own: Float64Array, value: number) =>
    own.filter((each) => each <= value).length / own.length;
  return Math.max(
    ...[...new Set([...x, ...y])].map((value) => Math.abs(upTo(x, value) - upTo(y, value))),
  );
}

test('a column that lies far from its bound is drawn by its place', () => {
  expect(givenOf('manager')).toMatchObject({ kind: 'bounded', scale: 'place', upper: ['firm'] });
});

test('the bound holds in every row, with the distance that it always has', () => {
  const [age, worked, firm, manager] = ['age', 'worked', 'firm', 'manager'].map((name) =>
    numbers(drawn, name),
  );
  for (let row = 0; row < drawn.rows; row++) {
    expect(manager[row]).toBeLessThanOrEqual(firm[row]);
    expect(firm[row]).toBeLessThanOrEqual(worked[row]);
    expect(worked[row]).toBeLessThanOrEqual(age[row] - 16);
  }
});

test.each(['manager', 'firm', 'worked'])('%s keeps its distribution', (name) => {
  // 0.043 is exceeded by chance in one of a hundred pairs of samples of these sizes
  expect(distance(numbers(table, name), numbers(drawn, name))).toBeLessThan(0.06);
});

test('no number of it depends on where the outermost records lie', () => {
  const { columns } = applySchema(table, resolveSchema(undefined));
  expect(dominatedColumns(columns, model)).toEqual([]);
});

describe('places', () => {
  const draw = new Draw(9);
  const low = Float64Array.from({ length: 400 }, () => draw.integer(20));
  const high = low.map((from) => from + 1 + draw.integer(60));
  const column = (name: string, values: Float64Array) =>
    [name, { name, kind: 'number', values, grid: { decimals: 0 } }] as const;
  const columns = new Map([column('low', low), column('high', high)]);

  test.each([
    ['below', [], ['high'], 0],
    ['above', ['low'], [], 0],
    ['between', ['low'], ['high'], 0],
    ['between, of few values', ['low'], ['high'], 10],
  ] as const)('%s: values come back from anywhere in their cells', (_, lower, upper, step) => {
    const values = low.map((from, row) => {
      const value = from + Math.floor(draw.uniform() * (high[row] - from + 1));
      return step ? Math.min(high[row], Math.max(from, step * Math.round(value / step))) : value;
    });
    const grid = { decimals: 0 };
    const settings = { k: 5, margins: 'smooth', grid, min: 0, max: 90, isFine: true } as const;
    const { margin } = numericMargin(values, settings);
    const own: Bounded = {
      kind: 'bounded',
      lower: [...lower],
      upper: [...upper],
      scale: 'place',
      margin,
      isStrict: false,
      least: 0,
      largest: 90,
      grid,
    };
    const cells = placesInBounds(values, own, columns, 1);
    for (const share of [0.05, 0.5, 0.95]) {
      const places = cells.low.map((from, row) => from + share * (cells.high[row] - from));
      const back = decodeBounded(places, own, columns, 1, () => places);
      const known = [...places.keys()].filter((row) => !Number.isNaN(places[row]));
      // one that is so rare that the margin never gives it comes back as a neighbour
      const others = known.filter((row) => back[row] !== values[row]);
      expect(others.length).toBeLessThan(0.03 * known.length);
      for (const row of known) {
        if (lower.length > 0) expect(back[row]).toBeGreaterThanOrEqual(low[row]);
        if (upper.length > 0) expect(back[row]).toBeLessThanOrEqual(high[row]);
      }
    }
    expect(cells.low.filter(Number.isNaN).length).toBeLessThan(40);
  });
});

describe('a model file', () => {
  test('gives the same rows', () => {
    const again = modelFromText(modelToText(model));
    expect(numbers(sample(again, 200), 'manager')).toEqual(numbers(sample(model, 200), 'manager'));
  });

  test.each([
    ['without the distribution', { margin: undefined }, 'margin'],
    ['with a distance in place of a place', { scale: 'difference' }, 'margin'],
    ['with a bound of another table', { upper: ['firms'] }, 'not there'],
  ])('%s is refused', (_, wrong, word) => {
    const { checksum: __, ...document } = JSON.parse(modelToText(model));
    const { content } = document.columns.find(
      (column: { name: string }) => column.name === 'manager',
    );
    Object.assign(content.given, wrong);
    const checksum = sha256(new TextEncoder().encode(JSON.stringify(document)));
    expect(() => modelFromText(JSON.stringify({ ...document, checksum }))).toThrow(
      new RegExp(`columns.*${word}`, 's'),
    );
  });
});
