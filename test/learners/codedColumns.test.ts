import { expect, test } from 'vitest';
import { codeColumn, thresholdBetween } from '../../src/learners/codedColumns.ts';
import { Draw } from '../support/draw.ts';

test('exact codes are places among the distinct values; -0 and 0 are one', () => {
  const { codes, lowest, highest } = codeColumn(Float64Array.of(3, -1, 0, 3, -0, 7));
  expect([...codes]).toEqual([2, 0, 1, 2, 1, 3]);
  expect([...lowest].map((x) => x + 0)).toEqual([-1, 0, 3, 7]);
  expect(highest).toBe(lowest);
});

test('bins keep the order, hold about equally many rows and never part equal values', () => {
  const draw = new Draw(1);
  const values = draw.column(1000, () => Math.round(draw.uniform() ** 3 * 400) / 10);
  const { codes, lowest, highest } = codeColumn(values, 16);
  expect(lowest.length).toBeLessThanOrEqual(16);
  expect(lowest.length).toBeGreaterThan(8);
  values.forEach((value, i) => {
    expect(value).toBeGreaterThanOrEqual(lowest[codes[i]]);
    expect(value).toBeLessThanOrEqual(highest[codes[i]]);
  });
  for (let bin = 1; bin < lowest.length; bin++) {
    expect(lowest[bin]).toBeGreaterThan(highest[bin - 1]);
  }
  const smooth = codeColumn(
    draw.column(1000, () => draw.uniform()),
    10,
  );
  const counts = new Array(10).fill(0);
  for (const code of smooth.codes) counts[code]++;
  expect(counts).toEqual(new Array(10).fill(100));
});

test('as many bins as values are exact codes', () => {
  const values = Float64Array.of(5, 2, 9, 2);
  expect(codeColumn(values, 3)).toEqual(codeColumn(values));
});

test('a threshold parts its neighbours, also where no double lies between them', () => {
  const between = (low: number, high: number) =>
    thresholdBetween(codeColumn(Float64Array.of(low, high)), 0, 1);
  expect(between(1, 2)).toBe(1.5);
  expect(between(1, 1 + Number.EPSILON)).toBe(1);
  expect(between(-1.7e308, 1.7e308)).toBeLessThan(1.7e308);
  expect(between(-5e-324, 0)).toBe(-5e-324);
});
