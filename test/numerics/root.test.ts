import { expect, test } from 'vitest';
import { rootOfIncreasing } from '../../src/numerics/root.ts';

test('finds roots to the last digits', () => {
  expect(rootOfIncreasing((x) => x * x - 2, 0, 2)).toBeCloseTo(Math.SQRT2, 15);
  expect(rootOfIncreasing((x) => Math.exp(x) - 1e-9 - 1, 0, 700) / 1e-9).toBeCloseTo(1, 6);
  expect(rootOfIncreasing((x) => x ** 9 - 1e-9, 0, 100)).toBeCloseTo(0.1, 12);
  expect(rootOfIncreasing((x) => Math.atan(1e6 * (x - 0.3)), -50, 90)).toBeCloseTo(0.3, 12);
});

test('a function without a change of sign gives the nearer end', () => {
  expect(rootOfIncreasing((x) => x + 1, 0, 2)).toBe(0);
  expect(rootOfIncreasing((x) => x - 3, 0, 2)).toBe(2);
  expect(rootOfIncreasing((x) => x, 0, 2)).toBe(0);
});

test('takes few steps', () => {
  let calls = 0;
  rootOfIncreasing(
    (x) => {
      calls++;
      return x ** 5 - 7;
    },
    0,
    50,
  );
  expect(calls).toBeLessThan(40);
});
