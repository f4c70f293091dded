/**
 * The density of people under a Gaussian C-vine that was fitted to scores of a synthetic table.
 *
 * Variables stand in the order in which they become centres. With the Cholesky factor L of their
 * correlations, the first t variables have w = L^-1 z, independent and standard normal, and at
 * truncation t every other variable is normal given these, with the mean that its row of L gives them
 * and the variance v of the rest of that row (src/order/gaussianCvine.ts). Variables that are no centres
 * count where they are known. A centre that is missing is taken at its mean given the centres before it
 * and counts for nothing itself; that its spread would widen those behind it is left out.
 */

import { leadingCholesky } from '../../../numerics/cholesky.ts';
import { kernel } from '../../../numerics/kernel.ts';
import { pearsonMatrix } from '../../../numerics/pearson.ts';

export interface GaussianCvine {
  readonly variables: number;
  readonly means: Float64Array;
  /** Standard deviations; 0 for a variable that does not vary, which counts for nothing. */
  readonly deviations: Float64Array;
  /** L, row after row. */
  readonly factor: Float64Array;
}

/** Added to the diagonal of the correlations; doubled as long as they are not positive definite. */
const RIDGE = 1e-3;

/** `scores`: a column for each variable, NaN where missing. */
export function fitGaussianCvine(scores: readonly Float64Array[]): GaussianCvine {
  const d = scores.length;
  const means = new Float64Array(d);
  const deviations = new Float64Array(d);
  scores.forEach((column, j) => {
    const known = column.filter((value) => !Number.isNaN(value));
    const mean = known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
    const squares = known.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
    means[j] = mean;
    deviations[j] = known.length < 2 ? 0 : Math.sqrt(squares / known.length);
    if (deviations[j] < 1e-9) deviations[j] = 0;
  });
  return { variables: d, means, deviations, factor: factorOf(pearsonMatrix(scores)) };
}

function factorOf(correlations: readonly Float64Array[]): Float64Array {
  const d = correlations.length;
  for (let ridge = RIDGE; ; ridge *= 2) {
    const matrix = new Float64Array(d * d);
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < d; j++) matrix[i * d + j] = correlations[i][j] / (1 + ridge);
      matrix[i * d + i] = 1;
    }
    const { factor, rows } = leadingCholesky(matrix, d, RIDGE / 2);
    if (rows === d) return factor;
  }
}

/**
 * Less the density of independent standard normal scores, as copulas have it. `scores`: a column for
 * each variable, NaN where missing.
 */
export function gaussianCvineLogDensity(
  cvine: GaussianCvine,
  scores: readonly Float64Array[],
  truncation: number,
): Float64Array {
  const { log } = kernel();
  const logs = variancesAt(cvine, truncation).map((variance) => 0.5 * log(variance));
  const total = new Float64Array(scores[0].length);
  visitResiduals(cvine, scores, truncation, (person, k, z, square) => {
    total[person] += 0.5 * (z * z - square) - logs[k];
  });
  return total;
}

/** The squared distance of each person from the mean, in the metric of the full vine. */
export function gaussianDistances(
  cvine: GaussianCvine,
  scores: readonly Float64Array[],
): Float64Array {
  const total = new Float64Array(scores[0].length);
  visitResiduals(cvine, scores, cvine.variables, (person, _, __, square) => {
    total[person] += square;
  });
  return total;
}

/**
 * Tells of each person and each variable that is known the standardised score z, and the square of what
 * the centres before it do not explain, in units of its variance.
 */
function visitResiduals(
  cvine: GaussianCvine,
  scores: readonly Float64Array[],
  truncation: number,
  visit: (person: number, variable: number, z: number, square: number) => void,
): void {
  const { variables: d, means, deviations, factor } = cvine;
  const centres = Math.min(truncation, d);
  const variances = variancesAt(cvine, truncation);
  const w = new Float64Array(centres);
  for (let person = 0; person < scores[0].length; person++) {
    for (let k = 0; k < d; k++) {
      if (k < centres) w[k] = 0;
      const z = (scores[k][person] - means[k]) / deviations[k];
      // NaN where missing, infinite where nothing varies
      if (!(z * z < Number.POSITIVE_INFINITY)) continue;
      let rest = z;
      const before = Math.min(k, centres);
      for (let j = 0; j < before; j++) rest -= factor[k * d + j] * w[j];
      if (k < centres) w[k] = rest / factor[k * d + k];
      visit(person, k, z, (rest * rest) / variances[k]);
    }
  }
}

/** The variance of each variable given the centres before it. */
function variancesAt({ variables: d, factor }: GaussianCvine, truncation: number): Float64Array {
  return Float64Array.from({ length: d }, (_, k) => {
    let variance = 0;
    for (let j = Math.min(k, truncation); j <= k; j++)
      variance += factor[k * d + j] * factor[k * d + j];
    return variance;
  });
}
