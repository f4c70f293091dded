/**
 * The distribution of a variable within a class of the root, on the scale of the copula: the share of the
 * class's rows in each of a few cells, spread evenly within the cell. It stands in the first tree in place
 * of a pair copula with the root, and says more than one where the classes differ in shape: two classes
 * apart from a third, one wider than the other, the counts of a category.
 *
 * Cells are the same for all classes. A class counts as if it had `PRIOR` rows more, spread as those of all
 * classes are: no value is impossible because a class has not had it.
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

/**
 * The shares of a class from the counts of its rows in the cells and those of all rows. What counts is the
 * ratio of the two: tied values fill some cells more than others, and this is no difference of classes.
 */
export function sharesOf(
  cuts: readonly number[],
  counts: ArrayLike<number>,
  all: ArrayLike<number>,
): Shares {
  const ratios = ratiosOf(counts, all, 0);
  let sum = 0;
  const sums = cuts.map((cut, c) => {
    sum += ratios[c] * (cut - (c === 0 ? 0 : cuts[c - 1]));
    return sum;
  });
  return { cuts, below: sums.map((each) => each / sum) };
}

/** By how much a class has more rows in each cell than all have; with `left` of its rows left out there. */
function ratiosOf(counts: ArrayLike<number>, all: ArrayLike<number>, left: number): Float64Array {
  const [rows, allRows] = [sumOf(counts), sumOf(all)];
  return Float64Array.from(counts, (count, c) => {
    if (all[c] === 0) return 1;
    const expected = all[c] / allRows;
    return (Math.max(count - left, 0) + PRIOR * expected) / ((rows - left + PRIOR) * expected);
  });
}

function sumOf(counts: ArrayLike<number>): number {
  let sum = 0;
  for (let c = 0; c < counts.length; c++) sum += counts[c];
  return sum;
}

/** The log-likelihood of a class's rows with these counts, each under the shares of its others. */
export function leaveOneOut(counts: ArrayLike<number>, all: ArrayLike<number>): number {
  const { log } = kernel();
  const ratios = ratiosOf(counts, all, 1);
  let total = 0;
  for (let c = 0; c < counts.length; c++) if (counts[c] > 0) total += counts[c] * log(ratios[c]);
  return total;
}

/** The same shares with their rows counted to multiples of `base`, of `rows` in all. */
export function roundShares({ cuts, below }: Shares, rows: number, base: number): Shares {
  const share = PRIOR / (rows + PRIOR);
  const rounded = below.map((each, c) => {
    const whole = (Math.floor((each * rows) / base + 0.5) * base) / rows;
    return c === cuts.length - 1 ? 1 : (1 - share) * Math.min(whole, 1) + share * cuts[c];
  });
  return { cuts, below: rounded };
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
  const found = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const cell = cellOf(x, values[i]);
    const fromX = cell === 0 ? 0 : x[cell - 1];
    const fromY = cell === 0 ? 0 : y[cell - 1];
    const part = (values[i] - fromX) / (x[cell] - fromX);
    found[i] = fromY + part * (y[cell] - fromY);
  }
  return found;
}
