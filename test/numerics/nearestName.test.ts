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
