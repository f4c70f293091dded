import { expect, test } from 'vitest';
import { cholesky } from '../../src/numerics/cholesky.ts';
import { kernel } from '../../src/numerics/kernel.ts';
import {
  coefficientNoise,
  meanAbsolute,
  meanSampleR2,
  regressionFrom,
} from '../../src/order/regressionAttack.ts';
import { Draw } from '../support/draw.ts';
import { inverseOf, randomCorrelations, regress } from './gaussian.ts';

const others = (n: number, j: number) =>
  Array.from({ length: n }, (_, i) => i).filter((i) => i !== j);

test('a regression from the inverse: coefficients, variance inflation, residual variance', () => {
  const n = 6;
  const matrix = randomCorrelations(new Draw(61), n);
  const inverse = inverseOf(matrix).map((row) => Float64Array.from(row));
  const diagonal = Float64Array.from(inverse, (row, i) => row[i]);
  for (let j = 0; j < n; j++) {
    const on = others(n, j);
    const { coefficients, varianceInflation, residualVariance } = regressionFrom(
      diagonal,
      inverse[j],
      j,
    );
    const expected = regress(matrix, j, on);
    const withoutJ = inverseOf(on.map((a) => on.map((b) => matrix[a][b])));
    on.forEach((k, i) => {
      expect(coefficients[k]).toBeCloseTo(expected[i], 11);
      expect(varianceInflation[k]).toBeCloseTo(withoutJ[i][i], 11);
    });
    expect([coefficients[j], varianceInflation[j]]).toEqual([0, 0]);
    const explained = expected.reduce((sum, b, i) => sum + b * matrix[on[i]][j], 0);
    expect(residualVariance).toBeCloseTo(1 - explained, 12);
  }
});

test('the mean size of a normal variable, against the integral', () => {
  for (const [mean, sd] of [
    [0, 1],
    [0.3, 0.2],
    [-1.5, 1],
    [4, 0.1],
    [0.01, 2],
  ]) {
    // the trapezoid rule on a smooth integrand either side of the kink at 0
    let integral = 0;
    for (const [from, to] of [
      [0, mean + 12 * sd],
      [mean - 12 * sd, 0],
    ]) {
      const steps = 40_000;
      const h = (to - from) / steps;
      for (let i = 0; i <= steps && h > 0; i++) {
        const x = from + i * h;
        const weight = i === 0 || i === steps ? 0.5 : 1;
        const z = (x - mean) / sd;
        integral +=
          (weight * h * Math.abs(x) * Math.exp(-0.5 * z * z)) / (sd * Math.sqrt(2 * Math.PI));
      }
    }
    expect(Math.abs(meanAbsolute(mean, sd) - integral), `${mean}, ${sd}`).toBeLessThan(1e-6);
  }
  expect(meanAbsolute(-0.25, 0)).toBe(0.25);
  expect(meanAbsolute(0, 0)).toBe(0);
  expect(meanAbsolute(0, 1)).toBeCloseTo(Math.sqrt(2 / Math.PI), 15);
  expect(meanAbsolute(-3, 0.5)).toBe(meanAbsolute(3, 0.5));
});

test('the mean R² of a sample: closed form at 3 rows, noise alone, everything explained', () => {
  for (const r2 of [0.1, 0.5, 0.9, 0.99]) {
    // F(1, 1; 2; x) = -log(1 - x) / x
    const expected = 1 + ((1 - r2) / 2) * (Math.log(1 - r2) / r2);
    expect(meanSampleR2(r2, 3, 1)).toBeCloseTo(expected, 8);
  }
  expect(meanSampleR2(0, 500, 26)).toBeCloseTo(26 / 499, 15);
  expect(meanSampleR2(1, 500, 26)).toBe(1);
});

test('the means that samples of 12 rows give, where noise is most of it: false alarm below 1e-6 for each of two', () => {
  const [n, d, rows, repeats] = [4, 3, 12, 4000];
  const draw = new Draw(62);
  const matrix = randomCorrelations(draw, n).map((row, i) =>
    row.map((r, j) => (i === j ? 1 : r / 4)),
  );
  const factor = cholesky(Float64Array.from(matrix.flat()), n);
  const mab: number[] = [];
  const r2: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    const table = Array.from({ length: rows }, () => {
      const z = Array.from({ length: n }, () => kernel().normalQuantile(draw.uniform() + 2 ** -54));
      return z.map((_, i) => z.reduce((sum, x, k) => sum + factor[i * n + k] * x, 0));
    });
    const mean = table[0].map((_, i) => table.reduce((sum, row) => sum + row[i], 0) / rows);
    const moments = mean.map((_, i) =>
      mean.map((_, j) =>
        table.reduce((sum, row) => sum + (row[i] - mean[i]) * (row[j] - mean[j]), 0),
      ),
    );
    const b = regress(moments, 0, [1, 2, 3]);
    mab.push(b.reduce((sum, x) => sum + Math.abs(x), 0) / d);
    r2.push(b.reduce((sum, x, i) => sum + x * moments[i + 1][0], 0) / moments[0][0]);
  }
  const inverse = inverseOf(matrix).map((row) => Float64Array.from(row));
  const diagonal = Float64Array.from(inverse, (row, i) => row[i]);
  const { coefficients, varianceInflation, residualVariance } = regressionFrom(
    diagonal,
    inverse[0],
    0,
  );
  const noise = varianceInflation.map((v) => coefficientNoise(residualVariance, v, rows, d));
  const expectedMab = [1, 2, 3].reduce(
    (sum, k) => sum + meanAbsolute(coefficients[k], noise[k]) / d,
    0,
  );
  const expectedR2 = meanSampleR2(1 - residualVariance, rows, d);
  for (const [found, expected, bias] of [
    [mab, expectedMab, expectedMab / (4 * (rows - d))],
    [r2, expectedR2, 0],
  ] as const) {
    const mean = found.reduce((sum, x) => sum + x, 0) / repeats;
    const variance = found.reduce((sum, x) => sum + (x - mean) ** 2, 0) / repeats;
    // a normal variable exceeds 5 deviations with probability 6e-7
    expect(Math.abs(mean - expected)).toBeLessThan(5 * Math.sqrt(variance / repeats) + bias);
  }
});
