/**
 * Which margin a numeric column gets:
 * - discrete, if it has at most 30 different values and on average at least k records for each;
 * - smooth otherwise; values that many rows have become atoms (smooth.ts), ties below that share
 *   their average rank, and what is drawn is rounded to the column's grid;
 * - empirical in place of both, where the user wants to replicate the paper, which takes all numbers
 *   for continuous, however tied they are.
 */

import { pseudoObservations } from '../numerics/ranks.ts';
import type { Rng } from '../random/rng.ts';
import { discreteMargin } from './discrete.ts';
import { empiricalMargin } from './empirical.ts';
import type { Grid } from './grid.ts';
import { type Bounds, hiddenRecords } from './limits.ts';
import type { FittedMargin } from './margin.ts';
import { distinctOf, observe } from './observations.ts';
import { levelScale } from './roundedCounts.ts';
import { encodeSmooth, smoothMargin } from './smooth.ts';

/** Numeric columns with at most this many values are discrete. */
export const MOST_LEVELS = 30;

export interface NumericSettings extends Bounds {
  readonly k: number;
  readonly grid: Grid;
  readonly margins: 'smooth' | 'empirical';
  /** Whether values that few records share are kept too (smooth.ts). Default: no. */
  readonly isFine?: boolean;
  /** By row, how often a value counts: 1, and 1 for each gap that it was a donor for. Default: 1. */
  readonly weights?: Float64Array;
}

/** `values`: NaN where missing; at least k are not. */
export function numericMargin(values: Float64Array, settings: NumericSettings): FittedMargin {
  const { k, grid, margins, weights, min, max, isFine = false } = settings;
  const data = observe(values, weights);
  const count = distinctOf(data, hiddenRecords(data.values.length, k)).length;
  const isTied = count <= MOST_LEVELS && count * k <= data.values.length;
  if (count === 1 || (isTied && margins === 'smooth')) {
    const base = margins === 'empirical' ? 1 : k;
    const { margin, place } = discreteMargin(data, { k, base, grid, min, max });
    return { margin, encode: (column) => levelScale(margin.upper, column.map(place)) };
  }
  if (margins === 'empirical') {
    const margin = empiricalMargin(values, grid);
    return { margin, encode: (column) => ({ u: pseudoObservations(column) }) };
  }
  const margin = smoothMargin(data, { k, grid, min, max, isFine });
  return { margin, encode: (column, rng: Rng) => ({ u: encodeSmooth(margin, column, rng) }) };
}
