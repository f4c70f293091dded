/** Least squares with intercept by Gaussian elimination of the normal equations: intercept first. */
export function leastSquares(y: Float64Array, x: readonly Float64Array[]): number[] {
  const design = [new Float64Array(y.length).fill(1), ...x];
  const inner = (a: Float64Array, b: Float64Array) => a.reduce((sum, v, i) => sum + v * b[i], 0);
  const rows = design.map((a) => [...design.map((b) => inner(a, b)), inner(a, y)]);
  const d = rows.length;
  for (let k = 0; k < d; k++) {
    const pivot = rows.findIndex((row, i) => i >= k && Math.abs(row[k]) > 1e-12);
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let i = 0; i < d; i++) {
      if (i === k) continue;
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= d; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  return rows.map((row, k) => row[d] / row[k]);
}
