import { expect, test } from 'vitest';
import { wholeOrder } from '../../src/order/wholeOrder.ts';
import { study } from '../../src/study/study.ts';
import { tableFromColumns } from '../../src/table/tableFromColumns.ts';
import { Draw } from '../support/draw.ts';

const columns = ['group', 'y', 'cost', 'age', 'bmi'].map((name) => ({ name }));
const order = { order: ['cost', 'bmi', 'age', 'y'], sensitive: ['cost'], K: [], protected: [] };

test('columns that the order lacks stand behind the sensitive ones and those that are cut', () => {
  expect(wholeOrder(order, columns)).toEqual(['cost', 'group', 'bmi', 'age', 'y']);
  expect(wholeOrder({ ...order, protected: ['cost', 'bmi'] }, columns)).toEqual([
    ...['cost', 'bmi', 'group', 'age', 'y'],
  ]);
  // the response stays last, and first are they where nothing is sensitive
  expect(wholeOrder({ ...order, sensitive: ['age'] }, columns).at(-1)).toBe('y');
  expect(wholeOrder({ ...order, sensitive: [] }, columns)[0]).toBe('group');
});

test('generators without rules are compared on a table with a derived column', async () => {
  const draw = new Draw(5);
  const age = Array.from({ length: 160 }, () => Math.round(20 + 60 * draw.uniform()));
  const real = tableFromColumns({
    group: age.map((x) => (x < 40 ? 'young' : x < 60 ? 'middle' : 'old')),
    age,
    weight: age.map((x) => x + 30 * draw.uniform()),
    cost: age.map(() => 100 * draw.uniform()),
    ill: age.map((x) => (x + 40 * draw.uniform() > 70 ? 'yes' : 'no')),
  });
  const { results, order: found } = await study(real, {
    response: 'ill',
    sensitive: ['cost'],
    families: 'gaussian',
    levels: [1, 'full'],
    compare: ['independent', 'cvine-paper'],
    sizes: {
      targets: { quantiles: [0.99], random: 1 },
      attribute: { iterations: 1, sets: 1 },
      audit: { fits: 8 },
      utility: { sets: 1, trees: 5 },
    },
  });
  expect(found.order.order).not.toContain('group');
  expect(results.compare.map(({ generator }) => generator)).toEqual(['independent', 'cvine-paper']);
}, 120_000);
