/**
 * How far a synthetic column reaches, and whose values may shape it.
 *
 * The k - 1 outermost records on either side are hidden: they count by their rank alone, and their
 * values enter no number that is published. So one record, or k - 1 of them together, may lie as far
 * out as they will, and the model is the same to the last bit. (A mean over the outermost records
 * would not hide them: five times the mean less four values near 8 is the fifth.)
 *
 * The limit is the mean of the k outermost records that are not hidden, rounded inwards to the column's
 * grid. It is never beyond the k-th outermost record; the real extreme cannot come out, unless k or
 * more records share it, and nothing comes out beyond what k records support: no negative weight, no
 * probability above 1. A bound that the schema declares takes the place of the mean; the tail then runs
 * up to it.
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

/**
 * Records on either side whose values are not used: k - 1, and of fewer than 2 k + 1 records as many as
 * leave three.
 */
export function hiddenRecords(n: number, k: number): number {
  return Math.max(0, Math.min(k - 1, Math.floor((n - 3) / 2)));
}

/** `values`: ascending, at least one. */
export function limitsOf(values: Float64Array, k: number, grid: Grid, bounds: Bounds): Limits {
  const least = bounds.min ?? lowerLimit(values, k, grid);
  const largest = bounds.max ?? upperLimit(values, k, grid);
  // a coarse grid may leave nothing between the two: then the middle is all there is
  return least <= largest ? { least, largest } : { least: largest, largest };
}

function lowerLimit(values: Float64Array, k: number, grid: Grid): number {
  const hidden = hiddenRecords(values.length, k);
  const block = values.subarray(hidden, hidden + blockSize(values.length, hidden, k));
  return isShared(block) ? block[0] : snapUp(plainMean(block), grid);
}

function upperLimit(values: Float64Array, k: number, grid: Grid): number {
  const hidden = hiddenRecords(values.length, k);
  const end = values.length - hidden;
  const block = values.subarray(end - blockSize(values.length, hidden, k), end);
  return isShared(block) ? block[0] : snapDown(plainMean(block), grid);
}

/** Records behind a limit: k, and fewer where both limits would have the same ones. */
function blockSize(n: number, hidden: number, k: number): number {
  const inner = n - 2 * hidden;
  return Math.min(inner, k, Math.max(2, Math.floor(inner / 2)));
}

function isShared(block: Float64Array): boolean {
  return block[0] === block[block.length - 1];
}
