/**
 * Correlations within classes, as a vine would have them that decides edge by edge: an edge is the same
 * in all classes unless they differ by more than chance. Else a small class with many columns would
 * seem to have a dependence of its own that nobody could find in new rows.
 *
 * Edges are compared by Fisher's transformation of their partial correlations, of which the one given k
 * variables has the variance 1 / (n - k - 3) (Fisher 1924): with classes that are alike, the sum of the
 * squared distances from the mean over the variance is chi-squared, and twice what the likelihood would
 * gain. They are kept apart if it exceeds the logarithm of the rows for each class but the first, the
 * price that the criterion BIC has for a parameter.
 */

import { kernel } from '../numerics/kernel.ts';
import { correlationsOf, partialCorrelations } from './partialCorrelations.ts';
import { type ResponseClass, valuesIn } from './responseClasses.ts';
import { scoreCorrelations } from './scoreCorrelations.ts';

export interface ClassCorrelations {
  /** Within each class. */
  readonly own: readonly (readonly Float64Array[])[];
  /** The same in all. */
  readonly shared: readonly Float64Array[];
}

/**
 * Of normal scores of the columns, which are in the order of the vine, without the response. `apart`
 * keeps every edge apart that can be, whether classes differ or not.
 */
export function classCorrelations(
  columns: readonly Float64Array[],
  classes: readonly ResponseClass[],
  apart = false,
): ClassCorrelations {
  const n = columns.length;
  const partials = classes.map(({ rows }) => {
    const own = scoreCorrelations(columns.map((column) => valuesIn(column, rows)));
    return partialCorrelations(centresFirst(own), n);
  });
  const shared = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    for (let k = 0; k < j; k++) {
      const at = j * n + k;
      const weights = classes.map(({ rows }) => Math.max(0, rows.length - k - 3));
      const { mean, differ } = compareEdge(
        partials.map((own) => own[at]),
        weights,
      );
      shared[at] = mean;
      partials.forEach((own, c) => {
        if (weights[c] === 0 || !(apart || differ)) own[at] = mean;
      });
    }
  }
  const matrixOf = (partial: Float64Array) => responseLast(correlationsOf(partial, n), n);
  return { own: partials.map(matrixOf), shared: matrixOf(shared) };
}

/** The mean of an edge's correlations by class, and whether they differ; a weight of 0 leaves one out. */
function compareEdge(
  partials: readonly number[],
  weights: readonly number[],
): { readonly mean: number; readonly differ: boolean } {
  const { log, exp } = kernel();
  const used = partials.flatMap((r, c) =>
    weights[c] > 0 ? [{ z: 0.5 * log((1 + r) / (1 - r)), weight: weights[c] }] : [],
  );
  const all = used.reduce((sum, { weight }) => sum + weight, 0);
  if (all === 0) return { mean: 0, differ: false };
  const mean = used.reduce((sum, { z, weight }) => sum + (weight / all) * z, 0);
  const spread = used.reduce((sum, { z, weight }) => sum + weight * (z - mean) * (z - mean), 0);
  const shrunk = exp(-2 * Math.abs(mean));
  const size = (1 - shrunk) / (1 + shrunk);
  return { mean: mean < 0 ? -size : size, differ: spread > log(all) * (used.length - 1) };
}

/** Row after row, in the order in which columns become centres. */
function centresFirst(matrix: readonly Float64Array[]): Float64Array {
  return Float64Array.from(
    matrix
      .map((row) => row.slice().reverse())
      .reverse()
      .flatMap((row) => [...row]),
  );
}

function responseLast(flat: Float64Array, n: number): Float64Array[] {
  return Array.from({ length: n }, (_, i) => flat.slice((n - 1 - i) * n, (n - i) * n).reverse());
}
