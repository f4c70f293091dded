/** Pearson's correlation, with missing values left out pair by pair. */

import { crossProducts } from './crossProducts.ts';
import { hasMissing } from './missing.ts';

/**
 * Pearson's correlation of two columns of equal length: two passes, the means first. Rows with NaN
 * in either column are left out. Where the definition divides by zero (one column is constant, or
 * fewer than two rows are left) the result is 0: no sign of dependence. Values must be finite, and
 * deviations from the mean between 1e-150 and 1e150 in size; the error is at most about n eps.
 *
 * pearson(Float64Array.of(1, 2, 3), Float64Array.of(1, 3, 2)) // 0.5
 */
export function pearson(x: Float64Array, y: Float64Array): number {
  let rows = 0;
  let [sumX, sumY] = [0, 0];
  let [lowX, highX, lowY, highY] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < x.length; i++) {
    const a = x[i];
    const b = y[i];
    if (Number.isNaN(a + b)) continue;
    rows++;
    sumX += a;
    sumY += b;
    if (a < lowX) lowX = a;
    if (a > highX) highX = a;
    if (b < lowY) lowY = b;
    if (b > highY) highY = b;
  }
  // by extremes, since the rounded mean of a constant column may miss the constant
  if (!(highX > lowX && highY > lowY)) return 0;
  const meanX = sumX / rows;
  const meanY = sumY / rows;
  let [xx, yy, xy] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    const a = x[i] - meanX;
    const b = y[i] - meanY;
    if (Number.isNaN(a + b)) continue;
    xx += a * a;
    yy += b * b;
    xy += a * b;
  }
  return withinOne(xy / (Math.sqrt(xx) * Math.sqrt(yy)));
}

/**
 * The matrix of `pearson` between all columns, by rows. Complete columns share one product of
 * matrices; pairs with missing values are gone through one by one. The diagonal is 1, but 0 for a
 * constant column.
 */
export function pearsonMatrix(columns: readonly Float64Array[]): Float64Array[] {
  const d = columns.length;
  const matrix = columns.map(() => new Float64Array(d));
  const incomplete = columns.map(hasMissing);
  const complete = columns.flatMap((_, j) => (incomplete[j] ? [] : [j]));
  const products = crossProducts(complete.map((j) => standardised(columns[j])));
  complete.forEach((j, a) => {
    complete.forEach((k, b) => {
      matrix[j][k] = withinOne(products[a * complete.length + b]);
    });
  });
  for (let j = 0; j < d; j++) {
    for (let k = 0; k < j; k++) {
      if (!incomplete[j] && !incomplete[k]) continue;
      matrix[j][k] = pearson(columns[j], columns[k]);
      matrix[k][j] = matrix[j][k];
    }
    matrix[j][j] = isConstant(columns[j]) ? 0 : 1;
  }
  return matrix;
}

/** Centred, with squares that sum to 1; zeros for a constant column. */
export function standardised(column: Float64Array): Float64Array {
  if (isConstant(column)) return new Float64Array(column.length);
  let mean = 0;
  for (const value of column) mean += value;
  mean /= column.length;
  let squares = 0;
  for (const value of column) squares += (value - mean) * (value - mean);
  const size = Math.sqrt(squares);
  return column.map((value) => (value - mean) / size);
}

/** Whether all values that are not NaN are the same. */
function isConstant(column: Float64Array): boolean {
  const first = column.find((value) => !Number.isNaN(value));
  return column.every((value) => value === first || Number.isNaN(value));
}

function withinOne(r: number): number {
  return Math.min(Math.max(r, -1), 1);
}
