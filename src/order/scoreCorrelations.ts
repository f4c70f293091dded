/**
 * The correlation matrix of a Gaussian vine for a table: of normal scores, the normal quantiles of
 * average rank / (n + 1). Missing values are NaN and left out pair by pair, so that with gaps the
 * matrix need not be positive definite.
 */

import { kernel, scoped } from '../numerics/kernel.ts';
import { pearsonMatrix } from '../numerics/pearson.ts';
import { pseudoObservations } from '../numerics/ranks.ts';
import { hermiteLoadings, latentCorrelation, NORMAL } from './hermiteLoadings.ts';

/** The normal scores of a column; NaN stays NaN. */
export function normalScores(column: Float64Array): Float64Array {
  const u = pseudoObservations(column);
  return scoped((scope) => {
    const at = scope.put(u);
    kernel().normalQuantileColumn(at, at, u.length);
    return scope.get(at, u.length);
  });
}

/**
 * The correlations of the columns' scores as they are. What a model sees that conditions on a
 * discrete value and not on something behind it; for a binary column the scores are as good as 0
 * and 1.
 */
export function scoreCorrelations(columns: readonly Float64Array[]): Float64Array[] {
  return pearsonMatrix(columns.map(normalScores));
}

/**
 * The correlations of the normal variables behind the columns. A discrete column is a normal
 * variable cut into levels, and the correlations that the cuts have weakened are restored: biserial
 * with one binary column, tetrachoric with two. `discrete` tells which columns are; the others are
 * taken as continuous, ties or not.
 */
export function latentCorrelations(
  columns: readonly Float64Array[],
  discrete: readonly boolean[],
): Float64Array[] {
  const scores = columns.map(normalScores);
  const cuts = scores.map((score, j) => (discrete[j] ? hermiteLoadings(score) : NORMAL));
  return pearsonMatrix(scores).map((row, j) =>
    row.map((r, k) => (j === k ? r : latentCorrelation(r, cuts[j], cuts[k]))),
  );
}
