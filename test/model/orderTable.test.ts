import { beforeAll, expect, test } from 'vitest';
import { fit as fitTable, orderTable, type Table } from '../../src/index.ts';
import { clipToLimits } from '../../src/margins/clip.ts';
import { sensibleTruncation } from '../../src/model/model.ts';
import { previewColumns } from '../../src/order/previewColumns.ts';
import { responseClasses } from '../../src/order/responseClasses.ts';
import { Draw } from '../support/draw.ts';
import { sharedTable } from './shared.ts';
import { hospital, normal, numbers, tableFrom } from './tables.ts';

let table: Table;
beforeAll(async () => {
  table = await hospital(300);
});

test('counts trees as the fit does, gaps among the variables', async () => {
  const settings = { response: 'died', sensitive: ['lab', 'cost'] };
  const { order, preview } = await orderTable(table, settings);
  const model = await fitTable(table, { ...settings, families: 'gaussian', truncation: 1 });
  expect(model.order.filter((name) => !name.endsWith('is missing'))).toEqual(order.order);
  expect(order.trees).toBe(model.order.length - 1);
  expect(order.tMax).toBe(sensibleTruncation(model));
  const lab = order.columns.find(({ name }) => name === 'lab');
  expect(lab).toMatchObject({ centreOfTree: null, gapsCentreOfTree: order.trees });
  expect(preview?.levels).toHaveLength(order.trees);
  expect(preview?.names).toEqual(order.order);
  expect(JSON.parse(JSON.stringify({ order, preview }))).toEqual({ order, preview });
});

test('without gaps and categories the preview is that of the columns, outliers clipped', async () => {
  const names = ['age', 'visits', 'cost', 'died'];
  const decimals: Readonly<Record<string, number>> = { age: 1, cost: 2 };
  const part = { ...table, columns: table.columns.filter(({ name }) => names.includes(name)) };
  const given = {
    names,
    columns: names.map((name) =>
      clipToLimits(numbers(table, name), 5, { decimals: decimals[name] ?? 0 }),
    ),
    sensitive: ['cost'],
    discrete: ['visits', 'died'],
  };
  const settings = { response: 'died', sensitive: ['cost'], threshold: 0.4 };
  const paper = await orderTable(part, { ...settings, byClass: 'never', protect: 'table' });
  expect(paper.order.protected).toEqual([]);
  expect(paper.preview).toEqual(previewColumns({ ...given, order: paper.order.order }));

  const { order, preview } = await orderTable(part, settings);
  expect(order.protected).toEqual(['cost', 'age']);
  const classes = responseClasses(numbers(table, 'died'), ['0', '1']);
  expect(classes).toHaveLength(2);
  expect(preview).toEqual(
    previewColumns({ ...given, order: order.order, protected: order.protected, classes }),
  );
});

test('where nothing can be cut alone the whole table is, and a note says why', async () => {
  const settings = { response: 'died', sensitive: ['cost'], threshold: 0.4 };
  const noted = async (change: object) => {
    const { order, preview, notes } = await orderTable(table, { ...settings, ...change });
    return [order.protected, preview?.protected, notes.filter((note) => /cuts the/.test(note))];
  };
  const start = ['stage', 'cost', 'age', 'lab', 'visits', 'ward', 'admitted', 'died'];
  const first = start.slice(0, 3);
  expect(await noted({ order: start })).toEqual([first, first, []]);
  expect(await noted({ order: ['lab', ...start.filter((name) => name !== 'lab')] })).toEqual([
    [],
    undefined,
    [
      "A truncation cuts the whole table, not the protected columns alone: the order does not begin with 'age'.",
    ],
  ]);
  expect(await noted({ structure: 'rvine' })).toEqual([
    [],
    undefined,
    [
      "A truncation cuts the whole table, not the protected columns alone: a 'rvine' has no order that puts them last.",
    ],
  ]);
  expect(await noted({ protect: 'table' })).toEqual([[], undefined, []]);
  expect(await noted({ sensitive: [] })).toEqual([[], undefined, []]);
});

