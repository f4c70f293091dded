/** Plain linear algebra and the definition of a Gaussian C-vine, for comparison. */

import type { Draw } from '../support/draw.ts';

export type Matrix = number[][];

/** A random correlation matrix that is well away from singular. */
export function randomCorrelations(draw: Draw, n: number): Matrix {
  const b = Array.from({ length: n }, () => Array.from({ length: n }, () => draw.uniform() - 0.5));
  const covariance = b.map((row, i) =>
    b.map((other, j) => row.reduce((sum, x, k) => sum + x * other[k], i === j ? 0.1 : 0)),
  );
  return covariance.map((row, i) =>
    row.map((x, j) => (i === j ? 1 : x / Math.sqrt(covariance[i][i] * covariance[j][j]))),
  );
}

/** The inverse by Gauss-Jordan elimination with row exchanges. */
export function inverseOf(matrix: Matrix): Matrix {
  const n = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => Number(i === j))]);
  for (let c = 0; c < n; c++) {
    const best = rows
      .slice(c)
      .reduce((at, row, i) => (Math.abs(row[c]) > Math.abs(rows[at][c]) ? c + i : at), c);
    [rows[c], rows[best]] = [rows[best], rows[c]];
    const pivot = rows[c][c];
    rows[c] = rows[c].map((x) => x / pivot);
    for (let i = 0; i < n; i++) {
      if (i === c) continue;
      const weight = rows[i][c];
      rows[i] = rows[i].map((x, j) => x - weight * rows[c][j]);
    }
  }
  return rows.map((row) => row.slice(n));
}

/** The coefficients of variable j regressed on the variables `on`. */
export function regress(matrix: Matrix, j: number, on: readonly number[]): number[] {
  const inverse = inverseOf(on.map((a) => on.map((b) => matrix[a][b])));
  return inverse.map((row) => row.reduce((sum, x, k) => sum + x * matrix[on[k]][j], 0));
}

/**
 * The correlation matrix of a Gaussian C-vine in the paper's order (root of tree 1 last) truncated at
 * level t, by its definition: take the partial correlation of every edge, set those of trees
 * above t to zero, and go back to correlations. If only the first `cut` variables are cut, edges
 * between others are kept.
 */
export function truncatedByDefinition(
  correlations: Matrix,
  t: number,
  cut = correlations.length,
): Matrix {
  const n = correlations.length;
  // partial[k] holds correlations given the last k variables
  const partial: Matrix[] = [correlations];
  for (let k = 0; k < n - 1; k++) {
    const centre = n - 1 - k;
    const r = partial[k];
    partial.push(
      r.map((row, i) =>
        row.map((x, j) =>
          i < centre && j < centre
            ? (x - r[i][centre] * r[j][centre]) /
              Math.sqrt((1 - r[i][centre] ** 2) * (1 - r[j][centre] ** 2))
            : 0,
        ),
      ),
    );
  }
  const edge = (i: number, centre: number) => {
    const tree = n - centre;
    return tree <= t || i >= cut ? partial[tree - 1][i][centre] : 0;
  };
  return correlations.map((row, a) =>
    row.map((_, b) => {
      if (a === b) return 1;
      const [i, j] = [Math.min(a, b), Math.max(a, b)];
      let value = edge(i, j);
      for (let c = j + 1; c < n; c++) {
        value =
          value * Math.sqrt((1 - edge(i, c) ** 2) * (1 - edge(j, c) ** 2)) +
          edge(i, c) * edge(j, c);
      }
      return value;
    }),
  );
}
