import { expect, test } from 'vitest';
import { nearestName } from '../../src/order/nearestName.ts';

const names = ['age', 'totcst', 'totmcst', 'crea', 'surv2m', 'surv6m', 'Y'];

test.each([
  ['totcts', 'totcst', 'two letters swapped'],
  ['aeg', 'age', 'two of three letters swapped, which counts once'],
  ['totmcs', 'totmcst', 'a letter missing'],
  ['creat', 'crea', 'a letter more'],
  ['surv3m', 'surv2m', 'another letter: the first of two equally near'],
  ['CREA', 'crea', 'capitals'],
  ['y', 'Y', 'one letter'],
])('%s: %s (%s)', (typed, meant) => {
  expect(nearestName(typed, names)).toBe(meant);
});

test.each(['income', '', 'x', 'ag3x'])('nothing is near %j', (typed) => {
  expect(nearestName(typed, names)).toBeUndefined();
});
