/**
 * A Gaussian C-vine by its edges: the correlation of variable j with centre k given the centres before
 * k, for every k < j. Any numbers between -1 and 1 are those of a vine (Bedford and Cooke 2002), so that
 * edges can be chosen one by one and a correlation matrix comes out.
 *
 * Variables are in the order in which they become centres. Matrices are n x n, row after row; partial
 * correlations fill the lower triangle.
 */

/** With less of its variance left, a variable is a combination of those before it: no further edge counts. */
const LEAST_VARIANCE = 1e-6;

/**
 * By the columns of the Cholesky factor: r_jk = l_jk / sqrt(variance of j given the centres before k). Of a
 * matrix that is not positive definite an edge that would be too strong is made to leave the share `least`
 * of the variance that there is; edges of earlier trees do not change.
 */
export function partialCorrelations(
  correlations: Float64Array,
  n: number,
  least: number = LEAST_VARIANCE,
): Float64Array {
  const factor = new Float64Array(n * n);
  const left = new Float64Array(n).fill(1);
  const partial = new Float64Array(n * n);
  for (let k = 0; k < n; k++) {
    if (left[k] <= LEAST_VARIANCE) continue;
    const pivot = Math.sqrt(left[k]);
    for (let j = k + 1; j < n; j++) {
      if (left[j] <= LEAST_VARIANCE) continue;
      let rest = correlations[j * n + k];
      for (let m = 0; m < k; m++) rest -= factor[j * n + m] * factor[k * n + m];
      const most = Math.sqrt(left[j] - least * left[j]);
      const entry = Math.min(Math.max(rest / pivot, -most), most);
      partial[j * n + k] = entry / Math.sqrt(left[j]);
      factor[j * n + k] = entry;
      left[j] -= entry * entry;
    }
  }
  return partial;
}

/** The correlations of a vine with these edges. */
export function correlationsOf(partial: Float64Array, n: number): Float64Array {
  const factor = new Float64Array(n * n);
  const matrix = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    let left = 1;
    for (let k = 0; k < j; k++) {
      const r = partial[j * n + k];
      factor[j * n + k] = r * Math.sqrt(left);
      left *= 1 - r * r;
    }
    factor[j * n + j] = Math.sqrt(left);
    for (let k = 0; k < j; k++) {
      let r = 0;
      for (let m = 0; m <= k; m++) r += factor[j * n + m] * factor[k * n + m];
      matrix[j * n + k] = r;
      matrix[k * n + j] = r;
    }
    matrix[j * n + j] = 1;
  }
  return matrix;
}
