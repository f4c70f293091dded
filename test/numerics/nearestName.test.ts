import { expect, test } from 'vitest';
import { nearestName } from '../../src/numerics/nearestName.ts';

const known = ['gaussian', 'gumbel', 'joe', 'bb1', 'bb7'];

test.each([
  ['guassian', 'gaussian'],
  ['Gumbell', 'gumbel'],
  ['bb2', 'bb1'],
  ['BB7', 'bb7'],
  ['jo', 'joe'],
])('%s means %s', (given, meant) => {
  expect(nearestName(given, known)).toBe(meant);
});

test.each(['', 'plackett', 'x'])('%s means none of them', (given) => {
  expect(nearestName(given, known)).toBeUndefined();
});

const columns = ['age', 'totcst', 'totmcst', 'crea', 'surv2m', 'surv6m', 'Y'];

test.each([
  ['totcts', 'totcst', 'two letters swapped'],
  ['aeg', 'age', 'two of three letters swapped, which counts once'],
  ['totmcs', 'totmcst', 'a letter missing'],
  ['creat', 'crea', 'a letter more'],
  ['surv3m', 'surv2m', 'another letter: the first of two equally near'],
  ['CREA', 'crea', 'capitals'],
  ['y', 'Y', 'one letter'],
])('%s: %s (%s)', (typed, meant) => {
  expect(nearestName(typed, columns)).toBe(meant);
});

test.each(['income', '', 'x', 'ag3x'])('nothing is near %j', (typed) => {
  expect(nearestName(typed, columns)).toBeUndefined();
});
