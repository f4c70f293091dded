/**
 * A Gaussian C-vine at every truncation level, from its correlation matrix R.
 *
 * Variables are taken here in the order in which they become centres, the response first. At level
 * t the first t variables C are centres; pairs with one of them keep their correlation, and all
 * others O are independent given C, so that R_OO = R_OC R_CC^-1 R_CO off the diagonal (the paper's
 * proof of its theorem on the MAB). With the Cholesky factor L of R, the factor at level t is that
 * of R with the block OO made diagonal: sqrt(v_o), v_o the variance of o given C. One factorisation
 * serves all levels, and a level follows from the one before by an update of rank one.
 *
 * If truncation cuts the last variables alone, the first `free` keep their correlations at every level,
 * and O holds those of the others that are no centres: they are independent of each other and of all
 * free variables given C. With free = 0 truncation cuts the whole vine.
 *
 * Matrices are n x n, row after row.
 */

import { lowerInverse } from '../numerics/cholesky.ts';

/** What a regression needs to know of the inverse of a correlation matrix. */
export interface Precision {
  readonly diagonal: Float64Array;
  /** One row of the inverse for each target. */
  readonly rows: readonly Float64Array[];
}

/**
 * The truncated correlation matrices, level by level from 0, without any tree, to n - 1. Each is an
 * update of the array yielded before; n²/2 operations a level.
 */
export function* truncatedCorrelations(
  correlations: Float64Array,
  factor: Float64Array,
  n: number,
  free = 0,
): Generator<Float64Array> {
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    matrix[i * n + i] = 1;
    for (let j = 0; j < free && i < free; j++)
      if (j !== i) matrix[i * n + j] = correlations[i * n + j];
  }
  yield matrix;
  for (let centre = 0; centre < n - 1; centre++) {
    for (let i = Math.max(centre + 1, free); i < n; i++) {
      matrix[i * n + centre] = correlations[i * n + centre];
      matrix[centre * n + i] = correlations[i * n + centre];
      for (let j = centre + 1; j < i; j++) {
        matrix[i * n + j] += factor[i * n + centre] * factor[j * n + centre];
        matrix[j * n + i] = matrix[i * n + j];
      }
    }
    yield matrix;
  }
}

/**
 * The inverses of the truncated correlation matrices, as far as a regression of each target on all
 * others needs them, from level 1 to n - 1. All levels together take (2 + targets) n³/6 operations,
 * and one array of n².
 *
 * With B = R_OC R_CC^-1 the inverse has 1/v_o on the diagonal of OO and zeros beside it, -b_ok/v_o
 * in OC, and R_CC^-1 + B' diag(1/v) B in CC. While there are more free variables F than centres,
 * R_FF^-1 stands in place of R_CC^-1.
 */
export function* truncatedPrecisions(
  factor: Float64Array,
  n: number,
  targets: readonly number[],
  free = 0,
): Generator<Precision> {
  const inverse = lowerInverse(factor, n);
  const variances = variancesByLevel(factor, n);
  const weights = new Float64Array(n * n);
  const centreDiagonal = new Float64Array(n);
  const centreRows = targets.map(() => new Float64Array(n));
  let joined = 0;
  for (let t = 1; t < n; t++) {
    const centre = t - 1;
    for (; joined < Math.max(t, free); joined++) {
      const own = inverse.subarray(joined * n, joined * n + joined + 1);
      for (let k = 0; k <= joined; k++) centreDiagonal[k] += own[k] * own[k];
      for (let s = 0; s < targets.length; s++) {
        if (targets[s] > joined) continue;
        for (let k = 0; k <= joined; k++) centreRows[s][k] += own[targets[s]] * own[k];
      }
    }
    const added = inverse.subarray(centre * n, centre * n + t);
    const diagonal = centreDiagonal.slice();
    const rows = centreRows.map((row) => row.slice());
    for (let o = joined; o < n; o++) {
      const b = weights.subarray(o * n, o * n + t);
      const gain = factor[o * n + centre];
      for (let k = 0; k < t; k++) b[k] += gain * added[k];
      const v = variances[o * n + t];
      diagonal[o] = 1 / v;
      for (let k = 0; k < t; k++) diagonal[k] += (b[k] * b[k]) / v;
      for (let s = 0; s < targets.length; s++) addOutside(rows[s], targets[s], o, b, v);
    }
    yield { diagonal, rows };
  }
}

/** What variable `o`, not a centre, adds to the row of the inverse that belongs to `target`. */
function addOutside(
  row: Float64Array,
  target: number,
  o: number,
  b: Float64Array,
  v: number,
): void {
  const t = b.length;
  if (target === o) {
    row[o] = 1 / v;
    for (let k = 0; k < t; k++) row[k] = -b[k] / v;
  } else if (target < t) {
    row[o] = -b[target] / v;
    for (let k = 0; k < t; k++) row[k] += (b[target] * b[k]) / v;
  }
}

/** At [o, t] the variance of variable o given the first t: the squares of the factor's row from t on. */
function variancesByLevel(factor: Float64Array, n: number): Float64Array {
  const variances = new Float64Array(n * n);
  for (let o = 0; o < n; o++) {
    let sum = 0;
    for (let t = o; t >= 0; t--) {
      sum += factor[o * n + t] * factor[o * n + t];
      variances[o * n + t] = sum;
    }
  }
  return variances;
}

/** The same of any correlation matrix, from its Cholesky factor. */
export function precisionOf(
  factor: Float64Array,
  n: number,
  targets: readonly number[],
): Precision {
  const inverse = lowerInverse(factor, n);
  const diagonal = new Float64Array(n);
  const rows = targets.map(() => new Float64Array(n));
  for (let i = 0; i < n; i++) {
    const row = inverse.subarray(i * n, i * n + i + 1);
    for (let k = 0; k <= i; k++) diagonal[k] += row[k] * row[k];
    targets.forEach((target, s) => {
      if (target > i) return;
      for (let k = 0; k <= i; k++) rows[s][k] += row[target] * row[k];
    });
  }
  return { diagonal, rows };
}
