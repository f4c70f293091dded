/**
 * Log-likelihoods of pairs with discrete variables. The probability of a cell is a difference of C, or
 * of h given a continuous variable, at its corners. Corners at an end of a distribution are known, so
 * that a pair of binary variables needs one value of C for each row; the others are evaluated as one
 * column of points. Where a cell is too narrow for differences its middle stands for it, by the same
 * rule as in kernels/copula/discrete.ts; a row's way depends on its cell alone and is chosen once.
 */

import { kernel, type Scope } from '../numerics/kernel.ts';
import type { DiscreteColumn } from './copulaColumn.ts';
import { families } from './families/index.ts';
import { SOME } from './families/student.ts';
import { openBlock, plainColumn, strideOf, withColumns } from './kernelBlocks.ts';
import {
  continuousLikelihood,
  type Fill,
  type PairLikelihood,
  summed,
  together,
  turnedAround,
} from './pairLikelihood.ts';
import { Columns } from './preparedColumns.ts';
import { STRONGEST } from './studentExcess.ts';
import { studentTables } from './studentTables.ts';

/** As in kernels/copula/discrete.ts. */
const NARROW = 1e-18;
const NARROW_OF_TWO = 4e-18;

/** A continuous and a discrete variable. `counts` says how often each row occurs; default: once. */
export function mixedLikelihood(
  scope: Scope,
  first: Float64Array,
  second: DiscreteColumn,
  bounds: readonly number[],
  counts?: Float64Array,
): PairLikelihood {
  const [wide, narrow] = split(first.length, 2, (i) => (narrowness(second, i) < NARROW ? 1 : 0));
  const parts: PairLikelihood[] = [];
  if (wide.length > 0) {
    const cells = rowsOf(second, wide);
    const corners = cornersOfMixed(pick(first, wide), cells);
    const own = boundsAmong(wide, bounds);
    parts.push(
      cornerLikelihood(scope, corners, logWidths(scope, cells), own, picked(counts, wide), 'h'),
    );
  }
  if (narrow.length > 0) {
    const u = middles(rowsOf(second, narrow));
    const x = { u: pick(first, narrow) };
    const own = boundsAmong(narrow, bounds);
    parts.push(continuousLikelihood(scope, x, { u }, own, picked(counts, narrow)));
  }
  return together(first.length, parts);
}

/**
 * Two discrete variables: one term for each occupied cell, weighted by its count. With `rowCounts` every row is
 * taken for such a cell already.
 */
export function discreteLikelihood(
  scope: Scope,
  first: DiscreteColumn,
  second: DiscreteColumn,
  bounds: readonly number[],
  rowCounts?: Float64Array,
): PairLikelihood {
  const occupied = rowCounts
    ? { first, second, counts: rowCounts, bounds }
    : occupiedCells(first, second, bounds);
  const { counts } = occupied;
  const [wide, byFirst, bySecond] = split(counts.length, 3, (i) => {
    const [w1, w2] = [widthOf(occupied.first, i), widthOf(occupied.second, i)];
    if (w2 <= w1 && narrowness(occupied.second, i) * w1 < NARROW_OF_TWO) return 2;
    return w1 <= w2 && narrowness(occupied.first, i) * w2 < NARROW_OF_TWO ? 1 : 0;
  });
  const parts: PairLikelihood[] = [];
  if (wide.length > 0) {
    const [cells1, cells2] = [rowsOf(occupied.first, wide), rowsOf(occupied.second, wide)];
    const areas = logWidths(scope, cells1);
    const widths2 = logWidths(scope, cells2);
    for (let i = 0; i < areas.length; i++) areas[i] += widths2[i];
    const own = boundsAmong(wide, occupied.bounds);
    const corners = cornersOfDiscrete(cells1, cells2);
    parts.push(cornerLikelihood(scope, corners, areas, own, pick(counts, wide), 'cdf'));
  }
  if (byFirst.length > 0) {
    const x = middles(rowsOf(occupied.first, byFirst));
    const cells = rowsOf(occupied.second, byFirst);
    const own = boundsAmong(byFirst, occupied.bounds);
    parts.push(mixedLikelihood(scope, x, cells, own, pick(counts, byFirst)));
  }
  if (bySecond.length > 0) {
    const x = middles(rowsOf(occupied.second, bySecond));
    const cells = rowsOf(occupied.first, bySecond);
    const own = boundsAmong(bySecond, occupied.bounds);
    parts.push(turnedAround(mixedLikelihood(scope, x, cells, own, pick(counts, bySecond))));
  }
  return together(first.u.length, parts);
}

/** The points at which a function is needed, and how each row's probability is made of its values. */
interface Corners {
  /** The arguments of the points. */
  readonly a: Float64Array;
  readonly b: Float64Array;
  /** For each row four numbers of points, with signs + - - +; the number of points means none. */
  readonly index: Int32Array;
  /** What corners at the ends contribute. */
  readonly base: Float64Array;
}

