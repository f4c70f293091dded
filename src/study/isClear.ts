/**
 * Whether a membership attack has an advantage worth speaking of. Guesses by chance on `sets` sets with
 * and without the target have privacy gains about 1 with a variance of at most 1/(2 sets); twice the
 * standard error of their median, and twice their middle half, are allowed.
 */

import type { MembershipOutcome } from '../measures/membership/outcome.ts';

/** How far from 1 a median privacy gain may always be, and how wide the middle half of the gains. */
const NEAR = 0.05;
const SPREAD = 0.25;

type Gains = Pick<MembershipOutcome, 'outlying' | 'random' | 'median'>;

/** For every attacker and both kinds of people: medians near 1 and gains that spread little. */
export function isClear(outcomes: readonly Gains[], sets: number): boolean {
  return groupsOf(outcomes).every(
    ({ gains, median }) =>
      Math.abs(1 - median) <= nearness(gains.length, sets) &&
      middleHalf(gains) <= Math.max(SPREAD, 2 * 1.349 * chance(sets)),
  );
}

/** The least advantage that would have been noticed in each group. */
export function leastSeen(outcomes: readonly Gains[], sets: number): number {
  return Math.max(...groupsOf(outcomes).map(({ gains }) => nearness(gains.length, sets)));
}

function groupsOf(outcomes: readonly Gains[]) {
  return outcomes.flatMap(({ outlying, random, median }) =>
    [
      { gains: outlying, median: median.outlying },
      { gains: random, median: median.random },
    ].flatMap((group) =>
      group.median === undefined ? [] : [{ gains: group.gains, median: group.median }],
    ),
  );
}

/** The standard error of a median is 1.253 times that of a mean. */
function nearness(count: number, sets: number): number {
  return Math.max(NEAR, (2 * 1.253 * chance(sets)) / Math.sqrt(count));
}

/** The standard deviation of a privacy gain by chance. */
function chance(sets: number): number {
  return Math.sqrt(0.5 / sets);
}

function middleHalf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const from = (sorted.length - 1) >> 2;
  return sorted[sorted.length - 1 - from] - sorted[from];
}
