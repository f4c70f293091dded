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
  if (matrix.length !== n * n) {
    throw new RangeError(`cholesky: ${n} rows need ${n * n} entries, got ${matrix.length}`);
  }
  const factor = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let rest = matrix[i * n + j];
      for (let k = 0; k < j; k++) rest -= factor[i * n + k] * factor[j * n + k];
      if (j < i) {
        factor[i * n + j] = rest / factor[j * n + j];
      } else if (rest > 0 && rest < Infinity) {
        factor[i * n + i] = Math.sqrt(rest);
      } else {
        throw new RangeError(
          `cholesky: the matrix is not positive definite; row ${i + 1} leaves ${rest}`,
        );
      }
    }
  }
  return factor;
}
