import { expect, test } from 'vitest';
import { covariateOrder } from '../../src/order/covariateOrder.ts';
import type { RestOrder } from '../../src/order/orderForFit.ts';

const names = ['a', 'b', 's', 'c', 'd', 'Y'];
const association = [
  [1, 0.5, 0.1, 0.4, 0, -0.3],
  [0.5, 1, -0.55, 0.2, 0, 0.1],
  [0.1, -0.55, 1, 0.3, 0.2, 0.5],
  [0.4, 0.2, 0.3, 1, 0, 0.4],
  [0, 0, 0.2, 0, 1, -0.6],
  [-0.3, 0.1, 0.5, 0.4, -0.6, 1],
].map((row) => Float64Array.from(row));

function ordered(rest?: RestOrder) {
  const settings = { names, association, response: 'Y', sensitive: ['s'] };
  return covariateOrder({ ...settings, ...(rest && { rest }) });
}

test('original: as in the table, and the default', () => {
  expect(ordered('original')).toEqual(ordered());
  expect(ordered().order).toEqual(['s', 'a', 'b', 'c', 'd', 'Y']);
});

test('strength: the column that goes most with the others is the centre of tree 2', () => {
  // a 0.9, b 0.7, c 0.6, d 0, without the sensitive column and the response
  const { order, columns } = ordered('strength');
  expect(order).toEqual(['s', 'd', 'c', 'b', 'a', 'Y']);
  expect(columns[4]).toMatchObject({
    centreOfTree: 2,
    reason: 'associations with the others of 0.90 in all; 0.100 with s',
  });
});

test('response: the column that goes most with the response, whatever the sign', () => {
  const { order, columns } = ordered('response');
  expect(order).toEqual(['s', 'b', 'a', 'c', 'd', 'Y']);
  expect(columns[4].reason).toBe('-0.600 with Y; 0.200 with s');
});

test('distance: the column that goes least with the sensitive ones', () => {
  expect(ordered('distance').order).toEqual(['s', 'b', 'c', 'd', 'a', 'Y']);
});

test('equals keep their original order; K and the sensitive columns stay where they are', () => {
  const flat = association.map((row, i) => row.map((_, j) => Number(i === j)));
  flat[2][3] = 0.9;
  flat[3][2] = 0.9;
  for (const rest of ['strength', 'response', 'distance'] as const) {
    const { order } = covariateOrder({
      names,
      association: flat,
      response: 'Y',
      sensitive: ['s'],
      rest,
    });
    expect(order, rest).toEqual(['s', 'c', 'a', 'b', 'd', 'Y']);
  }
});
