/** Kendall's rank correlation, tau-b, exact with ties. */

import { kernel, scoped } from './kernel.ts';

/**
 * Kendall's tau-b of two columns of equal length, in O(n log n) (Knight 1966):
 * (concordant - discordant pairs) / sqrt(pairs not tied in x * pairs not tied in y), from exact
 * counts. Rows with NaN in either column are left out. Where the definition divides by zero (one
 * column is constant, or fewer than two rows are left) the result is 0: no sign of dependence.
 *
 * kendallTau(Float64Array.of(1, 2, 3, 4), Float64Array.of(1, 3, 2, 4)) // 2/3
 */
export function kendallTau(x: Float64Array, y: Float64Array): number {
  const n = x.length;
  return scoped((scope) =>
    kernel().kendallTau(
      scope.put(x),
      scope.put(y),
      n,
      scope.column(kernel().kendallScratch(n) / 8),
    ),
  );
}

/**
 * `kendallTau` of many pairs of columns, each column sorted only once. `pairs` holds two indices of
 * columns for each pair.
 */
export function kendallPairs(columns: readonly Float64Array[], pairs: Int32Array): Float64Array {
  const result = new Float64Array(pairs.length / 2);
  if (result.length === 0) return result;
  const n = columns[0].length;
  const { rankColumn, kendallOfRanked, rankedBytes, kendallScratch } = kernel();
  scoped((scope) => {
    const x = scope.column(n);
    const scratch = scope.column(kendallScratch(n) / 8);
    const ranked = columns.map(() => scope.column(rankedBytes(n) / 8));
    columns.forEach((column, i) => {
      scope.view(x, n).set(column);
      rankColumn(x, n, ranked[i], scratch);
    });
    for (let k = 0; k < result.length; k++) {
      result[k] = kendallOfRanked(ranked[pairs[2 * k]], ranked[pairs[2 * k + 1]], n, scratch);
    }
  });
  return result;
}

/**
 * The matrix of `kendallTau` between all columns, by rows. Missing values are left out pair by pair.
 * The diagonal is 1, but 0 for a constant column.
 */
export function kendallMatrix(columns: readonly Float64Array[]): Float64Array[] {
  const matrix = columns.map(() => new Float64Array(columns.length));
  const pairs = new Int32Array(columns.length * (columns.length + 1));
  let at = 0;
  for (let i = 0; i < columns.length; i++) {
    for (let j = 0; j <= i; j++) {
      pairs[at++] = i;
      pairs[at++] = j;
    }
  }
  const taus = kendallPairs(columns, pairs);
  for (let k = 0; k < taus.length; k++) {
    matrix[pairs[2 * k]][pairs[2 * k + 1]] = taus[k];
    matrix[pairs[2 * k + 1]][pairs[2 * k]] = taus[k];
  }
  return matrix;
}
