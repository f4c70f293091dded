/**
 * The distribution of a variable within a class of the root, on the scale of the copula: the share of the
 * class's rows in each of a few cells, spread evenly within the cell. It stands in the first tree in place
 * of a pair copula with the root, and says more than one where the classes differ in shape: two classes
 * apart from a third, one wider than the other, the counts of a category.
 *
 * Cells are the same for all classes. A share is at least that of the rows the cell would have if classes
 * did not differ, times `PRIOR` / (rows + `PRIOR`): no value is impossible because a class has not had it.
 */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import { kernel } from '../numerics/kernel.ts';

export interface Shares {
  /** The upper ends of the cells, ascending, the last 1. */
  readonly cuts: readonly number[];
  /** The share of the class's rows in this cell and those before it, the last 1. */
  readonly below: readonly number[];
}

/** Rows' worth of the shares that all classes have in common. */
const PRIOR = 2;

/** The shares of rows with these counts in the cells. */
export function sharesOf(cuts: readonly number[], counts: ArrayLike<number>): Shares {
  let rows = 0;
  for (let c = 0; c < cuts.length; c++) rows += counts[c];
  let sum = 0;
  const below = cuts.map((cut, c) => {
    sum += counts[c];
    return c === cuts.length - 1 ? 1 : (sum + PRIOR * cut) / (rows + PRIOR);
  });
  return { cuts, below };
}

/** The same shares with their rows counted to multiples of `base`, of `rows` in all. */
export function roundShares({ cuts, below }: Shares, rows: number, base: number): Shares {
  let before = 0;
  const counts = below.map((share) => {
    const whole = Math.floor((share * rows) / base + 0.5) * base;
    const count = whole - before;
    before = whole;
    return count;
  });
  return sharesOf(cuts, counts);
}

/** The log-likelihood of rows with these counts, each under the shares of all others. */
export function leaveOneOut(cuts: readonly number[], counts: ArrayLike<number>): number {
  const { log } = kernel();
  let rows = 0;
  for (let c = 0; c < cuts.length; c++) rows += counts[c];
  let total = 0;
  for (let c = 0; c < cuts.length; c++) {
    if (counts[c] === 0) continue;
    const width = cuts[c] - (c === 0 ? 0 : cuts[c - 1]);
    const density = (counts[c] - 1 + PRIOR * width) / ((rows - 1 + PRIOR) * width);
    total += counts[c] * log(density);
  }
  return total;
}

/** How many values each cell holds. */
export function countCells(cuts: readonly number[], u: Float64Array): Float64Array {
  const counts = new Float64Array(cuts.length);
  for (const value of u) counts[cellOf(cuts, value)]++;
  return counts;
}

/** P(U <= u) in the class. */
export function sharesBelow({ cuts, below }: Shares, u: Float64Array): Float64Array {
  return interpolate(cuts, below, u);
}

/** The u with P(U <= u) = p in the class. */
export function sharesInverse({ cuts, below }: Shares, p: Float64Array): Float64Array {
  return interpolate(below, cuts, p);
}

/** The log-density of each value; of a discrete variable that of its level, over the level's width. */
export function sharesLogPdf(shares: Shares, { u, left }: CopulaColumn): Float64Array {
  const { log } = kernel();
  if (left) {
    const [high, low] = [sharesBelow(shares, u), sharesBelow(shares, left)];
    return u.map((upper, i) => log((high[i] - low[i]) / (upper - left[i])));
  }
  const { cuts, below } = shares;
  const logs = cuts.map((cut, c) => {
    const [from, share] = c === 0 ? [0, 0] : [cuts[c - 1], below[c - 1]];
    return log((below[c] - share) / (cut - from));
  });
  return u.map((value) => logs[cellOf(cuts, value)]);
}

/** The cell of a value: the first whose upper end is not below it, or the last. */
function cellOf(ends: readonly number[], value: number): number {
  let low = 0;
  let high = ends.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The broken line through (0, 0) and all (x, y), at each value. */
function interpolate(
  x: readonly number[],
  y: readonly number[],
  values: Float64Array,
): Float64Array {
  return values.map((value) => {
    const cell = cellOf(x, value);
    const [fromX, fromY] = cell === 0 ? [0, 0] : [x[cell - 1], y[cell - 1]];
    const part = (value - fromX) / (x[cell] - fromX);
    return fromY + part * (y[cell] - fromY);
  });
}
