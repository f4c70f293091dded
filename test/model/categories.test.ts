/** Categories that depend on each other in no order of their levels keep their two-way tables. */
import { expect, test } from 'vitest';
import { categoryTree } from '../../src/model/categoryTree.ts';
import { fit as fitTable } from '../../src/model/fit.ts';
import type { Model } from '../../src/model/model.ts';
import { modelFromText, modelToText } from '../../src/model/modelFile.ts';
import type { PreparedColumn } from '../../src/model/prepareColumns.ts';
import { sample } from '../../src/model/sample.ts';
import type { Table } from '../../src/table/table.ts';
import { Draw } from '../support/draw.ts';
import { normal, tableFrom, textOf, texts } from './tables.ts';

const COLOURS = ['red', 'blue', 'green', 'white', 'brown', 'black'];
const FRUIT = ['plum', 'apple', 'pear', 'fig', 'lemon', 'grape'];

/** A cyclic table: b is the level after a, or the one before it, never a itself. */
async function cyclic(rows: number): Promise<Table> {
  const draw = new Draw(9);
  const lines = Array.from({ length: rows }, () => {
    const a = draw.integer(6);
    const b = (a + (draw.uniform() < 0.7 ? 1 : 5)) % 6;
    const c = draw.integer(3);
    const x = normal(draw) + 0.2 * c;
    return [COLOURS[a], FRUIT[b], COLOURS[c], x.toFixed(2), x + normal(draw) > 1 ? 'yes' : 'no'];
  });
  return tableFrom(['a,b,c,x,y'.split(','), ...lines]);
}

const givenOf = (model: Model) =>
  model.columns.flatMap(({ name, content }) =>
    content.kind === 'modelled' && content.given ? [[name, content.given.kind]] : [],
  );

/** Total variation between the tables of some columns. */
function distance(real: Table, made: Table, names = ['a', 'b']): number {
  const shares = new Map<string, number>();
  for (const [table, sign] of [
    [real, 1],
    [made, -1],
  ] as const) {
    const columns = names.map((name) => texts(table, name));
    columns[0].forEach((_, row) => {
      const key = columns.map((own) => own[row]).join(' ');
      shares.set(key, (shares.get(key) ?? 0) + sign / table.rows);
    });
  }
  return [...shares.values()].reduce((sum, share) => sum + Math.abs(share), 0) / 2;
}

test('two-way tables are kept, in the model file as well; the vine alone cannot', async () => {
  const table = await cyclic(1500);
  const model = await fitTable(table, { response: 'y' });
  expect(givenOf(model)).toEqual([['b', 'within']]);
  const made = sample(model, 1500);
  // two samples of 1,500 rows from 12 cells of the same probabilities differ by about 0.05
  expect(distance(table, made)).toBeLessThan(0.09);
  const alone = await fitTable(table, { response: 'y', rules: 'none' });
  expect(distance(table, sample(alone, 1500))).toBeGreaterThan(0.2);
  const read = await modelFromText(await modelToText(model));
  expect(await textOf(sample(read, 200))).toBe(await textOf(sample(model, 200)));
});

/** The class decides which way around the cycle b lies from a: neither alone tells anything of b's place. */
async function cyclicByClass(rows: number): Promise<Table> {
  const draw = new Draw(10);
  const lines = Array.from({ length: rows }, () => {
    const [a, y] = [draw.integer(4), draw.integer(2)];
    const b = (a + (draw.uniform() < 0.85 ? 1 + y : 3)) % 4;
    return [COLOURS[a], FRUIT[b], normal(draw).toFixed(2), ['no', 'yes'][y]];
  });
  return tableFrom(['a,b,x,y'.split(','), ...lines]);
}

test('distributions that differ between the classes of the response are kept by class', async () => {
  const table = await cyclicByClass(2000);
  const model = await fitTable(table, { response: 'y' });
  const [, own] = givenOf(model)[0];
  expect(own).toBe('within');
  const froms = model.columns.flatMap(({ content }) =>
    content.kind === 'modelled' && content.given?.kind === 'within' ? [content.given.from] : [],
  );
  expect(froms).toHaveLength(1);
  expect(froms[0][1]).toBe('y');
  const made = sample(model, 2000);
  // two samples of 2,000 rows from these 16 cells differ by about 0.05; without the classes by 0.4
  expect(distance(table, made, ['a', 'b', 'y'])).toBeLessThan(0.1);
  expect(distance(table, sample(model, 2000, { where: 'y=yes' }), ['a', 'b'])).toBeGreaterThan(0.2);
  const read = await modelFromText(await modelToText(model));
  expect(await textOf(sample(read, 200))).toBe(await textOf(sample(model, 200)));
});

