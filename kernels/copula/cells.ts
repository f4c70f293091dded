// A discrete variable: columns for both ends of each observation's cell (F(y-), F(y)], of equal
// stride, in this order: a block (prepare.ts) at F(y), one at F(y-), one at the middle of the cell,
// then the two limits as they are, and at the end the smallest width. The blocks are kept away from 0
// and 1; a plain limit of 0 or 1 is an end of the distribution, where h and C are known exactly.

import { add, choose, less, mul, splat, sub } from '../lanes';
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
@inline function smallest(cells: usize, stride: usize): usize { return cells + 23 * stride; }

/** Bytes of `cells` for a stride. */
export function cellsBytes(stride: usize): usize {
  return 23 * stride + 16;
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
