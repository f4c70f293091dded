import { expect, test } from 'vitest';
import { covariateOrder } from '../../src/order/covariateOrder.ts';
import { describeOrder } from '../../src/order/describeOrder.ts';

const names = ['age', 'Y', 'cost', 'long name'];
const association = [
  [1, 0.2, 0.1, 0.3],
  [0.2, 1, 0, 0],
  [0.1, 0, 1, -0.75],
  [0.3, 0, -0.75, 1],
].map((row) => Float64Array.from(row));

test('an aligned table, and the truncation in words', () => {
  const order = covariateOrder({ names, association, response: 'Y', sensitive: ['cost'] });
  expect(describeOrder(order)).toBe(
    `
position  column     role         centre of tree  why
       1  cost       sensitive              none  sensitive
       2  long name  related (K)               3  -0.750 with cost, above 0.6
       3  age        other                     2  original order; 0.100 with cost
       4  Y          response                  1  response

Trees of the whole vine: d = 3.
Largest sensible truncation: t_max = d + 1 - j = 3, with j = 1, which is all trees: the sensitive column is never a centre.
Truncation up to 2 hides the sensitive columns from a regression if no column of the block
  cost, long name
depends on the other block, the 2 columns after it.
Strongest association across: 0.300 between long name and age.
`.trim(),
  );
});

test('names the sensitive column that is a centre first', () => {
  const order = covariateOrder({ names, association, response: 'Y', sensitive: ['cost', 'age'] });
  expect(describeOrder(order)).toContain(
    't_max = d + 1 - j = 2, with j = 2, the place of the sensitive age, which is the centre of tree 3.',
  );
});

test('a column with gaps has two variables, one with a single value has none', () => {
  const variables = new Map([
    ['cost', { value: true, missing: true }],
    ['age', { value: false, missing: false }],
    ['long name', { value: false, missing: true }],
  ]);
  const settings = { names, association, response: 'Y', sensitive: ['cost'], variables };
  // variables: cost, its gaps, gaps of long name, Y; so d = 3, and the block has the first three
  const order = covariateOrder(settings);
  expect([order.trees, order.tMax, order.blockBound]).toEqual([3, 2, 1]);
  expect(order.columns.map((c) => [c.name, c.centreOfTree, c.gapsCentreOfTree])).toEqual([
    ['cost', null, 3],
    ['long name', null, 2],
    ['age', null, undefined],
    ['Y', 1, undefined],
  ]);
  const text = describeOrder(order);
  expect(text).toContain('position  column     role         centre of tree  its gaps  why\n');
  expect(text).toContain(
    "with j = 2, the place of 'cost is missing', which is the centre of tree 3.",
  );
  expect(text).toContain('d = 3, whether columns are missing counted in.');
});

test('what is cut alone, and what classes have to do with it', () => {
  const own = (j: number, k: number) => -1.1 * association[j][k];
  const sizeAtLeast = (j: number, k: number) => Math.abs(own(j, k)) - 0.01;
  const classes = [{ label: 'yes', association: own, sizeAtLeast }];
  const settings = { names, association, response: 'Y', sensitive: ['cost'], classes };
  const lines = describeOrder(covariateOrder({ ...settings, protect: 'related' })).split('\n');
  expect(lines.slice(-3)).toEqual([
    'Strongest association across: -0.330 between long name and age where Y = yes.',
    'A truncation cuts cost, long name alone. The other column keeps all trees.',
    'Within a class of the response an association counts for what it is at least, since the largest of several is large by chance too.',
  ]);
  const alone = covariateOrder({ ...settings, classes: [], protect: 'sensitive' });
  expect(describeOrder(alone)).toMatch(
    /\nA truncation cuts cost alone. The other 2 columns keep all trees.$/,
  );
});

test('says so when nothing is sensitive', () => {
  const order = covariateOrder({ names, association, response: 'Y', sensitive: [] });
  expect(describeOrder(order)).toContain(
    'No column is sensitive: every truncation from 1 to 3 may be used.',
  );
});

test('the order itself is plain data: JSON gives it back', () => {
  const order = covariateOrder({ names, association, response: 'Y', sensitive: ['cost'] });
  expect(JSON.parse(JSON.stringify(order))).toStrictEqual(order);
});
