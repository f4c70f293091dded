import { expect, test } from 'vitest';
import { medianOf } from '../../src/numerics/median.ts';

test('the middle value, or the mean of the two middle ones', () => {
  expect(medianOf([3, 1, 2])).toBe(2);
  expect(medianOf([10, 9, 2, 1])).toBe(5.5);
  expect(medianOf([])).toBeNaN();
});
