/**
 * The correlation matrix of a Gaussian vine for a table: of normal scores, the normal quantiles of
 * average rank / (n + 1). Missing values are NaN and left out pair by pair, so that with gaps the
 * matrix need not be positive definite.
 */

import { kernel, scoped } from '../numerics/kernel.ts';
import { pearsonMatrix } from '../numerics/pearson.ts';
import { pseudoObservations } from '../numerics/ranks.ts';

/** The normal scores of a column; NaN stays NaN. */
export function normalScores(column: Float64Array): Float64Array {
  const u = pseudoObservations(column);
  return scoped((scope) => {
    const at = scope.put(u);
    kernel().normalQuantileColumn(at, at, u.length);
    return scope.get(at, u.length);
  });
}

/** The correlation matrix of the columns' normal scores. */
export function scoreCorrelations(columns: readonly Float64Array[]): Float64Array[] {
  return pearsonMatrix(columns.map(normalScores));
}
