/**
 * A Gaussian C-vine with a dependence of its own in each class of the response, at every truncation:
 * a mixture. Tree 1 joins every column with the response, so that within a class the columns have a
 * C-vine with one tree less. Pooled covariances are those within classes, by their shares, and those of
 * the classes' means.
 *
 * Variables stand in the order in which they become centres, as in gaussianCvine.ts, and within a class
 * the response is left out. Matrices are square, row after row.
 */

import { truncatedCorrelations } from './gaussianCvine.ts';
import { type Loadings, observedCorrelation } from './hermiteLoadings.ts';

/** A class of the response. */
export interface MixtureClass {
  /** Its share of all rows; all sum to 1. */
  readonly share: number;
  /** The correlations of the normal variables behind the columns within the class, and their factor. */
  readonly matrix: Float64Array;
  readonly factor: Float64Array;
  /** How the columns' values follow from their normal variables within the class. */
  readonly margins: readonly Loadings[];
  readonly means: Float64Array;
  readonly deviations: Float64Array;
  /** Mean and variance of the response: it varies in a class that stands for several. */
  readonly response: { readonly mean: number; readonly variance: number };
}

/** The mixture at one truncation. */
export interface MixtureLevel {
  readonly truncation: number;
  /** By class, the correlations of the columns that are seen. */
  readonly within: readonly Float64Array[];
  /** Of the response and the columns that are seen: their covariances. */
  readonly pooled: Float64Array;
}

/**
 * The levels that are wanted, from 1 to n. `seen` are the columns that an attacker has, the first
 * `free` columns are never cut.
 */
export function* mixtureLevels(
  classes: readonly MixtureClass[],
  n: number,
  seen: readonly number[],
  free: number,
  wanted: ReadonlySet<number>,
): Generator<MixtureLevel> {
  const vines = classes.map(({ matrix, factor }) => truncatedCorrelations(matrix, factor, n, free));
  for (let truncation = 1; truncation <= n; truncation++) {
    const truncated = vines.map((vine) => vine.next().value as Float64Array);
    if (!wanted.has(truncation)) continue;
    const within = classes.map(({ margins }, c) => observed(truncated[c], n, margins, seen));
    yield { truncation, within, pooled: pooledCovariances(classes, within, seen) };
  }
}

/** The correlations of the values of some columns. */
function observed(
  correlations: Float64Array,
  n: number,
  margins: readonly Loadings[],
  seen: readonly number[],
): Float64Array {
  const m = seen.length;
  const matrix = new Float64Array(m * m);
  for (let i = 0; i < m; i++) {
    matrix[i * m + i] = 1;
    for (let j = 0; j < i; j++) {
      const [a, b] = [seen[i], seen[j]];
      const r = observedCorrelation(correlations[a * n + b], margins[a], margins[b]);
      matrix[i * m + j] = r;
      matrix[j * m + i] = r;
    }
  }
  return matrix;
}

function pooledCovariances(
  classes: readonly MixtureClass[],
  within: readonly Float64Array[],
  seen: readonly number[],
): Float64Array {
  const m = seen.length;
  const n = m + 1;
  const means = pooledMeans(classes, seen);
  const pooled = new Float64Array(n * n);
  classes.forEach(({ share, deviations, response, ...own }, c) => {
    const apart = classDistance(own.means, response.mean, means, seen);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const inside =
          i > 0 && j > 0
            ? deviations[seen[i - 1]] * deviations[seen[j - 1]] * within[c][(i - 1) * m + j - 1]
            : i === j
              ? response.variance
              : 0;
        pooled[i * n + j] += share * (inside + apart[i] * apart[j]);
      }
    }
  });
  return pooled;
}

/** Of the response and the columns that are seen. */
export function pooledMeans(
  classes: readonly MixtureClass[],
  seen: readonly number[],
): Float64Array {
  const means = new Float64Array(seen.length + 1);
  for (const { share, means: own, response } of classes) {
    means[0] += share * response.mean;
    seen.forEach((column, i) => {
      means[i + 1] += share * own[column];
    });
  }
  return means;
}

/** How far the means of a class lie from those of all. */
export function classDistance(
  own: Float64Array,
  response: number,
  means: Float64Array,
  seen: readonly number[],
): Float64Array {
  return means.map((mean, i) => (i === 0 ? response : own[seen[i - 1]]) - mean);
}
