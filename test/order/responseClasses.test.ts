import { expect, test } from 'vitest';
import { responseClasses, valuesIn } from '../../src/order/responseClasses.ts';

/** So many rows of each level, mixed. */
function codes(...sizes: number[]): Float64Array {
  const left = sizes.slice();
  const all: number[] = [];
  while (left.some((size) => size > 0)) {
    left.forEach((size, level) => {
      if (size > 0) all.push(level);
      left[level]--;
    });
  }
  return Float64Array.from(all);
}

test('classes with at least 50 rows, with their rows', () => {
  const response = codes(50, 49, 80);
  const classes = responseClasses(response, ['a', 'b', 'c']);
  expect(classes.map(({ label, rows }) => [label, rows.length])).toEqual([
    ['a', 50],
    ['c', 80],
  ]);
  expect(new Set(valuesIn(response, classes[1].rows))).toEqual(new Set([2]));
});

test('none for numbers, or for more than ten levels', () => {
  const levels = Array.from({ length: 11 }, (_, i) => `${i}`);
  const response = codes(...levels.map(() => 60));
  expect(responseClasses(response, undefined)).toEqual([]);
  expect(responseClasses(response, levels)).toEqual([]);
  expect(responseClasses(codes(...levels.slice(1).map(() => 60)), levels.slice(1))).toHaveLength(
    10,
  );
});
