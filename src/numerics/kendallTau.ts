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
    kernel().kendallTau(scope.put(x), scope.put(y), n, scope.column(kernel().kendallScratch(n) / 8)),
  );
}

/**
 * The matrix of `kendallTau` between all columns, by rows, each column sorted only once. Missing
 * values are left out pair by pair. The diagonal is 1, but 0 for a constant column.
 */
export function kendallMatrix(columns: readonly Float64Array[]): Float64Array[] {
  const d = columns.length;
  const matrix = columns.map(() => new Float64Array(d));
  if (d === 0) return matrix;
  const n = columns[0].length;
  const { rankColumn, kendallOfRanked, rankedBytes, kendallScratch } = kernel();
  scoped((scope) => {
    const x = scope.column(n);
    const scratch = scope.column(kendallScratch(n) / 8);
    const ranked = columns.map(() => scope.column(rankedBytes(n) / 8));
    for (let i = 0; i < d; i++) {
      scope.view(x, n).set(columns[i]);
      rankColumn(x, n, ranked[i], scratch);
    }
    for (let i = 0; i < d; i++) {
      for (let j = 0; j <= i; j++) {
        const tau = kendallOfRanked(ranked[i], ranked[j], n, scratch);
        matrix[i][j] = tau;
        matrix[j][i] = tau;
      }
    }
  });
  return matrix;
}
