/**
 * What alpha-precision and beta-recall have in common (Alaa et al., ICML 2022): a curve over 30 equally
 * spaced levels from 0 to 1, which should be the diagonal, and one number for how near it is.
 */

import { sortedQuantile } from './quantile.ts';

/**
 * How the distance from the diagonal becomes a score of at most 1:
 * - 'integral': 1 - 2 * sum |curve - level| / 29, the integral of the paper;
 * - 'synthcity': 1 - sum |curve - level| / sum of levels (15), as that library has it. It refuses
 *   negative scores; here they stay.
 */
export type Normalisation = 'integral' | 'synthcity';

const STEPS = 29;

/** 0, 1/29, ..., 1. */
export const LEVELS: readonly number[] = Array.from({ length: STEPS + 1 }, (_, k) => k / STEPS);

/** The quantiles of the values at all levels. */
export function quantilesAtLevels(values: Float64Array): Float64Array {
  const sorted = values.slice().sort();
  return Float64Array.from(LEVELS, (_, k) => sortedQuantile(sorted, k, STEPS));
}

/** By radius, the share of all values that are at most that; `total` counts the values left out too. */
export function sharesWithin(
  values: Float64Array,
  radii: Float64Array,
  total = values.length,
): number[] {
  const sorted = values.slice().sort();
  let within = 0;
  // radii increase, so one pass does
  return Array.from(radii, (radius) => {
    while (within < sorted.length && sorted[within] <= radius) within++;
    return within / total;
  });
}

export function scoreOf(curve: readonly number[], normalisation: Normalisation): number {
  const distance = curve.reduce((sum, share, k) => sum + Math.abs(share - LEVELS[k]), 0);
  return normalisation === 'integral' ? 1 - (2 * distance) / STEPS : 1 - distance / 15;
}
