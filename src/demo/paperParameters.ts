/**
 * The distribution behind the paper's simulated data, as printed there to two decimals (appendix
 * "Simulated Real Data"): given the class, twenty covariates are normal in three independent blocks
 * of 5, 5 and 10. The first two blocks are the same in both classes; only the third tells them apart.
 *
 * All printed blocks are symmetric and, rounding notwithstanding, positive definite (the smallest
 * eigenvalue is 0.55), so they are used as they stand. One pair of entries is printed as -0; it is
 * kept as 0.
 */

/** A mean vector and a covariance matrix, row by row. */
export interface NormalBlock {
  readonly mean: readonly number[];
  readonly covariance: readonly (readonly number[])[];
}

const firstBlock: NormalBlock = {
  mean: [-2.42, 5.84, 20.1, 12.66, 0.35],
  covariance: [
    [2.57, -2.14, 1.33, 0.04, -0.76],
    [-2.14, 6.12, -2.99, -0.36, 1.25],
    [1.33, -2.99, 6.36, -1.85, 2.05],
    [0.04, -0.36, -1.85, 3.29, -0.97],
    [-0.76, 1.25, 2.05, -0.97, 6.07],
  ],
};

const secondBlock: NormalBlock = {
  mean: [12.64, 12.29, 21.29, 1.11, 24.69],
  covariance: [
    [3.8, -1.97, 1.69, -0.29, -1.01],
    [-1.97, 7.77, -1.69, -2.07, 2],
    [1.69, -1.69, 3.86, 1.67, -1.46],
    [-0.29, -2.07, 1.67, 4.12, -1.47],
    [-1.01, 2, -1.46, -1.47, 1.92],
  ],
};

const thirdBlockOfClass0: NormalBlock = {
  mean: [25.27, -3.53, 6.1, -4.52, 3.37, 19.73, 5.78, 12.8, -3.19, 14.76],
  covariance: [
    [5.82, -1.29, -2.52, 1.8, -1.93, -2.13, -2.74, -1.84, -0.09, -2.72],
    [-1.29, 8.6, -0.98, -3.48, -1.8, -1.33, 2.56, -2.21, -1.09, -0.62],
    [-2.52, -0.98, 5.44, 0.48, -1.02, 0.63, -1.18, 1.9, -1.13, 2.84],
    [1.8, -3.48, 0.48, 5.67, -1.13, -1.8, -2.98, 0.89, 0.28, -0.37],
    [-1.93, -1.8, -1.02, -1.13, 7.8, 2.92, 3.83, 3.01, 1.11, 2.81],
    [-2.13, -1.33, 0.63, -1.8, 2.92, 4.44, 3.05, 2.73, -0.03, 1.93],
    [-2.74, 2.56, -1.18, -2.98, 3.83, 3.05, 7.16, 2.72, 2.21, 2.05],
    [-1.84, -2.21, 1.9, 0.89, 3.01, 2.73, 2.72, 5.21, 1.16, 3.65],
    [-0.09, -1.09, -1.13, 0.28, 1.11, -0.03, 2.21, 1.16, 4.99, 0.23],
    [-2.72, -0.62, 2.84, -0.37, 2.81, 1.93, 2.05, 3.65, 0.23, 5.88],
  ],
};

const thirdBlockOfClass1: NormalBlock = {
  mean: [24.44, -4.78, 6.51, -4.73, 2.08, 20.63, 5.26, 13.57, -2.94, 15.39],
  covariance: [
    [6.01, -3.24, 2.67, -0.55, 3.89, 1.34, 1.22, -1.22, 2.02, -2.53],
    [-3.24, 7.78, -0.19, 2.07, -3.66, 0.89, -0.01, 0.03, -0.35, -0.28],
    [2.67, -0.19, 6.12, 0.9, 3.53, 1.65, 0, -1.67, 3.01, -1.95],
    [-0.55, 2.07, 0.9, 5.6, 1.52, 2, 1.41, 1.8, 1.06, -1.91],
    [3.89, -3.66, 3.53, 1.52, 8.2, 1.75, 1.01, -0.11, 2.97, -1.88],
    [1.34, 0.89, 1.65, 2, 1.75, 3.06, 1.48, -0.59, 1.15, -0.5],
    [1.22, -0.01, 0, 1.41, 1.01, 1.48, 5.03, -1.08, 1.93, -1.31],
    [-1.22, 0.03, -1.67, 1.8, -0.11, -0.59, -1.08, 4.02, -1.14, 0.08],
    [2.02, -0.35, 3.01, 1.06, 2.97, 1.15, 1.93, -1.14, 5.13, -1.57],
    [-2.53, -0.28, -1.95, -1.91, -1.88, -0.5, -1.31, 0.08, -1.57, 5.4],
  ],
};

/** The blocks of covariates given Y = 0 and given Y = 1. */
export const PAPER_CLASSES: readonly (readonly NormalBlock[])[] = [
  [firstBlock, secondBlock, thirdBlockOfClass0],
  [firstBlock, secondBlock, thirdBlockOfClass1],
];
