/**
 * The attacker's regression: a sensitive column on everything else, from one synthetic set. Numbers
 * are centred and scaled by the set's own moments; levels and states stay as they are, and so does
 * the response unless it is to be standardised too. One matrix of correlations serves all sensitive
 * columns.
 */

import type { TableFeatures } from '../../features/features.ts';
import { crossProducts } from '../../numerics/crossProducts.ts';

export interface Conventions {
  /** Divide sums of squares by n - ddof. The paper's text says 1, its software 0. */
  readonly ddof: 0 | 1;
  /** Columns of the table that are standardised though they hold levels. */
  readonly alsoStandardised: readonly string[];
}

/** Means and standard deviations of features; 0 for a feature that does not vary. */
export interface Moments {
  readonly mean: Float64Array;
  readonly sd: Float64Array;
}

export function momentsOf({ columns, rows }: TableFeatures, ddof: 0 | 1): Moments {
  const mean = new Float64Array(columns.length);
  const sd = new Float64Array(columns.length);
  columns.forEach((column, j) => {
    let sum = 0;
    for (let i = 0; i < rows; i++) sum += column[i];
    mean[j] = sum / rows;
    let squares = 0;
    for (let i = 0; i < rows; i++) squares += (column[i] - mean[j]) * (column[i] - mean[j]);
    const isConstant = squares <= 1e-24 * rows * mean[j] * mean[j];
    sd[j] = isConstant ? 0 : Math.sqrt(squares / (rows - ddof));
  });
  return { mean, sd };
}

/** A set with its moments and the correlations of its features. */
export interface Standardised {
  readonly rows: number;
  readonly moments: Moments;
  /** Row after row; zeros for a feature that does not vary. */
  readonly correlation: Float64Array;
}

export function standardise(features: TableFeatures, ddof: 0 | 1): Standardised {
  const { columns, rows } = features;
  const moments = momentsOf(features, ddof);
  const scale = Math.sqrt(rows - ddof);
  const scores = columns.map((column, j) => {
    const scores = new Float64Array(rows);
    const { mean, sd } = moments;
    if (sd[j] === 0) return scores;
    const unit = 1 / (sd[j] * scale);
    for (let i = 0; i < rows; i++) scores[i] = (column[i] - mean[j]) * unit;
    return scores;
  });
  return { rows, moments, correlation: crossProducts(scores) };
}

export interface AttackerRegression {
  readonly intercept: number;
  /** By regressor, in the order given. 0 for one that does not vary or repeats others. */
  readonly coefficients: Float64Array;
  /** How many of them are in use. */
  readonly regressors: number;
  readonly r2: number;
  /** 1 - (1 - R²)(n - 1)/(n - d - 1), d the regressors in use. */
  readonly adjustedR2: number;
  /** The mean size that the coefficients would have if the column depended on nothing: sqrt(2/pi) times the mean of sqrt(VIF/(n - 1)). */
  readonly floor: number;
  /** The part of the mean size that is noise: the same with the standard errors sqrt((1 - R²) VIF/(n - d - 1)). */
  readonly noise: number;
}

const ROOT_TWO_OVER_PI = 0.7978845608028654;

/** A regressor whose variance given those before it is below this share repeats them. */
const REPEATS = 1e-10;

/**
 * Least squares of feature `of` on the features `on`, with intercept. `isScaled` tells by feature
 * whether it enters standardised. The response is always in units of its standard deviation.
 */
export function regress(
  { rows, moments, correlation }: Standardised,
  of: number,
  on: readonly number[],
  isScaled: readonly boolean[],
): AttackerRegression {
  const p = moments.sd.length;
  const { factor, used } = factorise(correlation, p, on, moments);
  const d = used.length;
  const effect = solve(factor, d, (a) => correlation[used[a] * p + of]);
  let r2 = 0;
  for (let a = 0; a < d; a++) r2 += effect[a] * correlation[used[a] * p + of];
  r2 = Math.min(Math.max(r2, 0), 1);
  const inflation = inverseDiagonal(factor, d);
  const places = new Map(on.map((feature, place) => [feature, place]));
  const coefficients = new Float64Array(on.length);
  let intercept = 0;
  let floor = 0;
  let noise = 0;
  for (let a = 0; a < d; a++) {
    const feature = used[a];
    const unit = isScaled[feature] ? 1 : 1 / moments.sd[feature];
    const coefficient = effect[a] * unit;
    coefficients[places.get(feature) as number] = coefficient;
    if (!isScaled[feature]) intercept -= coefficient * moments.mean[feature];
    floor += unit * Math.sqrt(inflation[a] / (rows - 1));
    noise += unit * Math.sqrt(((1 - r2) * inflation[a]) / (rows - d - 1));
  }
  return {
    intercept,
    coefficients,
    regressors: d,
    r2,
    adjustedR2: 1 - ((1 - r2) * (rows - 1)) / (rows - d - 1),
    floor: (ROOT_TWO_OVER_PI * floor) / on.length,
    noise: (ROOT_TWO_OVER_PI * noise) / on.length,
  };
}

/** The Cholesky factor of the correlations of the regressors, those that repeat others left out. */
function factorise(
  correlation: Float64Array,
  p: number,
  on: readonly number[],
  { sd }: Moments,
): { readonly factor: Float64Array[]; readonly used: readonly number[] } {
  const factor: Float64Array[] = [];
  const used: number[] = [];
  for (const feature of on) {
    if (sd[feature] === 0) continue;
    const row = new Float64Array(used.length + 1);
    let pivot = correlation[feature * p + feature];
    for (let a = 0; a < used.length; a++) {
      let rest = correlation[feature * p + used[a]];
      for (let b = 0; b < a; b++) rest -= row[b] * factor[a][b];
      row[a] = rest / factor[a][a];
      pivot -= row[a] * row[a];
    }
    if (pivot <= REPEATS) continue;
    row[used.length] = Math.sqrt(pivot);
    factor.push(row);
    used.push(feature);
  }
  return { factor, used };
}

/** The solution x of L L' x = b. */
function solve(factor: readonly Float64Array[], d: number, b: (a: number) => number): Float64Array {
  const x = new Float64Array(d);
  for (let a = 0; a < d; a++) {
    let rest = b(a);
    for (let k = 0; k < a; k++) rest -= factor[a][k] * x[k];
    x[a] = rest / factor[a][a];
  }
  for (let a = d - 1; a >= 0; a--) {
    let rest = x[a];
    for (let k = a + 1; k < d; k++) rest -= factor[k][a] * x[k];
    x[a] = rest / factor[a][a];
  }
  return x;
}

/** The diagonal of (L L')^-1: the variance inflation of each regressor. */
function inverseDiagonal(factor: readonly Float64Array[], d: number): Float64Array {
  const diagonal = new Float64Array(d);
  const column = new Float64Array(d);
  for (let j = 0; j < d; j++) {
    column[j] = 1 / factor[j][j];
    diagonal[j] += column[j] * column[j];
    for (let i = j + 1; i < d; i++) {
      let rest = 0;
      for (let k = j; k < i; k++) rest -= factor[i][k] * column[k];
      column[i] = rest / factor[i][i];
      diagonal[j] += column[i] * column[i];
    }
  }
  return diagonal;
}
