/**
 * A scale for a column that everybody may know: the share of the rows of a reference below a value, equal
 * ones counting half. Heavy tails do not rule distances on it, and it does not depend on the coins.
 */

import { kernel } from '../../numerics/kernel.ts';

/** Ascending, without missing values. */
export type Reference = Float64Array;

export function referenceOf(values: Float64Array): Reference {
  return values.filter((value) => !Number.isNaN(value)).sort();
}

/** From 0 to 1; NaN stays NaN, and all is 1/2 where the reference is empty. */
export function shareBelow(reference: Reference, value: number): number {
  if (Number.isNaN(value)) return value;
  if (reference.length === 0) return 0.5;
  const below = placeOf(reference, value, false);
  return (below + placeOf(reference, value, true)) / (2 * reference.length);
}

/** The same as a normal quantile, as far out as one half of a row of the reference lies. */
export function scoreOf(reference: Reference, value: number): number {
  if (Number.isNaN(value)) return value;
  const end = 0.5 / Math.max(1, reference.length);
  const share = Math.min(Math.max(shareBelow(reference, value), end), 1 - end);
  return kernel().normalQuantile(share);
}

/** How many are below the value, or not above it. */
function placeOf(reference: Reference, value: number, withEqual: boolean): number {
  let [low, high] = [0, reference.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const isBelow = withEqual ? reference[middle] <= value : reference[middle] < value;
    if (isBelow) low = middle + 1;
    else high = middle;
  }
  return low;
}