test('that a protected column is missing is protected too', async () => {
  const { order, preview } = await orderTable(table, {
    response: 'died',
    sensitive: ['lab'],
    protect: 'sensitive',
  });
  expect([order.protected, preview?.protected]).toEqual([['lab'], ['lab', 'lab is missing']]);
});

test('classes are looked at unless they are not to be, or the vine has no root', async () => {
  const settings = { response: 'died', sensitive: ['cost'] };
  const labels = async (change: object) =>
    (await orderTable(table, { ...settings, ...change })).preview?.classes?.labels;
  expect(await labels({})).toEqual(['0', '1']);
  expect(await labels({ byClass: 'always', structure: 'star' })).toEqual(['0', '1']);
  expect(await labels({ byClass: 'never' })).toBeUndefined();
  expect(await labels({ structure: 'rvine' })).toBeUndefined();
  expect(await labels({ structure: 'dvine' })).toBeUndefined();
  expect(await labels({ response: 'age' })).toBeUndefined();
});

test('a square of a sensitive column joins K, but not in the order of the paper', async () => {
  const draw = new Draw(17);
  const lines = Array.from({ length: 300 }, () => {
    const x = normal(draw);
    return [x.toFixed(4), (x * x).toFixed(4), normal(draw).toFixed(4), x > 0.3 ? 'b' : 'a'];
  });
  const squares = await tableFrom([['x', 'square', 'other', 'y'], ...lines]);
  const related = async (change: object) => {
    const settings = { response: 'y', sensitive: ['x'], ...change };
    return (await orderTable(squares, settings)).order.K.map(({ name }) => name);
  };
  expect(await related({})).toEqual(['square']);
  expect(await related({ byClass: 'never' })).toEqual(['square']);
  expect(await related({ protect: 'table' })).toEqual(['square']);
  expect(await related({ byClass: 'never', protect: 'table' })).toEqual([]);
});

test('previews nothing where nothing is sensitive', async () => {
  expect((await orderTable(table, { response: 'died' })).preview).toBeNull();
});

test("SUPPORT2: the paper's order, from columns in the order of the raw file", async (context) => {
  const [raw, small] = [
    await sharedTable('raw_support2.csv', context),
    await sharedTable('real_support2_small.csv', context),
  ];
  const paper = small.columns.map(({ name }) => name);
  const place = (name: string) =>
    raw.columns.findIndex((column) => column.name === (name === 'Y' ? 'death' : name));
  const columns = [...small.columns].sort((a, b) => place(a.name) - place(b.name));
  expect(columns.map(({ name }) => name)).not.toEqual(paper);
  const sensitive = ['totcst', 'crea'];
  const { order, preview } = await orderTable(
    { ...small, columns },
    { response: 'Y', sensitive, byClass: 'never', protect: 'table' },
  );
  expect(order.order).toEqual(paper);
  expect(order.K.map(({ name }) => name)).toEqual(['totmcst', 'charges', 'slos', 'bun']);
  expect([order.tMax, order.blockBound]).toEqual([25, 21]);
  // dnrday becomes a centre at tree 12: R2 of totcst goes from 0.05 to 0.4 (specs/attacks.md)
  const r2 = preview?.levels.map((level) => level.sensitive[0].expectedR2 as number) ?? [];
  expect([r2[10] < 0.08, r2[11] > 0.33]).toEqual([true, true]);
});

test('SUPPORT2 by class: dnrday, which gives totcst away, joins K', async (context) => {
  const small = await sharedTable('real_support2_small.csv', context);
  const sensitive = ['totcst', 'crea'];
  const { order, preview } = await orderTable(small, { response: 'Y', sensitive });
  expect(order.K.map(({ name }) => name)).toEqual(['totmcst', 'charges', 'slos', 'dnrday', 'bun']);
  expect(order.K[3]).toMatchObject({ sensitive: 'totcst', within: '0', determined: null });
  expect(order.protected).toEqual([...sensitive, ...order.K.map(({ name }) => name)]);
  // at tree 12 it was the centre: there the attacker got an R2 of 0.38
  expect(preview?.levels[11].sensitive[0].expectedR2).toBeLessThan(0.1);
});
