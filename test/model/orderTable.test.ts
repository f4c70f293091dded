import { beforeAll, expect, test } from 'vitest';
import { fit as fitTable, orderTable, type Table } from '../../src/index.ts';
import { clipToLimits } from '../../src/margins/clip.ts';
import { sensibleTruncation } from '../../src/model/model.ts';
import { previewColumns } from '../../src/order/previewColumns.ts';
import { sharedTable } from './shared.ts';
import { hospital, numbers } from './tables.ts';

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
  const { order, preview } = await orderTable(part, { response: 'died', sensitive: ['cost'] });
  expect(preview).toEqual(
    previewColumns({
      names,
      columns: names.map((name) =>
        clipToLimits(numbers(table, name), 5, { decimals: decimals[name] ?? 0 }),
      ),
      order: order.order,
      sensitive: ['cost'],
      discrete: ['visits', 'died'],
    }),
  );
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
  const { order, preview } = await orderTable({ ...small, columns }, { response: 'Y', sensitive });
  expect(order.order).toEqual(paper);
  expect(order.K.map(({ name }) => name)).toEqual(['totmcst', 'charges', 'slos', 'bun']);
  expect([order.tMax, order.blockBound]).toEqual([25, 21]);
  // dnrday becomes a centre at tree 12: R2 of totcst goes from 0.05 to 0.4 (specs/attacks.md)
  const r2 = preview?.levels.map((level) => level.sensitive[0].expectedR2 as number) ?? [];
  expect([r2[10] < 0.08, r2[11] > 0.33]).toEqual([true, true]);
});
