/**
 * What a linear regression of one variable on all others finds: in the population, and on average
 * in a sample of n rows. Variables are standardised and jointly normal.
 */

import { kernel } from '../numerics/kernel.ts';

/** The regression of variable j on the others, from the inverse K of their correlation matrix. */
export interface Regression {
  /** -K_jk / K_jj; 0 at j itself. */
  readonly coefficients: Float64Array;
  /** K_kk - K_jk² / K_jj, the diagonal of the inverse without variable j; 0 at j itself. */
  readonly varianceInflation: Float64Array;
  /** 1 / K_jj = 1 - R². */
  readonly residualVariance: number;
}

export function regressionFrom(diagonal: Float64Array, row: Float64Array, j: number): Regression {
  const own = row[j];
  const coefficients = row.map((entry, k) => (k === j ? 0 : 0 - entry / own));
  const varianceInflation = diagonal.map((entry, k) =>
    k === j ? 0 : entry - (row[k] * row[k]) / own,
  );
  return { coefficients, varianceInflation, residualVariance: 1 / own };
}

const ROOT_TWO_OVER_PI = 0.7978845608028654;

/** E|X| of a normal X (the folded normal distribution), to a few eps of the larger of |mean| and sd. */
export function meanAbsolute(mean: number, sd: number): number {
  if (sd === 0) return Math.abs(mean);
  const z = Math.abs(mean) / sd;
  const { exp, normalCdf } = kernel();
  return sd * ROOT_TWO_OVER_PI * exp(-0.5 * z * z) + Math.abs(mean) * (1 - 2 * normalCdf(-z));
}

/**
 * The standard deviation of a least squares coefficient: sqrt((1 - R²) VIF / (n - d - 1)) with d
 * regressors and an intercept. With normal regressors the error of a coefficient is
 * sqrt((1 - R²) VIF / (n - d)) times a Student variable with n - d degrees of freedom; as a normal
 * variable with this deviation, its mean size is met to within 1 / (4 (n - d)) of it.
 */
export function coefficientNoise(
  residualVariance: number,
  varianceInflation: number,
  rows: number,
  regressors: number,
): number {
  return Math.sqrt((residualVariance * varianceInflation) / (rows - regressors - 1));
}

/**
 * The mean of the R² of a least squares regression on d normal variables with population value r2:
 * 1 - (1 - r2) (n - d - 1)/(n - 1) F(1, 1; (n + 1)/2; r2), F the hypergeometric function
 * (Stuart, Ord and Arnold, Kendall's Advanced Theory of Statistics 2A, 28.32); d / (n - 1) at
 * r2 = 0. For n > d + 1; the series is summed to rounding, or to 1e-8 for n below 20.
 */
export function meanSampleR2(r2: number, rows: number, regressors: number): number {
  const c = (rows + 1) / 2;
  let term = 1;
  let sum = 1;
  for (let k = 0; k < 10_000 && term > 1e-17 * sum; k++) {
    term *= ((k + 1) / (c + k)) * r2;
    sum += term;
  }
  return 1 - (((1 - r2) * (rows - regressors - 1)) / (rows - 1)) * sum;
}
