// A discrete variable: columns for both ends of each observation's cell (F(y-), F(y)], of equal
// stride, in this order: a block (prepare.ts) at F(y), one at F(y-), one at the middle of the cell,
// then the two limits as they are, the mean and variance of a normal score in the cell (where a search for
// an inverse begins), and at the end the smallest width. The blocks are kept away from 0
// and 1; a plain limit of 0 or 1 is an end of the distribution, where h and C are known exactly.

import { add, choose, div, greater, less, mul, splat, sub } from '../lanes';
import { expLanes } from '../elementary/exp';
import { loadColumn, prepare } from './prepare';

/** How far from 0 and 1 the blocks are kept. */
export const MARGIN: f64 = 1e-10;
/** The middles are prepared when some cell is narrower than this. */
const NEEDS_MIDDLE: f64 = 1e-4;

// @ts-ignore: decorator
@inline export function upperBlock(cells: usize): usize { return cells; }
// @ts-ignore: decorator
@inline export function lowerBlock(cells: usize, stride: usize): usize { return cells + 7 * stride; }
// @ts-ignore: decorator
@inline export function middleBlock(cells: usize, stride: usize): usize { return cells + 14 * stride; }
// @ts-ignore: decorator
@inline export function upperLimit(cells: usize, stride: usize): usize { return cells + 21 * stride; }
// @ts-ignore: decorator
@inline export function lowerLimit(cells: usize, stride: usize): usize { return cells + 22 * stride; }
// @ts-ignore: decorator
@inline export function cellMeans(cells: usize, stride: usize): usize { return cells + 23 * stride; }
// @ts-ignore: decorator
@inline export function cellVariances(cells: usize, stride: usize): usize { return cells + 24 * stride; }
// @ts-ignore: decorator
@inline function smallest(cells: usize, stride: usize): usize { return cells + 25 * stride; }

/** Bytes of `cells` for a stride. */
export function cellsBytes(stride: usize): usize {
  return 25 * stride + 16;
}

/** A copy of the rows of `cells` that `rows` numbers, `count` of them, with the stride that this number has. */
export function takeCells(cells: usize, stride: usize, rows: usize, count: i32, to: usize, toStride: usize): void {
  takeRows(cells, stride, 25, rows, count, to, toStride);
  store<f64>(smallest(to, toStride), load<f64>(smallest(cells, stride)));
}

/** The same for any columns: `rows` are whole numbers of 32 bits; the padding repeats the last row. */
export function takeRows(from: usize, stride: usize, columns: i32, rows: usize, count: i32, to: usize, toStride: usize): void {
  for (let k = 0; k < columns; k++) {
    const source = from + <usize>k * stride;
    const target = to + <usize>k * toStride;
    for (let i = 0; i < count; i++) {
      store<f64>(target + (<usize>i << 3), load<f64>(source + (<usize>load<i32>(rows + (<usize>i << 2)) << 3)));
    }
    if (count & 1) store<f64>(target + (<usize>count << 3), load<f64>(target + (<usize>(count - 1) << 3)));
  }
}

/** True if some cell is so narrow that differences over it would lose digits. */
export function hasNarrow(cells: usize, stride: usize): bool {
  return load<f64>(smallest(cells, stride)) < NEEDS_MIDDLE;
}

/** Fills the blocks from the `n` limits that stand in their columns; the padding is a cell (1/4, 3/4]. */
export function prepareCells(cells: usize, n: i32, stride: usize, columns: i32): void {
  const high = upperLimit(cells, stride);
  const low = lowerLimit(cells, stride);
  let least: f64 = 1;
  const end = <usize>n << 3;
  for (let i: usize = 0; i < end; i += 8) least = min(least, load<f64>(high + i) - load<f64>(low + i));
  for (let i = end; i < stride; i += 8) {
    store<f64>(high + i, 0.75);
    store<f64>(low + i, 0.25);
  }
  store<f64>(smallest(cells, stride), least);
  block(high, n, upperBlock(cells), stride, columns);
  block(low, n, lowerBlock(cells, stride), stride, columns);
  if (least >= NEEDS_MIDDLE) return;
  const middle = middleBlock(cells, stride);
  for (let i: usize = 0; i < stride; i += 16) {
    const a = v128.load(low + i);
    v128.store(middle + i, add(a, mul(splat(0.5), sub(v128.load(high + i), a))));
  }
  block(middle, n, middle, stride, columns);
}

function block(source: usize, n: i32, to: usize, stride: usize, columns: i32): void {
  loadColumn(source, n, to, stride, MARGIN);
  prepare(to, stride, columns);
}

/** Fills the means and variances; the blocks must have their scores. */
export function cellMoments(cells: usize, stride: usize): void {
  for (let i: usize = 0; i < stride; i += 16) {
    const a = v128.load(lowerBlock(cells, stride) + 6 * stride + i);
    const b = v128.load(upperBlock(cells) + 6 * stride + i);
    const w = width(cells, stride, i);
    const inner = v128.load(lowerLimit(cells, stride) + i);
    const fa = choose(less(splat(0), inner), density(a), splat(0));
    const fb = choose(less(v128.load(upperLimit(cells, stride) + i), splat(1)), density(b), splat(0));
    const mean = div(sub(fa, fb), w);
    const square = add(splat(1), div(sub(mul(a, fa), mul(b, fb)), w));
    // differences over a narrow cell would lose all digits: it is nearly a point
    const wide = less(splat(NEEDS_MIDDLE), w);
    v128.store(cellMeans(cells, stride) + i, choose(wide, mean, mul(splat(0.5), add(a, b))));
    v128.store(cellVariances(cells, stride) + i, choose(wide, greater(sub(square, mul(mean, mean)), splat(0)), splat(0)));
  }
}

// @ts-ignore: decorator
@inline
function density(x: v128): v128 {
  return mul(splat(0.3989422804014327), expLanes(mul(splat(-0.5), mul(x, x))));
}

/** The cells' widths. */
// @ts-ignore: decorator
@inline
export function width(cells: usize, stride: usize, i: usize): v128 {
  return sub(v128.load(upperLimit(cells, stride) + i), v128.load(lowerLimit(cells, stride) + i));
}

/** `value` inside, 0 where the plain limit is 0, `end` where it is 1. */
// @ts-ignore: decorator
@inline
export function limited(limit: v128, value: v128, end: v128): v128 {
  return choose(less(splat(0), limit), choose(less(limit, splat(1)), value, end), splat(0));
}

/** As above for a derivative: 0 at both ends. */
// @ts-ignore: decorator
@inline
export function inside(limit: v128, value: v128): v128 {
  return v128.and(v128.and(less(splat(0), limit), less(limit, splat(1))), value);
}
