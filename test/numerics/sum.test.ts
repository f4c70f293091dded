import { expect, test } from 'vitest';
import { sum } from '../../src/numerics/sum.ts';
import { Draw } from '../support/draw.ts';

/** The exact sum, rounded once: integers of any length, in units of 2^-200. */
function exactSum(values: Float64Array): number {
  let total = 0n;
  // scaling by a power of two is exact
  for (const value of values) total += BigInt(value * 2 ** 200);
  return Number(total) / 2 ** 200;
}

/** Numbers of both signs whose sizes span 2^-40 .. 2^40. */
function mixed(draw: Draw, n: number): Float64Array {
  return draw.column(n, () => (draw.uniform() - 0.4) * 2 ** (draw.integer(81) - 40));
}

test('short columns of every length up to 40', () => {
  for (let n = 0; n <= 40; n++) {
    expect(sum(Float64Array.from({ length: n }, (_, i) => i + 1))).toBe((n * (n + 1)) / 2);
  }
});

test('what plain addition loses is kept', () => {
  expect(sum(Float64Array.of(1, 1e100, 1, -1e100))).toBe(2);
  expect(sum(new Float64Array(10).fill(0.1))).toBe(1);
  // each 1 alone is too small to show; one is added in a lane, the other across lanes
  expect(sum(Float64Array.of(2 ** 53, 1, 0, 0, 0, 0, 0, 0, 1))).toBe(2 ** 53 + 2);
});

test('wherever large and small numbers meet: in one lane or where the lanes are put together', () => {
  for (let i = 0; i < 20; i++) {
    for (let j = 0; j < 20; j++) {
      for (let k = 0; k < 20; k++) {
        if (i === j || j === k || k === i) continue;
        const values = new Float64Array(20);
        values[i] = 2 ** 60;
        values[j] = 1;
        values[k] = -(2 ** 60);
        if (sum(values) !== 1)
          expect.fail(`2^60 at ${i}, 1 at ${j}, -2^60 at ${k}: got ${sum(values)}`);
      }
    }
  }
});

test('equal to the exact sum, to the last digit', () => {
  const draw = new Draw(1);
  for (let repeat = 0; repeat < 300; repeat++) {
    const values = mixed(draw, draw.integer(2000));
    const exact = exactSum(values);
    expect(Math.abs(sum(values) - exact)).toBeLessThanOrEqual(2 ** -52 * Math.abs(exact));
  }
});

test('permuting 1e5 rows of mixed size changes the sum by at most 1e-15 relative', () => {
  const draw = new Draw(2);
  const values = mixed(draw, 100_000);
  const reference = sum(values);
  const naive = new Set<number>();
  for (let repeat = 0; repeat < 20; repeat++) {
    const permuted = draw.shuffled(values);
    naive.add(permuted.reduce((total, value) => total + value, 0));
    expect(Math.abs(sum(permuted) / reference - 1)).toBeLessThanOrEqual(1e-15);
  }
  // the data are hard enough for the test to mean something
  expect(naive.size).toBeGreaterThan(1);
});

test('infinities and NaN as in plain addition', () => {
  const ones = new Float64Array(20).fill(1);
  const put = (...pairs: [number, number][]) => {
    const values = ones.slice();
    for (const [i, value] of pairs) values[i] = value;
    return sum(values);
  };
  expect(put([3, -Infinity])).toBe(-Infinity);
  expect(put([19, Infinity], [2, Infinity])).toBe(Infinity);
  expect(put([19, Infinity], [2, -Infinity])).toBeNaN();
  expect(put([7, NaN])).toBeNaN();
});
