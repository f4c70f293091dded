/**
 * The paper's margin: u is average rank / (n + 1), and the way back is the sample quantile of the
 * training column, type 8 of Hyndman and Fan (1996), unbiased for the median. The margin holds the
 * column's values and gives its extremes back; it is for replication, and notes say so.
 */

import { type Grid, snapAll } from './grid.ts';

/** Plain data; `values` are the column's own. */
export interface EmpiricalMargin {
  readonly kind: 'empirical';
  readonly grid: Grid;
  /** Ascending. */
  readonly values: readonly number[];
}

export function empiricalMargin(values: Float64Array, grid: Grid): EmpiricalMargin {
  const observed = values.filter((value) => !Number.isNaN(value)).sort();
  return { kind: 'empirical', grid, values: [...observed] };
}

export function decodeEmpirical({ values, grid }: EmpiricalMargin, u: Float64Array): Float64Array {
  const sorted = Float64Array.from(values);
  const decoded = new Float64Array(u.length);
  for (let i = 0; i < u.length; i++) decoded[i] = quantile8(sorted, u[i]);
  return snapAll(decoded, grid);
}

/** The share of values below and half of those at x. */
export function probabilityOfEmpirical({ values }: EmpiricalMargin, x: number): number {
  let twice = 0;
  for (const value of values) twice += value < x ? 2 : value === x ? 1 : 0;
  return Math.min(
    Math.max(twice / (2 * values.length), 0.5 / values.length),
    1 - 0.5 / values.length,
  );
}

/** Type 8: the line through the order statistics at (j - 1/3) / (n + 1/3). */
export function quantile8(sorted: Float64Array, p: number): number {
  const n = sorted.length;
  const place = p * (n + 1 / 3) + 1 / 3;
  const below = Math.min(Math.max(Math.floor(place), 1), n);
  const above = Math.min(below + 1, n);
  const share = Math.min(Math.max(place - below, 0), 1);
  return sorted[below - 1] + share * (sorted[above - 1] - sorted[below - 1]);
}
