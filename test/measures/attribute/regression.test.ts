import { describe, expect, test } from 'vitest';
import type { TableFeatures } from '../../../src/features/features.ts';
import { momentsOf, regress, standardise } from '../../../src/measures/attribute/regression.ts';
import { Draw } from '../../support/draw.ts';
import { leastSquares } from '../../support/leastSquares.ts';

function featuresFrom(
  columns: readonly Float64Array[],
  isNumber?: readonly boolean[],
): TableFeatures {
  const names = columns.map((_, j) => `x${j}`);
  return {
    rows: columns[0].length,
    names,
    columns,
    sources: names,
    isNumber: isNumber ?? columns.map(() => true),
    unknownLevels: 0,
  };
}

function scaled(column: Float64Array, ddof: number): Float64Array {
  const n = column.length;
  const mean = column.reduce((sum, v) => sum + v, 0) / n;
  const sd = Math.sqrt(column.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (n - ddof));
  return column.map((v) => (v - mean) / sd);
}

const draw = new Draw(11);
const n = 60;
const normal = () =>
  Math.sqrt(-2 * Math.log(1 - draw.uniform())) * Math.cos(2 * Math.PI * draw.uniform());
const a = draw.column(n, normal);
const b = draw.column(n, (_, i) => 3 + 2 * a[i] + normal());
const y = draw.column(n, (_, i) => (a[i] + normal() > 0 ? 1 : 0));
const s = draw.column(n, (_, i) => 100 + a[i] - 2 * y[i] + 0.5 * normal());

describe.each([0, 1] as const)('the regression of the attacker, ddof %i', (ddof) => {
  const features = featuresFrom([a, b, y, s], [true, true, false, true]);
  const set = standardise(features, ddof);

  test('is least squares on the columns standardised, the response raw', () => {
    const found = regress(set, 3, [0, 1, 2], features.isNumber);
    const [intercept, ...coefficients] = leastSquares(scaled(s, ddof), [
      scaled(a, ddof),
      scaled(b, ddof),
      y,
    ]);
    expect(found.intercept).toBeCloseTo(intercept, 12);
    coefficients.forEach((coefficient, k) => {
      expect(found.coefficients[k]).toBeCloseTo(coefficient, 12);
    });
    const fitted = scaled(s, ddof).map(
      (_, i) =>
        intercept +
        coefficients[0] * scaled(a, ddof)[i] +
        coefficients[1] * scaled(b, ddof)[i] +
        coefficients[2] * y[i],
    );
    const squares = (x: Float64Array) => x.reduce((sum, v) => sum + v * v, 0);
    const residual = scaled(s, ddof).map((v, i) => v - fitted[i]);
    const r2 = 1 - squares(residual) / squares(scaled(s, ddof));
    expect(found.r2).toBeCloseTo(r2, 12);
    expect(found.adjustedR2).toBeCloseTo(1 - ((1 - r2) * (n - 1)) / (n - 4), 12);
  });

  test('standardises the response too when told to', () => {
    const found = regress(set, 3, [0, 1, 2], [true, true, true, true]);
    const [, ...coefficients] = leastSquares(scaled(s, ddof), [
      scaled(a, ddof),
      scaled(b, ddof),
      scaled(y, ddof),
    ]);
    coefficients.forEach((coefficient, k) => {
      expect(found.coefficients[k]).toBeCloseTo(coefficient, 12);
    });
    expect(found.intercept).toBe(0);
  });
});

test('a case by hand: x = 1 2 3, s = 1 2 6 has slope 2.5, R2 = 12.5/14', () => {
  const features = featuresFrom([Float64Array.of(1, 2, 3), Float64Array.of(1, 2, 6)]);
  const { mean, sd } = momentsOf(features, 0);
  expect([...mean]).toEqual([2, 3]);
  expect(sd[0]).toBeCloseTo(Math.sqrt(2 / 3), 15);
  const found = regress(standardise(features, 0), 1, [0], [true, true]);
  expect(found.r2).toBeCloseTo(12.5 / 14, 14);
  expect(found.coefficients[0]).toBeCloseTo(Math.sqrt(12.5 / 14), 14);
  // one regressor: no inflation, n - 1 = 2
  expect(found.floor).toBeCloseTo(Math.sqrt(2 / Math.PI) * Math.sqrt(1 / 2), 14);
  expect(found.noise).toBeCloseTo(Math.sqrt(2 / Math.PI) * Math.sqrt(1.5 / 14 / 1), 14);
});

test('regressors that do not vary or repeat others have the coefficient 0', () => {
  const features = featuresFrom([a, new Float64Array(n).fill(0.1), a.map((x) => 5 - 3 * x), b, s]);
  const found = regress(standardise(features, 0), 4, [0, 1, 2, 3], features.isNumber);
  const alone = regress(standardise(features, 0), 4, [0, 3], features.isNumber);
  expect([...found.coefficients]).toEqual([alone.coefficients[0], 0, 0, alone.coefficients[1]]);
  expect(found.r2).toBe(alone.r2);
});

test('variance inflation is that of the definition, 1 / (1 - R2 of a regressor on the others)', () => {
  const features = featuresFrom([a, b, s]);
  const found = regress(standardise(features, 0), 2, [0, 1], features.isNumber);
  const r2 = regress(standardise(features, 0), 0, [1], features.isNumber).r2;
  const expected = Math.sqrt(2 / Math.PI) * Math.sqrt(1 / (1 - r2) / (n - 1));
  expect(found.floor).toBeCloseTo(expected, 13);
});

test('the floor is the mean size of coefficients when nothing depends on anything', () => {
  const sets = 400;
  const rows = 100;
  let size = 0;
  let squares = 0;
  let floor = 0;
  for (let k = 0; k < sets; k++) {
    const columns = Array.from({ length: 8 }, () => draw.column(rows, normal));
    const found = regress(
      standardise(featuresFrom(columns), 0),
      0,
      [1, 2, 3, 4, 5, 6, 7],
      columns.map(() => true),
    );
    const mean = found.coefficients.reduce((sum, x) => sum + Math.abs(x), 0) / 7;
    size += mean / sets;
    squares += (mean * mean) / sets;
    floor += found.floor / sets;
  }
  const error = Math.sqrt((squares - size * size) / sets);
  expect(Math.abs(size - floor)).toBeLessThan(4 * error);
});
