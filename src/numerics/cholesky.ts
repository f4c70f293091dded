/**
 * The Cholesky factor of a symmetric positive definite matrix: the lower triangular L with a
 * positive diagonal for which L L' is the matrix. Golub and Van Loan, Matrix Computations, 4.2; n³/3
 * operations. L L' differs from the matrix by at most (n + 1) eps times the product of the square
 * roots of the two diagonal entries (Higham, Accuracy and Stability, theorem 10.5).
 *
 * Matrices are n x n, row after row in one array. Only the lower triangle is read; the upper one of
 * the result is zero. A matrix that is not positive definite throws a RangeError with the row.
 */
export function cholesky(matrix: Float64Array, n: number): Float64Array {
  const { factor, rows, pivot } = leadingCholesky(matrix, n, 0);
  if (rows === n) return factor;
  throw new RangeError(
    `cholesky: the matrix is not positive definite; row ${rows + 1} leaves ${pivot}`,
  );
}

/** A factor that may end early. */
export interface LeadingFactor {
  /** n x n; rows from `rows` on are not to be used. */
  readonly factor: Float64Array;
  /** How many leading rows and columns were factorised: n if all. */
  readonly rows: number;
  /** The last pivot looked at; the one that was too small if `rows` is less than n. */
  readonly pivot: number;
}

/**
 * `cholesky` of the leading rows and columns, up to the first pivot that is not above `least` (or
 * not finite). The pivot of a row is what its diagonal entry keeps once the rows before it are
 * taken out: in a matrix of covariances, the variance of a variable given those before it.
 */
export function leadingCholesky(matrix: Float64Array, n: number, least: number): LeadingFactor {
  if (matrix.length !== n * n) {
    throw new RangeError(`cholesky: ${n} rows need ${n * n} entries, got ${matrix.length}`);
  }
  const factor = new Float64Array(n * n);
  let pivot = Infinity;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      let rest = matrix[i * n + j];
      for (let k = 0; k < j; k++) rest -= factor[i * n + k] * factor[j * n + k];
      factor[i * n + j] = rest / factor[j * n + j];
    }
    pivot = matrix[i * n + i];
    for (let k = 0; k < i; k++) pivot -= factor[i * n + k] * factor[i * n + k];
    if (!(pivot > least && pivot < Infinity)) return { factor, rows: i, pivot };
    factor[i * n + i] = Math.sqrt(pivot);
  }
  return { factor, rows: n, pivot };
}

/**
 * The inverse M of a lower triangular matrix L with a diagonal free of zeros, lower triangular too;
 * n³/6 operations. Row i of M follows from the rows before it, so |M L - I| is at most about
 * n eps |M| |L|, entry by entry (Higham, Accuracy and Stability, section 14.2).
 */
export function lowerInverse(lower: Float64Array, n: number): Float64Array {
  const inverse = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    const row = inverse.subarray(i * n, i * n + i + 1);
    row[i] = 1;
    for (let k = 0; k < i; k++) {
      const weight = lower[i * n + k];
      for (let j = 0; j <= k; j++) row[j] -= weight * inverse[k * n + j];
    }
    for (let j = 0; j <= i; j++) row[j] /= lower[i * n + i];
  }
  return inverse;
}
