import { expect, test } from 'vitest';
import { utilityDifferences } from '../../src/study/utilityDifferences.ts';

const base = { truncation: 5, values: [0.7, 0.8, 0.75, 0.85] };
const plus = (differences: readonly number[]) => base.values.map((x, set) => x + differences[set]);

test("paired: Student's test of the differences", () => {
  // mean 0.02, sd 0.01826, error 0.00913: t = 2.19089; by R, t.test(c(0, .02, .04, .02)) p = 0.1161
  const [found] = utilityDifferences(base, [
    { truncation: 1, values: plus([0, 0.02, 0.04, 0.02]) },
  ]);
  expect(found.truncation).toBe(1);
  expect(found.difference.estimate).toBeCloseTo(0.02, 12);
  expect(found.error).toBeCloseTo(Math.sqrt(0.0008 / 3 / 4), 12);
  expect(found.difference.high).toBeCloseTo(0.02 + 3.182446305284263 * found.error, 9);
  // P(|T| > t) with 3 degrees of freedom, in closed form
  const t = 0.02 / found.error / Math.sqrt(3);
  const tail = 1 - (2 / Math.PI) * (t / (1 + t * t) + Math.atan(t));
  expect(found.adjusted).toBeCloseTo(tail, 9);
});

test('p-values are adjusted for their number', () => {
  const strong = { truncation: 1, values: plus([0.1, 0.11, 0.1, 0.11]) };
  const weak = { truncation: 10, values: plus([0, 0.02, 0.04, 0.02]) };
  const [alone] = utilityDifferences(base, [strong]);
  const [first, second] = utilityDifferences(base, [strong, weak]);
  expect(first.adjusted).toBeCloseTo(2 * alone.adjusted, 12);
  expect(second.adjusted).toBeGreaterThan(0.05);
});

test('no spread at all, and nothing to tell it from', () => {
  const same = { truncation: 1, values: base.values };
  const found = utilityDifferences(base, [same, { truncation: 2, values: [0.7, 0.8, 0.75, 0.85] }]);
  expect(found.map(({ adjusted }) => adjusted)).toEqual([1, 1]);
  const once = { truncation: 5, values: [0.7] };
  const [single] = utilityDifferences(once, [{ truncation: 1, values: [0.9] }]);
  expect(single).toMatchObject({ adjusted: 1, error: Number.NaN });
});

test('without pairs, where sets failed, errors add up', () => {
  const [found] = utilityDifferences(base, [{ truncation: 1, values: [0.71, 0.79, 0.8] }]);
  expect(found.difference.estimate).toBeCloseTo(2.3 / 3 - 0.775, 12);
  expect(found.adjusted).toBeGreaterThan(0.5);
});
