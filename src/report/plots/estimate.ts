/** A figure with its interval, as plots and their tables show it. */

import { shortNumber } from './text.ts';

export interface Estimate {
  readonly value: number;
  /** The ends of an interval, where there is one. */
  readonly low?: number;
  readonly high?: number;
}

/** '0.71 (0.68 to 0.74)' */
export function estimateText({ value, low, high }: Estimate): string {
  const interval =
    low === undefined || high === undefined ? '' : ` (${shortNumber(low)} to ${shortNumber(high)})`;
  return `${shortNumber(value)}${interval}`;
}

/**
 * The least and the greatest of all that is there, with some room around; 0 to 1 for nothing. At least
 * `span` long, so that differences that are none do not fill a plot, and not beyond `range` where the values
 * are within it: an axis of AUC ends at 1.
 */
export function roomyDomain(
  values: readonly (number | undefined)[],
  share = 0.08,
  span = 0,
  range: readonly [number, number] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
): [number, number] {
  const there = values.filter((value) => value !== undefined && Number.isFinite(value)) as number[];
  if (there.length === 0) return [0, 1];
  const low = there.reduce((least, value) => Math.min(least, value));
  const high = there.reduce((most, value) => Math.max(most, value));
  const room = (high - low || Math.abs(low) || 1) * share;
  const lacking = Math.max(0, span - (high - low + 2 * room)) / 2;
  let [from, to] = [low - room - lacking, high + room + lacking];
  // what is cut off at the upper end is added below
  if (to > range[1] && high <= range[1]) [from, to] = [from - (to - range[1]), range[1]];
  if (from < range[0] && low >= range[0]) from = range[0];
  return [from, to];
}
