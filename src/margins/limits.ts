/**
 * How far a synthetic column reaches: not to its real extremes, which are single persons, but to the
 * mean of the k outermost records, rounded inwards to the column's grid. So the real extreme cannot
 * come out, unless k or more records share it, and nothing comes out beyond what k records support:
 * no negative weight, no probability above 1. A bound that the schema declares takes the place of the
 * mean; the tail then runs up to it.
 */

import { type Grid, snapDown, snapUp } from './grid.ts';
import { plainMean } from './observations.ts';

export interface Bounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

export interface Limits {
  readonly least: number;
  readonly largest: number;
}

/** `values`: ascending, at least one. */
export function limitsOf(values: Float64Array, k: number, grid: Grid, bounds: Bounds): Limits {
  const least = bounds.min ?? lowerLimit(values, k, grid);
  const largest = bounds.max ?? upperLimit(values, k, grid);
  // a coarse grid may leave nothing between the two: then the middle is all there is
  return least <= largest ? { least, largest } : { least: largest, largest };
}

export function lowerLimit(values: Float64Array, k: number, grid: Grid): number {
  const outermost = values.subarray(0, k);
  const shared = outermost[0] === outermost[outermost.length - 1];
  return shared ? values[0] : snapUp(plainMean(outermost), grid);
}

export function upperLimit(values: Float64Array, k: number, grid: Grid): number {
  const outermost = values.subarray(Math.max(0, values.length - k));
  const shared = outermost[0] === outermost[outermost.length - 1];
  return shared ? values[values.length - 1] : snapDown(plainMean(outermost), grid);
}