test('a combination with few rows shares the distribution of its level', async () => {
  const draw = new Draw(11);
  const lines = Array.from({ length: 1200 }, (_, i) => {
    const a = draw.integer(3);
    // of the second class nearly nobody has the last level
    const y = a === 2 ? (i < 60 ? 1 : 0) : draw.integer(2);
    const b = (a + (draw.uniform() < 0.9 ? 1 + y : 0)) % 3;
    return [COLOURS[a], FRUIT[b], normal(draw).toFixed(2), ['no', 'yes'][a === 2 && i > 8 ? 0 : y]];
  });
  const table = await tableFrom(['a,b,x,y'.split(','), ...lines]);
  const model = await fitTable(table, { response: 'y' });
  const given = model.columns.flatMap(({ content }) =>
    content.kind === 'modelled' && content.given?.kind === 'within' ? [content.given] : [],
  )[0];
  expect(given.groups).toHaveLength(6);
  expect(new Set(given.groups).size).toBeLessThanOrEqual(given.margins.length);
  const counts = new Map<string, number>();
  const [a, y] = [texts(table, given.from[0]), texts(table, 'y')];
  a.forEach((level, row) => {
    const key = `${level} ${y[row]}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  const thin = [...counts.values()].filter((count) => count < 10).length;
  expect(thin).toBeGreaterThan(0);
  // one distribution for each level of the first, and one for each combination of at least 2 k rows
  expect(given.margins.length).toBe(3 + 6 - thin - (6 - counts.size));
});

test('a cell whose levels are all rare shares a wider distribution', async () => {
  const draw = new Draw(12);
  const levels = Array.from({ length: 30 }, (_, l) => `level ${l}`);
  const lines = Array.from({ length: 1500 }, (_, i) => {
    // few rows have the last level of a, and each another level of b
    const a = i < 24 ? 5 : draw.integer(5);
    const b = a === 5 ? i : (7 * a + draw.integer(4)) % 30;
    return [COLOURS[a], levels[b], normal(draw).toFixed(2), draw.integer(2) === 1 ? 'yes' : 'no'];
  });
  const table = await tableFrom(['a,b,x,y'.split(','), ...lines]);
  const model = await fitTable(table, { response: 'y' });
  expect(givenOf(model).map(([, kind]) => kind)).toContain('within');
  expect(sample(model, 300).rows).toBe(300);
});

test('no protected column is drawn given a category, nor a category given it', async () => {
  const table = await cyclic(800);
  const model = await fitTable(table, { response: 'y', sensitive: ['a'] });
  expect(givenOf(model)).toEqual([]);
});

test("the paper's vine has the columns as they are", async () => {
  const table = await cyclic(600);
  expect(
    givenOf(await fitTable(table, { response: 'y', byClass: 'never', protect: 'table' })),
  ).toEqual([]);
});

test('the tree joins what says most, and nothing that is independent', () => {
  const draw = new Draw(2);
  const column = (name: string, size: number, of: (i: number) => number) =>
    ({
      name,
      typed: { type: 'nominal' },
      levels: Array.from({ length: size }, (_, l) => `${l}`),
      values: Float64Array.from({ length: 900 }, (_, i) => of(i)),
      missing: undefined,
      keepsMissing: false,
    }) as unknown as PreparedColumn;
  const a = column('a', 4, () => draw.integer(4));
  const b = column('b', 4, (i) =>
    draw.uniform() < 0.9 ? (3 * a.values[i] + 1) % 4 : draw.integer(4),
  );
  const c = column('c', 4, (i) =>
    draw.uniform() < 0.8 ? (3 * b.values[i] + 2) % 4 : draw.integer(4),
  );
  const apart = column('apart', 5, () => draw.integer(5));
  const y = column('y', 2, () => draw.integer(2));
  const tree = categoryTree([a, b, c, apart], y, () => false);
  const pairs = tree.map(({ name, parent }) => [name, parent].sort().join()).sort();
  expect(pairs).toEqual(['a,b', 'b,c']);
});
