import { describe, expect, test } from 'vitest';
import { kernel } from '../../src/numerics/kernel.ts';
import {
  hermiteLoadings,
  linearLoadings,
  NORMAL,
  observedCorrelation,
} from '../../src/order/hermiteLoadings.ts';
import { Draw } from '../support/draw.ts';

/** A column of n values at evenly spaced quantiles of g(Z). */
function quantiles(n: number, g: (z: number) => number): Float64Array {
  return Float64Array.from({ length: n }, (_, i) => g(kernel().normalQuantile((i + 0.5) / n)));
}

const fair = hermiteLoadings(Float64Array.of(0, 1));

describe('loadings', () => {
  test('of a 0/1 column start with the density at the cut over the deviation', () => {
    for (const [zeros, ones] of [
      [1, 1],
      [3, 1],
      [39, 61],
    ]) {
      const column = new Float64Array(zeros + ones).fill(1, zeros);
      const p = ones / (zeros + ones);
      const cut = kernel().normalQuantile(1 - p);
      const density = Math.exp(-0.5 * cut * cut) / Math.sqrt(2 * Math.PI);
      const [a1, a2, a3] = hermiteLoadings(column);
      const sd = Math.sqrt(p * (1 - p));
      expect(a1).toBeCloseTo(density / sd, 13);
      expect(a2).toBeCloseTo((cut * density) / sd / Math.sqrt(2), 13);
      expect(a3).toBeCloseTo(((cut * cut - 1) * density) / sd / Math.sqrt(6), 13);
    }
  });

  test('of a lognormal column are exp(s²/2) s^k / sqrt(k!) over its deviation', () => {
    const s = 0.5;
    const loadings = hermiteLoadings(quantiles(200_000, (z) => Math.exp(s * z)));
    const deviation = Math.sqrt(Math.exp(s * s) - 1);
    let expected = 1 / deviation;
    for (let k = 1; k <= 5; k++) {
      expected *= s / Math.sqrt(k);
      // steps miss the tails beyond 1/n
      expect(Math.abs(loadings[k - 1] - expected), `k = ${k}`).toBeLessThan(1e-3);
    }
  });

  test('of a long normal column are nearly those of a normal one', () => {
    const loadings = hermiteLoadings(quantiles(100_000, (z) => z));
    for (const [k, a] of loadings.entries()) expect(Math.abs(a - NORMAL[k])).toBeLessThan(0.01);
  });

  test('have squares that sum to 1, and do not move with shift, scale, order, or gaps', () => {
    const draw = new Draw(71);
    const column = draw.column(300, () => draw.uniform() ** 4);
    const loadings = hermiteLoadings(column);
    expect(loadings.reduce((sum, a) => sum + a * a, 0)).toBeCloseTo(1, 14);
    const moved = draw.shuffled(Float64Array.of(...column.map((x) => 1e6 * (x + 2)), NaN, NaN));
    for (const [k, a] of hermiteLoadings(moved).entries()) expect(a).toBeCloseTo(loadings[k], 8);
  });

  test('of a constant or empty column count as normal', () => {
    expect(hermiteLoadings(Float64Array.of(5, 5, NaN))).toBe(NORMAL);
    expect(hermiteLoadings(new Float64Array(0))).toBe(NORMAL);
  });
});

describe('correlations', () => {
  test('of two normal variables cut at their medians: 2/pi arcsin rho (Sheppard)', () => {
    for (const rho of [-0.8, -0.3, 0, 0.1, 0.5, 0.7]) {
      const expected = (2 / Math.PI) * Math.asin(rho);
      // what the last loading gathers is at most rho^41 times the rest of the squares
      expect(Math.abs(observedCorrelation(rho, fair, fair) - expected)).toBeLessThan(
        0.1 * Math.abs(rho) ** 41 + 1e-14,
      );
    }
  });

  test('of two lognormal columns: (exp(s² rho) - 1) / (exp(s²) - 1)', () => {
    const loadings = hermiteLoadings(quantiles(200_000, (z) => Math.exp(0.5 * z)));
    for (const rho of [-0.9, -0.2, 0.4, 0.95]) {
      const expected = (Math.exp(0.25 * rho) - 1) / (Math.exp(0.25) - 1);
      expect(Math.abs(observedCorrelation(rho, loadings, loadings) - expected)).toBeLessThan(1e-4);
    }
  });

  test('stay for normal columns, are 1 for a column with itself, and 0 stays 0', () => {
    const skew = hermiteLoadings(quantiles(50, (z) => z ** 3 + z));
    expect(observedCorrelation(0.3, NORMAL, NORMAL)).toBe(0.3);
    expect(observedCorrelation(1, skew, skew)).toBeCloseTo(1, 14);
    expect(observedCorrelation(1, fair, fair)).toBeCloseTo(1, 14);
    expect(observedCorrelation(0, skew, fair)).toBe(0);
  });

  test('seen through one correlation with a normal variable are multiplied by it', () => {
    expect([...linearLoadings(1)]).toEqual([...NORMAL]);
    const linear = linearLoadings(0.8);
    expect(linear.reduce((sum, a) => sum + a * a, 0)).toBeCloseTo(1, 15);
    const skew = hermiteLoadings(quantiles(50, (z) => Math.exp(z)));
    for (const rho of [-0.5, 0.3]) {
      expect(observedCorrelation(rho, linear, NORMAL)).toBeCloseTo(0.8 * rho, 12);
      expect(observedCorrelation(rho, linear, skew)).toBeCloseTo(0.8 * rho * skew[0], 12);
    }
    expect(observedCorrelation(1, linear, linear)).toBeCloseTo(1, 14);
  });
});