/** Log-likelihood of cells from values of C ('cdf'), or of P(second <= b | first = a) ('h'). */
function cornerLikelihood(
  scope: Scope,
  { a, b, index, base }: Corners,
  logArea: Float64Array,
  bounds: readonly number[],
  counts: Float64Array | undefined,
  kind: 'cdf' | 'h',
): PairLikelihood {
  const n = base.length;
  const stride = strideOf(n);
  const last = a.length;
  const signs = oneEach(index, n, last) ? signsOf(index, last) : undefined;
  // one more point, which counts as 0
  const pointStride = signs ? stride : strideOf(last + 1);
  const [x, y] = [openBlock(scope, a, pointStride), openBlock(scope, b, pointStride)];
  const bases = plainColumn(scope, base, stride, 1);
  const areas = plainColumn(scope, logArea, stride, 0);
  const numbers = scope.column((2 * stride) / 8);
  const view = new Int32Array(kernel().memory.buffer, numbers, stride / 2);
  view.set(index);
  view.fill(last, index.length);
  const weights = counts ? plainColumn(scope, counts, stride, 0) : 0;
  const points = scope.column((3 * pointStride) / 8);
  const out = scope.column((3 * stride) / 8);
  const tabled = kind === 'cdf' && last >= FEW_POINTS ? studentTables(scope) : undefined;
  const sign = signs && plainColumn(scope, signs, stride, 0);
  const combine = (count: number): void => {
    if (sign !== undefined) {
      kernel().oneCornerLogPdf(points, sign, bases, areas, stride, count, out);
    } else {
      kernel().cellLogPdf(points, pointStride, last, numbers, bases, areas, stride, count, out);
    }
  };
  const fill: Fill = ({ code, flips, theta, delta }, reads, count) => {
    const [block1, block2] = [withColumns(x, reads.first), withColumns(y, reads.second)];
    const score = count > 0 ? 1 : 0;
    const isTabled = last >= MANY_POINTS || delta === SOME;
    if (tabled && isTabled && code === families.student.code && Math.abs(theta) <= STRONGEST) {
      tabled(delta, (space) =>
        kernel().studentCdfColumn(block1, block2, pointStride, theta, delta, points, space),
      );
    } else if (kind === 'cdf') {
      kernel().cdf(code, block1, block2, pointStride, flips, theta, delta, points, score);
    } else {
      const swapped = ((flips & 1) << 1) | (flips >> 1);
      kernel().hfunc(code, block2, block1, pointStride, swapped, theta, delta, points, score);
    }
    combine(count);
  };
  return summed(scope, bounds, stride, out, weights, fill, (rho) => {
    if (Math.abs(rho) > STRONGEST) return false;
    const [block1, block2] = [withColumns(x, Columns.score), withColumns(y, Columns.score)];
    if (kind === 'cdf') kernel().studentLimitCdf(block1, block2, pointStride, rho, points);
    else kernel().studentLimitH(block2, block1, pointStride, rho, points);
    combine(2);
    return true;
  });
}

/** Whether row i has point i and no other. */
function oneEach(index: Int32Array, n: number, last: number): boolean {
  if (last !== n) return false;
  for (let i = 0; i < n; i++) {
    let points = 0;
    for (let corner = 4 * i; corner < 4 * i + 4; corner++) if (index[corner] < last) points++;
    if (points !== 1) return false;
  }
  return true;
}

/** The signs with which the only points count. */
function signsOf(index: Int32Array, last: number): Float64Array {
  return Float64Array.from({ length: last }, (_, i) =>
    index[4 * i] < last || index[4 * i + 3] < last ? 1 : -1,
  );
}

/**
 * From this many points on, tables serve Student's distribution function: one that is there already, and one that
 * is to be made first, which takes as long as some 700 points without it.
 */
const FEW_POINTS = 40;
const MANY_POINTS = 700;

/** Collects points. */
function collector(rows: number, most: number) {
  const a = new Float64Array(rows * most);
  const b = new Float64Array(rows * most);
  const index = new Int32Array(4 * rows).fill(-1);
  const base = new Float64Array(rows);
  let count = 0;
  return {
    base,
    add(row: number, corner: number, x: number, y: number): void {
      a[count] = x;
      b[count] = y;
      index[4 * row + corner] = count;
      count++;
    },
    corners: (): Corners => ({
      a: a.subarray(0, count),
      b: b.subarray(0, count),
      index: withLast(index, count),
      base,
    }),
  };
}

/** Corners without a point have the number behind the last. */
function withLast(index: Int32Array, count: number): Int32Array {
  for (let corner = 0; corner < index.length; corner++)
    if (index[corner] < 0) index[corner] = count;
  return index;
}

function cornersOfMixed(x: Float64Array, { u, left }: DiscreteColumn): Corners {
  const { base, add, corners } = collector(x.length, 2);
  for (let i = 0; i < x.length; i++) {
    if (u[i] >= 1) base[i] += 1;
    else if (u[i] > 0) add(i, 0, x[i], u[i]);
    if (left[i] >= 1) base[i] -= 1;
    else if (left[i] > 0) add(i, 1, x[i], left[i]);
  }
  return corners();
}

