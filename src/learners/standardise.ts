/** Columns brought to mean 0 and variance 1, and coefficients brought back. */

import { sum } from '../numerics/sum.ts';

export interface Standardised {
  /** Of the columns that vary; n in the denominator of the variance. */
  readonly columns: readonly Float64Array[];
  /** Their places among the given columns. */
  readonly kept: readonly number[];
  readonly means: Float64Array;
  readonly deviations: Float64Array;
}

/**
 * A column whose deviation is below this share of its largest value holds rounding and nothing else.
 */
const LEAST_DEVIATION = 1e-13;

export function standardise(columns: readonly Float64Array[]): Standardised {
  const kept: number[] = [];
  const scaled: Float64Array[] = [];
  const means = new Float64Array(columns.length);
  const deviations = new Float64Array(columns.length);
  columns.forEach((column, j) => {
    const n = column.length;
    const largest = column.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    if (largest === 0) return;
    // in units of the largest value, so that no square overflows or vanishes
    const relative = column.map((x) => x / largest);
    const centre = sum(relative) / n;
    const deviation = Math.sqrt(sum(relative.map((x) => (x - centre) * (x - centre))) / n);
    means[j] = centre * largest;
    deviations[j] = deviation * largest;
    if (deviation < LEAST_DEVIATION) return;
    kept.push(j);
    scaled.push(relative.map((x) => (x - centre) / deviation));
  });
  return { columns: scaled, kept, means, deviations };
}

/** A linear predictor on the original scale. */
export interface LinearPredictor {
  readonly intercept: number;
  /** One for each feature; 0 for one that was left out. */
  readonly coefficients: Float64Array;
}

/** `slopes` belong to the standardised columns, `intercept` is the prediction at their mean. */
export function toOriginalScale(
  intercept: number,
  slopes: Float64Array,
  { kept, means, deviations }: Standardised,
): LinearPredictor {
  const coefficients = new Float64Array(means.length);
  let constant = intercept;
  kept.forEach((j, k) => {
    coefficients[j] = slopes[k] / deviations[j];
    constant -= coefficients[j] * means[j];
  });
  return { intercept: constant, coefficients };
}

/** intercept + sum of coefficient times column, for every row. */
export function applyPredictor(
  { intercept, coefficients }: LinearPredictor,
  columns: readonly Float64Array[],
  rows: number,
): Float64Array {
  const result = new Float64Array(rows).fill(intercept);
  columns.forEach((column, j) => {
    const slope = coefficients[j];
    if (slope === 0) return;
    for (let i = 0; i < rows; i++) result[i] += slope * column[i];
  });
  return result;
}
