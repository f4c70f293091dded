/**
 * The area under the ROC curve over people: of each fit, and the mean over fits with Student's interval,
 * since fits are independent given the table. Too few fits tell nothing of their spread.
 */

import { auc } from '../../learners/scores.ts';
import { type Interval, meanInterval, within } from '../../numerics/intervals.ts';

/** Fits that were done, from which on there is an interval. */
export const FEWEST_FITS = 8;

export interface ScoredFit {
  readonly ratios: Float64Array;
  readonly coins: { readonly isIn: Uint8Array };
}

/** `isSpreadKnown`: whether there are enough fits for an interval; its ends are NaN otherwise. */
export function aucOverFits(
  fits: readonly ScoredFit[],
  isSpreadKnown: boolean,
  group?: Uint8Array,
): Interval {
  const areas = fits.flatMap(({ ratios, coins: { isIn } }) => {
    const area = group ? areaOf(group, ratios, isIn) : auc(ratios, isIn);
    return Number.isNaN(area) ? [] : [area];
  });
  if (areas.length === 0)
    return { estimate: Number.NaN, low: Number.NaN, high: Number.NaN, level: 0.95 };
  const interval = within(meanInterval(areas), 0, 1);
  const isKnown = isSpreadKnown && areas.length > 1;
  return isKnown ? interval : { ...interval, low: Number.NaN, high: Number.NaN };
}

/** NaN where all of the group are in, or none. */
function areaOf(group: Uint8Array, ratios: Float64Array, isIn: Uint8Array): number {
  return auc(
    ratios.filter((_, person) => group[person] === 1),
    isIn.filter((_, person) => group[person] === 1),
  );
}