function cornersOfDiscrete(first: DiscreteColumn, second: DiscreteColumn): Corners {
  const { base, add, corners } = collector(first.u.length, 4);
  for (let i = 0; i < first.u.length; i++) {
    for (let corner = 0; corner < 4; corner++) {
      const x = (corner & 1) === 0 ? first.u[i] : first.left[i];
      const y = (corner & 2) === 0 ? second.u[i] : second.left[i];
      if (x <= 0 || y <= 0) continue;
      if (x < 1 && y < 1) add(i, corner, x, y);
      else base[i] += (corner === 0 || corner === 3 ? 1 : -1) * Math.min(x, y);
    }
  }
  return corners();
}

function widthOf({ u, left }: DiscreteColumn, i: number): number {
  return u[i] - left[i];
}

function middleOf({ u, left }: DiscreteColumn, i: number): number {
  return left[i] + 0.5 * (u[i] - left[i]);
}

/** w^3 / s^2 of a cell, as in kernels/copula/discrete.ts. */
function narrowness(cells: DiscreteColumn, i: number): number {
  const middle = Math.min(Math.max(middleOf(cells, i), 1e-10), 1 - 1e-10);
  const nearer = Math.min(middle, 1 - middle);
  const width = widthOf(cells, i);
  return (width * width * width) / (nearer * nearer);
}

function middles(cells: DiscreteColumn): Float64Array {
  return cells.u.map((_, i) => middleOf(cells, i));
}

function logWidths(scope: Scope, cells: DiscreteColumn): Float64Array {
  const n = cells.u.length;
  const stride = strideOf(n);
  const block = scope.column((5 * stride) / 8);
  const widths = scope.view(block, stride / 8).fill(1);
  for (let i = 0; i < n; i++) widths[i] = Math.max(widthOf(cells, i), 2.2250738585072014e-308);
  kernel().prepare(block, stride, Columns.log);
  return scope.get(block + stride, n);
}

/** The rows by the kind that each is of. */
function split(n: number, kinds: number, kindOf: (i: number) => number): Int32Array[] {
  const each = new Uint8Array(n);
  const counts = new Int32Array(kinds);
  for (let i = 0; i < n; i++) {
    each[i] = kindOf(i);
    counts[each[i]]++;
  }
  const result = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  for (let i = 0; i < n; i++) result[each[i]][counts[each[i]]++] = i;
  return result;
}

/** The bounds of groups among some of their rows, ascending. */
function boundsAmong(rows: Int32Array, bounds: readonly number[]): number[] {
  let at = 0;
  return bounds.map((bound) => {
    while (at < rows.length && rows[at] < bound) at++;
    return at;
  });
}

/** The values of some rows, ascending; as they are if these are all. */
function pick(values: Float64Array, rows: Int32Array): Float64Array {
  if (rows.length === values.length) return values;
  const result = new Float64Array(rows.length);
  for (let k = 0; k < rows.length; k++) result[k] = values[rows[k]];
  return result;
}

function picked(values: Float64Array | undefined, rows: Int32Array): Float64Array | undefined {
  return values && pick(values, rows);
}

function rowsOf({ u, left }: DiscreteColumn, rows: Int32Array): DiscreteColumn {
  return { u: pick(u, rows), left: pick(left, rows) };
}

/**
 * The distinct cells of two discrete variables in each group of the rows, in the order in which they first
 * occur, and how often each does.
 */
function occupiedCells(first: DiscreteColumn, second: DiscreteColumn, bounds: readonly number[]) {
  const n = first.u.length;
  const columns = [first.u, first.left, second.u, second.left];
  let size = 16;
  while (size < 2 * n) size *= 2;
  // by hash, one more than the number of a cell; 0 is free
  const slots = new Int32Array(size);
  const rows = new Int32Array(n);
  const counts = new Float64Array(n);
  const word = new Float64Array(1);
  const halves = new Uint32Array(word.buffer);
  let count = 0;
  const ends = [0];
  // the first cell of the group
  let from = 0;
  for (let i = 0; i < n; i++) {
    for (; i >= bounds[ends.length]; from = count) ends.push(count);
    let hash = 0;
    for (const column of columns) {
      word[0] = column[i];
      hash = Math.imul(hash ^ halves[0], 0x9e3779b1);
      hash = Math.imul(hash ^ (hash >>> 15) ^ halves[1], 0x85ebca6b);
    }
    let slot = (hash ^ (hash >>> 13)) & (size - 1);
    while (slots[slot] > from && !isSameCell(columns, rows[slots[slot] - 1], i)) {
      slot = (slot + 1) & (size - 1);
    }
    // what an earlier group left is free
    if (slots[slot] <= from) {
      rows[count] = i;
      count++;
      slots[slot] = count;
    }
    counts[slots[slot] - 1]++;
  }
  const occupied = rows.subarray(0, count);
  return {
    first: rowsOf(first, occupied),
    second: rowsOf(second, occupied),
    counts: counts.slice(0, count),
    bounds: bounds.map((_, group) => ends[group] ?? count),
  };
}

function isSameCell(columns: readonly Float64Array[], a: number, b: number): boolean {
  for (const column of columns) if (column[a] !== column[b]) return false;
  return true;
}
