/** Correlations that a vine can have: positive definite, if need be after a small ridge. */

import { leadingCholesky } from '../numerics/cholesky.ts';

/** With less of its variance left, a column counts as a combination of those before it. */
const LEAST_PIVOT = 1e-8;

/** 0, and doubling from 1e-6 to less than 0.1. */
const RIDGES = [0, ...Array.from({ length: 17 }, (_, k) => 1e-6 * (1 << k))];

export interface UsableCorrelations {
  /** Divided by 1 + ridge off the diagonal, which is 1. */
  readonly matrix: Float64Array;
  /** Its Cholesky factor. */
  readonly factor: Float64Array;
  readonly ridge: number;
}

/**
 * The matrix whose entries beside the diagonal are given, n x n, with the ridge asked for or else the
 * smallest that helps; or the row that none would help.
 */
export function usableCorrelations(
  entry: (i: number, j: number) => number,
  n: number,
  ridge?: number,
): UsableCorrelations | { readonly fault: number } {
  let fault = 0;
  for (const candidate of ridge === undefined ? RIDGES : [ridge]) {
    const matrix = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        matrix[i * n + j] = i === j ? 1 : entry(i, j) / (1 + candidate);
      }
    }
    const { factor, rows } = leadingCholesky(matrix, n, LEAST_PIVOT);
    if (rows === n) return { matrix, factor, ridge: candidate };
    fault = rows;
  }
  return { fault };
}
