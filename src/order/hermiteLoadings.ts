/**
 * Margins as functions of a normal variable, and what they do to a correlation.
 *
 * A column with distribution function F is g(Z) with Z standard normal and g = F^-1(Phi). Its
 * loadings are the coefficients of (g - mean) / sd in the Hermite polynomials that are orthonormal
 * under the normal density. If Z1 and Z2 are jointly normal with correlation rho, the columns have
 * the correlation a_1 b_1 rho + a_2 b_2 rho^2 + ... (Mehler's formula; Lancaster 1957).
 */

import { kernel } from '../numerics/kernel.ts';

/** a_1, a_2, ...; their squares sum to 1. */
export type Loadings = Float64Array;

/** Odd, so that what the last loading gathers keeps the sign of the correlation. */
const TERMS = 41;

const ROOT = Float64Array.from({ length: TERMS + 1 }, (_, k) => Math.sqrt(k));
const ROOT_INVERSE_TWO_PI = 0.3989422804014327;

/** The loadings of a normal column. */
export const NORMAL: Loadings = linearLoadings(1);

/**
 * The loadings of a column's empirical distribution, NaN left out. With values in rising order, g
 * steps from x_i to x_(i+1) at the normal quantile z of i/n, and the integral of the k-th
 * polynomial times the density from z on is h_(k-1)(z) phi(z) / sqrt(k). Exact up to rounding (about
 * n eps), except the last, which takes what the others leave of the sum of squares. A constant
 * column counts as normal: it has no correlation that could change.
 */
export function hermiteLoadings(column: Float64Array): Loadings {
  const values = column.filter((value) => !Number.isNaN(value)).sort();
  const n = values.length;
  if (n === 0 || values[0] === values[n - 1]) return NORMAL;
  const loadings = new Float64Array(TERMS);
  for (let i = 1; i < n; i++) {
    const step = values[i] - values[i - 1];
    if (step > 0) addStep(loadings, step, kernel().normalQuantile(i / n));
  }
  const deviation = standardDeviation(values);
  let squares = 0;
  for (let k = 0; k < TERMS - 1; k++) {
    loadings[k] /= deviation;
    squares += loadings[k] * loadings[k];
  }
  loadings[TERMS - 1] = Math.sqrt(Math.max(0, 1 - squares));
  return loadings;
}

/**
 * The loadings of a column that is seen only through its correlation with a normal variable: every
 * other correlation is multiplied by it.
 */
export function linearLoadings(correlation: number): Loadings {
  const loadings = new Float64Array(TERMS);
  loadings[0] = correlation;
  loadings[TERMS - 1] = Math.sqrt(1 - correlation * correlation);
  return loadings;
}

/** Adds step * h_(k-1)(z) phi(z) / sqrt(k) to all loadings but the last, by the three-term recursion. */
function addStep(loadings: Float64Array, step: number, z: number): void {
  let last = step * ROOT_INVERSE_TWO_PI * kernel().exp(-0.5 * z * z);
  let beforeLast = 0;
  for (let k = 1; k < TERMS; k++) {
    loadings[k - 1] += last / ROOT[k];
    const next = (z * last - ROOT[k - 1] * beforeLast) / ROOT[k];
    beforeLast = last;
    last = next;
  }
}

function standardDeviation(values: Float64Array): number {
  let mean = 0;
  for (const value of values) mean += value;
  mean /= values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) * (value - mean);
  return Math.sqrt(squares / values.length);
}

/** The correlation of two columns whose normal variables have correlation `rho`, by Horner's rule. */
export function observedCorrelation(rho: number, a: Loadings, b: Loadings): number {
  if (a === NORMAL && b === NORMAL) return rho;
  let sum = 0;
  for (let k = TERMS - 1; k >= 0; k--) sum = rho * (sum + a[k] * b[k]);
  return sum;
}
