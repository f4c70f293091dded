import { describe, expect, test } from 'vitest';
import { fitLinear, predictLinear } from '../../src/learners/linear.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { Draw } from '../support/draw.ts';
import { featuresOf, normal } from './tables.ts';

const rng = rngFromSeed(30);

/** Least squares with an intercept by Gaussian elimination on the normal equations. */
function normalEquations(columns: readonly Float64Array[], y: Float64Array): number[] {
  const x = [y.map(() => 1), ...columns];
  const rows = x.map((a) => [
    ...x.map((b) => a.reduce((sum, v, i) => sum + v * b[i], 0)),
    a.reduce((sum, v, i) => sum + v * y[i], 0),
  ]);
  const d = x.length;
  for (let k = 0; k < d; k++) {
    const pivot = rows
      .slice(k)
      .reduce((best, row, i) => (Math.abs(row[k]) > Math.abs(rows[best][k]) ? k + i : best), k);
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let i = 0; i < d; i++) {
      if (i === k) continue;
      const factor = rows[i][k] / rows[k][k];
      rows[i] = rows[i].map((v, j) => v - factor * rows[k][j]);
    }
  }
  return rows.map((row, k) => row[d] / row[k]);
}

const moments = (x: Float64Array) => {
  const mean = x.reduce((sum, v) => sum + v, 0) / x.length;
  return { mean, sd: Math.sqrt(x.reduce((sum, v) => sum + (v - mean) ** 2, 0) / x.length) };
};

const draw = new Draw(31);
const columns = Array.from({ length: 4 }, (_, j) =>
  draw.column(60, () => (j + 1) * normal(draw) + 3 * j),
);
const y = draw.column(60, (_, i) => 5 + 2 * columns[0][i] - columns[2][i] + normal(draw));
const features = featuresOf(...columns);

describe('least squares', () => {
  test('solves the normal equations', () => {
    const { intercept, coefficients, notes } = fitLinear(features, y, undefined, rng);
    const expected = normalEquations(columns, y);
    expect(intercept).toBeCloseTo(expected[0], 9);
    coefficients.forEach((b, j) => {
      expect(b).toBeCloseTo(expected[j + 1], 10);
    });
    expect(notes).toEqual([]);
  });

  test('finds a polynomial exactly, far from 0 and in any unit', () => {
    const x = Float64Array.from({ length: 20 }, (_, i) => 1000 + i);
    const cubic = featuresOf(
      x,
      x.map((v) => v * v * 1e-9),
    );
    const model = fitLinear(
      cubic,
      x.map((v) => 2 - 3 * v + 0.5 * v * v),
      undefined,
      rng,
    );
    expect(model.coefficients[0]).toBeCloseTo(-3, 4);
    expect(model.coefficients[1] * 1e-9).toBeCloseTo(0.5, 8);
    const probe = predictLinear(model, featuresOf([1010.5], [1010.5 ** 2 * 1e-9]));
    expect(probe[0]).toBeCloseTo(2 - 3 * 1010.5 + 0.5 * 1010.5 ** 2, 3);
  });

  test('leaves out what does not vary and what is a sum of columns before it, and says so', () => {
    const double = columns[0].map((v, i) => 2 * v - columns[1][i] + 7);
    const more = featuresOf(new Float64Array(60).fill(0.1), ...columns, double);
    const model = fitLinear(more, y, undefined, rng);
    const expected = normalEquations(columns, y);
    [0, ...expected.slice(1), 0].forEach((b, j) => {
      expect(model.coefficients[j]).toBeCloseTo(b, 8);
    });
    expect(model.notes).toEqual([
      "Column 'x1' does not vary: its coefficient is 0.",
      "Column 'x6' is a sum of multiples of columns before it: its coefficient is 0.",
    ]);
  });

  test('with more columns than rows meets every row', () => {
    const wide = featuresOf(...Array.from({ length: 9 }, () => draw.column(6, () => normal(draw))));
    const few = draw.column(6, () => normal(draw));
    const model = fitLinear(wide, few, undefined, rng);
    predictLinear(model, wide).forEach((value, i) => {
      expect(value).toBeCloseTo(few[i], 6);
    });
    expect(model.notes).toHaveLength(4);
  });
});

/** x'(residual) / n of each standardised column, and its standardised coefficient. */
function pulls(model: ReturnType<typeof fitLinear>) {
  const predicted = predictLinear(model, features);
  return columns.map((x, j) => {
    const { mean, sd } = moments(x);
    const pull = x.reduce((sum, v, i) => sum + ((v - mean) / sd) * (y[i] - predicted[i]), 0) / 60;
    return { pull, slope: model.coefficients[j] * sd };
  });
}

describe('penalties', () => {
  test('ridge: the gradient is 0', () => {
    for (const strength of [0.01, 1, 30]) {
      for (const { pull, slope } of pulls(fitLinear(features, y, { mix: 0, strength }, rng))) {
        expect(pull).toBeCloseTo(strength * slope, 10);
      }
    }
  });

  test('lasso and between: the conditions of Karush, Kuhn and Tucker hold', () => {
    let zeros = 0;
    for (const mix of [1, 0.4]) {
      for (const strength of [0.02, 0.3, 1.5]) {
        for (const { pull, slope } of pulls(fitLinear(features, y, { mix, strength }, rng))) {
          if (slope === 0) {
            zeros++;
            expect(Math.abs(pull)).toBeLessThanOrEqual(strength * mix);
          } else {
            const expected = strength * (mix * Math.sign(slope) + (1 - mix) * slope);
            expect(pull).toBeCloseTo(expected, 8);
          }
        }
      }
    }
    expect(zeros).toBeGreaterThan(2);
  });

  test('lasso of one column: the soft threshold', () => {
    const x = featuresOf([-1, 1, -1, 1]);
    const values = Float64Array.of(0, 2, 1, 5);
    // mean 2, slope of least squares 1.5
    const { intercept, coefficients } = fitLinear(x, values, { mix: 1, strength: 0.25 }, rng);
    expect([intercept, coefficients[0]]).toEqual([2, 1.25]);
    expect(fitLinear(x, values, { mix: 1, strength: 1.5 }, rng).coefficients[0]).toBe(0);
  });

  test('a strength chosen by cross-validation: small for signal, such that noise counts nothing', () => {
    for (const mix of [0, 1]) {
      const model = fitLinear(features, y, { mix }, rng);
      expect(model).toEqual(fitLinear(features, y, { mix }, rng));
      expect(model.coefficients[0]).toBeGreaterThan(1.5);
      expect(model.penalty?.strength).toBeLessThan(0.2);
    }
    const noise = draw.column(60, () => normal(draw));
    const lost = fitLinear(features, noise, { mix: 1 }, rngFromSeed(2));
    expect(Math.max(...lost.coefficients.map(Math.abs))).toBeLessThan(0.15);
  });
});
