/**
 * How levels differ in use. Sets of the same number come from the same random numbers at every level, so
 * that differences are paired; their p-values are adjusted for their number (Holm).
 */

import { holm } from '../numerics/holm.ts';
import { type Interval, meanInterval } from '../numerics/intervals.ts';
import { kernel } from '../numerics/kernel.ts';

export interface UtilityDifference {
  readonly truncation: number;
  /** Its mean score less that of the level it is compared with; the interval is not adjusted. */
  readonly difference: Interval;
  /** Of the mean difference; NaN where nothing is known of it. */
  readonly error: number;
  /** That there is no difference, after Holm; 1 where nothing is known. */
  readonly adjusted: number;
}

export interface ScoredSets {
  readonly truncation: number;
  /** By synthetic set. */
  readonly values: readonly number[];
}

/** Of all others to `level`. Where sets failed, so that they cannot be paired, the lists are unpaired. */
export function utilityDifferences(
  level: ScoredSets,
  others: readonly ScoredSets[],
): UtilityDifference[] {
  const found = others.map((other) => compare(other.values, level.values));
  const adjusted = holm(found.map(({ p }) => p));
  return others.map(({ truncation }, at) => {
    const { difference, error } = found[at];
    return { truncation, difference, error, adjusted: adjusted[at] };
  });
}

function compare(a: readonly number[], b: readonly number[]) {
  if (a.length === b.length) {
    const differences = a.map((value, set) => value - b[set]);
    return tested(meanInterval(differences), differences.length - 1);
  }
  const [first, second] = [meanInterval(a), meanInterval(b)];
  const [x, y] = [first.high - first.estimate, second.high - second.estimate];
  const estimate = first.estimate - second.estimate;
  const half = Math.sqrt(x * x + y * y);
  const difference = { estimate, low: estimate - half, high: estimate + half, level: first.level };
  return tested(difference, Math.min(a.length, b.length) - 1);
}

/** Student's test, two-sided, from Student's interval. */
function tested(difference: Interval, degrees: number) {
  const { estimate, high, level } = difference;
  if (degrees < 1 || !Number.isFinite(high)) return { difference, error: Number.NaN, p: 1 };
  const error = (high - estimate) / kernel().studentQuantile((1 + level) / 2, degrees);
  if (error === 0) return { difference, error, p: estimate === 0 ? 1 : 0 };
  return { difference, error, p: 2 * kernel().studentCdf(-Math.abs(estimate) / error, degrees) };
}
