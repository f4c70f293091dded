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

Largest sensible truncation: 3, which is all trees. The sensitive column is never a centre.
Truncation up to 2 hides the sensitive columns from a regression if no column of the block
  cost, long name
depends on the others.
Strongest association across: 0.300 between long name and age.
`.trim(),
  );
});

test('names the sensitive column that is a centre first', () => {
  const order = covariateOrder({ names, association, response: 'Y', sensitive: ['cost', 'age'] });
  expect(describeOrder(order)).toContain(
    'Largest sensible truncation: 2. The sensitive age is the centre of tree 3.',
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
