// A discrete variable: columns for both ends of each observation's cell (F(y-), F(y)], of equal
// stride, in this order: a block (prepare.ts) at F(y), one at F(y-), one at the middle of the cell,
// then the two limits as they are, the first four cumulants of a normal score in the cell (where a search for
// an inverse begins), and at the end the smallest width. The blocks are kept away from 0
// and 1; a plain limit of 0 or 1 is an end of the distribution, where h and C are known exactly.

import { add, choose, div, greater, less, mul, mulAdd, splat, sub } from '../lanes';
import { expLanes } from '../elementary/exp';
import { loadColumn, prepare } from './prepare';

/** How far from 0 and 1 the blocks are kept. */
export const MARGIN: f64 = 1e-10;
const COLUMNS: i32 = 27;
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
/** Four columns. */
// @ts-ignore: decorator
@inline export function cellCumulants(cells: usize, stride: usize): usize { return cells + 23 * stride; }
// @ts-ignore: decorator
@inline function smallest(cells: usize, stride: usize): usize { return cells + <usize>COLUMNS * stride; }

/** Bytes of `cells` for a stride. */
export function cellsBytes(stride: usize): usize {
  return <usize>COLUMNS * stride + 16;
}

/** A copy of the rows of `cells` that `rows` numbers, `count` of them, with the stride that this number has. */
export function takeCells(cells: usize, stride: usize, rows: usize, count: i32, to: usize, toStride: usize): void {
  takeRows(cells, stride, COLUMNS, rows, count, to, toStride);
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

/** Fills the cumulants; the blocks must have their scores. */
export function cellMoments(cells: usize, stride: usize): void {
  for (let i: usize = 0; i < stride; i += 16) {
    const a = v128.load(lowerBlock(cells, stride) + 6 * stride + i);
    const b = v128.load(upperBlock(cells) + 6 * stride + i);
    const inverse = div(splat(1), width(cells, stride, i));
    const inner = v128.load(lowerLimit(cells, stride) + i);
    let fa = mul(inverse, choose(less(splat(0), inner), density(a), splat(0)));
    let fb = mul(inverse, choose(less(v128.load(upperLimit(cells, stride) + i), splat(1)), density(b), splat(0)));
    const to = cellCumulants(cells, stride) + i;
    const mean = sub(fa, fb);
    fa = mul(a, fa);
    fb = mul(b, fb);
    const first = sub(fa, fb);
    fa = mul(a, fa);
    fb = mul(b, fb);
    const second = sub(fa, fb);
    cumulants(to, stride, mean, first, second, sub(mul(a, fa), mul(b, fb)));
    // differences over a narrow cell would lose all digits: it is nearly a point
    const wide = less(splat(NEEDS_MIDDLE), width(cells, stride, i));
    v128.store(to, choose(wide, mean, mul(splat(0.5), add(a, b))));
    for (let k: usize = 1; k < 4; k++) v128.store(to + k * stride, v128.and(wide, v128.load(to + k * stride)));
  }
}

/**
 * Writes the cumulants of a normal variable in (a, b] to columns from `to` on. `mean`, `first`, `second` and `third` are
 * (a^k phi(a) - b^k phi(b)) / P for k = 0 to 3: the moments about 0 are M_k = (k - 1) M_(k-2) + the one for k - 1.
 */
// @ts-ignore: decorator
@inline
export function cumulants(to: usize, stride: usize, mean: v128, first: v128, second: v128, third: v128): void {
  const square = add(splat(1), first);
  const cube = mulAdd(splat(2), mean, second);
  const fourth = mulAdd(splat(3), square, third);
  const squared = mul(mean, mean);
  const variance = greater(sub(square, squared), splat(0));
  v128.store(to, mean);
  v128.store(to + stride, variance);
  // M_3 - 3 m M_2 + 2 m^3, and M_4 - 4 m M_3 + 6 m^2 M_2 - 3 m^4 - 3 variance^2
  v128.store(to + 2 * stride, mulAdd(mean, sub(mul(splat(2), squared), mul(splat(3), square)), cube));
  const central = add(sub(fourth, mul(mul(splat(4), mean), cube)), mul(squared, sub(mul(splat(6), square), mul(splat(3), squared))));
  v128.store(to + 3 * stride, sub(central, mul(splat(3), mul(variance, variance))));
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
