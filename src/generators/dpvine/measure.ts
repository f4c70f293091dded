/**
 * The one round of measurements: whole numbers (statistics.ts) with whole Gaussian noise.
 * Neighbours: one row replaced; the number of rows is public. Sensitivities (L2, joint over all entries),
 * with B the bound on a row's length (clippedScores.ts):
 *
 * - counts of K classes: sqrt 2; of two classes the second alone: 1;
 * - a histogram: sqrt 2, also if it is split by groups; of H columns: sqrt(2 H);
 * - sums of c a, with c one of -1, 0, 1: |c a - c' a'| <= 2 B. Of K classes the vectors K e_c - 1 in
 *   place of c have length sqrt(K (K - 1)), and the sums sensitivity 2 sqrt(K (K - 1)) B;
 * - products a a' above the diagonal: |a a' - b b'|² off it <= (|a|^4 + |b|^4 - 2 (a.b)²) / 2 <= B^4, so B²;
 *   split by classes the same: from one class to another at most |a|^4 / 2 + |b|^4 / 2.
 *
 * Each measurement gets noise of its sensitivity over its part of the budget (settings.ts). Scores and the
 * split in halves follow from noisy margins, the split by classes from noisy counts: none costs anything.
 */

import type { Noise } from '../../random/noise.ts';
import { gaussianNoise } from '../private/mechanisms.ts';
import { SCALE, squaredBound } from './clippedScores.ts';
import { classShares } from './margins.ts';
import type { Plan } from './plan.ts';
import type { Budget } from './settings.ts';
import { classCounts, exactSums, groupsGiven, marginCounts } from './statistics.ts';

/** Whole numbers with noise; all that is ever known of the rows. */
export interface Measured {
  readonly rows: number;
  /** Of two classes the count of the second, of more each, of a numeric response none. */
  readonly classes: readonly number[];
  /** By histogram: counts of all cells, group after group if it has groups. */
  readonly margins: readonly (readonly number[])[];
  /** Sums of scores by variable: the second class or half less the first; of K classes K sums. */
  readonly response: readonly (readonly number[])[];
  /** By class, or one for all: sums of products of variables j < k, row after row; none without a budget. */
  readonly moments: readonly (readonly number[])[];
}

/** The standard deviation of each measurement's noise. */
export interface NoiseScales {
  readonly classes: number;
  readonly margins: number;
  readonly response: number;
  /** Infinity if pairs are not measured. */
  readonly moments: number;
}

export function noiseScales(plan: Plan, { parts }: Budget): NoiseScales {
  const { classes, variables, histograms } = plan;
  const square = squaredBound(variables.length);
  const contrast = classes > 2 ? Math.sqrt(classes * (classes - 1)) : 1;
  return {
    classes: (classes > 2 ? Math.SQRT2 : 1) / parts.classes,
    margins: Math.sqrt(2 * histograms.length) / parts.margins,
    response: (2 * contrast * Math.sqrt(square)) / parts.response,
    moments: square / parts.moments,
  };
}

/** The noise of a correlation of a variable with two equal classes, as a standard deviation. */
export function responseNoise(plan: Plan, scales: NoiseScales, rows: number): number {
  const contrast = plan.classes > 2 ? Math.sqrt(plan.classes * (plan.classes - 1)) : 1;
  return scales.response / contrast / SCALE / rows;
}

/** With more noise than this in its correlations a class shares those of all. */
const MOST_CLASS_NOISE = 0.75;

/** Whether products are summed by class, from what is public or noisy. */
export function isByClass(
  plan: Plan,
  byClass: 'auto' | boolean,
  shares: Float64Array,
  scales: NoiseScales,
  rows: number,
): boolean {
  if (plan.classes < 2 || byClass === false) return false;
  if (byClass === true) return true;
  const least = shares.reduce((low, share) => Math.min(low, share), 1);
  return scales.moments / (SCALE * SCALE * rows * least) <= MOST_CLASS_NOISE;
}

export function measure(
  plan: Plan,
  codes: readonly Int32Array[],
  budget: Budget,
  byClass: 'auto' | boolean,
  noise: Noise,
): Measured {
  const rows = codes[plan.response].length;
  const scales = noiseScales(plan, budget);
  const noisy = (exact: ArrayLike<number>, sd: number, ...path: (string | number)[]) => {
    const drawn = gaussianNoise(exact.length, sd, true, noise.split(...path));
    return Array.from(exact, (value, i) => value + drawn[i] + 0);
  };
  const classes =
    plan.classes < 2 ? [] : noisy(classCounts(plan, codes), scales.classes, 'classes');
  const margins: number[][] = [];
  let groups = groupsGiven(plan, codes, margins, rows);
  plan.histograms.forEach((_, h) => {
    margins.push(noisy(marginCounts(plan, codes, h, groups), scales.margins, 'margin', h));
    if (h === 0) groups = groupsGiven(plan, codes, margins, rows);
  });
  const shares = classShares(plan, classes, rows);
  const sums = exactSums(plan, codes, margins, rows, {
    isPaired: scales.moments < Infinity,
    isSplit: isByClass(plan, byClass, shares, scales, rows),
  });
  return {
    rows,
    classes,
    margins,
    response: sums.response.map((row, c) => noisy(row, scales.response, 'response', c)),
    moments: sums.moments.map((row, c) => noisy(row, scales.moments, 'moments', c)),
  };
}
