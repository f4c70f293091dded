/** Normal columns and mixtures of them, drawn and by formula, for comparison. */

import type { Draw } from '../support/draw.ts';
import type { Matrix } from './gaussian.ts';

export function normal(draw: Draw): number {
  return Math.sqrt(-2 * Math.log(1 - draw.uniform())) * Math.cos(2 * Math.PI * draw.uniform());
}

/** Columns of rows with these covariances and mean 0, by a triangular root found by Gram and Schmidt. */
export function drawNormals(draw: Draw, covariances: Matrix, rows: number): Float64Array[] {
  const root: Matrix = covariances.map((row) => row.map(() => 0));
  covariances.forEach((row, i) => {
    for (let j = 0; j <= i; j++) {
      const rest = row[j] - root[i].reduce((sum, x, k) => sum + (k < j ? x * root[j][k] : 0), 0);
      root[i][j] = i === j ? Math.sqrt(rest) : rest / root[j][j];
    }
  });
  const noise = covariances.map(() => draw.column(rows, normal));
  return root.map((weights) =>
    Float64Array.from({ length: rows }, (_, i) =>
      weights.reduce((sum, w, k) => sum + w * noise[k][i], 0),
    ),
  );
}

/** Least squares of y on columns and a constant, by normal equations: coefficients and residual variance. */
export function leastSquares(
  y: Float64Array,
  columns: readonly Float64Array[],
  solve: (matrix: Matrix) => Matrix,
): { coefficients: number[]; residual: number } {
  const mean = (v: Float64Array) => v.reduce((sum, x) => sum + x, 0) / v.length;
  const centred = [...columns, y].map((v) => {
    const m = mean(v);
    return v.map((x) => x - m);
  });
  const product = (a: Float64Array, b: Float64Array) =>
    a.reduce((sum, x, i) => sum + x * b[i], 0) / y.length;
  const target = centred[columns.length];
  const on = centred.slice(0, -1);
  const inverse = solve(on.map((a) => on.map((b) => product(a, b))));
  const right = on.map((a) => product(a, target));
  const coefficients = inverse.map((row) => row.reduce((sum, x, k) => sum + x * right[k], 0));
  const explained = coefficients.reduce((sum, b, k) => sum + b * right[k], 0);
  return { coefficients, residual: product(target, target) - explained };
}
