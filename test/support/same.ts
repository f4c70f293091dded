import { expect } from 'vitest';

/**
 * Exact equality of two columns (NaN equals NaN, -0 equals 0), fast on long ones; a failure names
 * the first row that differs.
 */
export function expectSame(actual: Float64Array, expected: Float64Array, what = 'column'): void {
  expect(actual.length, `length of ${what}`).toBe(expected.length);
  const row = actual.findIndex(
    (a, i) => a !== expected[i] && !(Number.isNaN(a) && Number.isNaN(expected[i])),
  );
  if (row >= 0) expect.fail(`${what}, row ${row}: expected ${expected[row]}, got ${actual[row]}`);
}
