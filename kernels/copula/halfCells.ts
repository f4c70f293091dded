// A discrete variable whose observations lie in the first or the last cell of their distribution, (0, a]
// or (a, 1]: what is asked of such a cell needs C and h at one point, where any other cell needs two.
// Columns of equal stride: a block (prepare.ts) at a; the sign and the share of u1 with which
// P(U1 <= u1 | cell) = (share u1 + sign C(u1, a)) / width; that width; and the first four cumulants of a normal
// score in the cell, from which searches begin. The binary columns of a table have no other cells.

import { add, choose, div, less, mul, mulAdd, splat, sub } from '../lanes';
import { expLanes } from '../elementary/exp';
import { cumulants, MARGIN } from './cells';
import { cdf, hfunc } from './families';
import { loadColumn, prepare, SCORE } from './prepare';

/** Columns of half cells. */
export const HALF_COLUMNS: i32 = 14;

/** Bytes of half cells for a stride. */
export function halfCellsBytes(stride: usize): usize {
  return <usize>HALF_COLUMNS * stride;
}

const ROOT_INVERSE_TWO_PI: f64 = 0.3989422804014327;

// @ts-ignore: decorator
@inline export function halfSigns(cells: usize, stride: usize): usize { return cells + 7 * stride; }
// @ts-ignore: decorator
@inline export function halfShares(cells: usize, stride: usize): usize { return cells + 8 * stride; }
// @ts-ignore: decorator
@inline export function halfWidths(cells: usize, stride: usize): usize { return cells + 9 * stride; }
/** Four columns. */
// @ts-ignore: decorator
@inline export function halfCumulants(cells: usize, stride: usize): usize { return cells + 10 * stride; }

/** Fills the columns from the `n` lower and upper limits that stand in columns 7 and 8. */
export function prepareHalfCells(cells: usize, n: i32, stride: usize, columns: i32): void {
  const low = halfSigns(cells, stride);
  const high = halfShares(cells, stride);
  const end = <usize>n << 3;
  for (let i = end; i < stride; i += 8) {
    store<f64>(low + i, 0);
    store<f64>(high + i, 0.5);
  }
  for (let i: usize = 0; i < stride; i += 16) {
    const a = v128.load(low + i);
    const b = v128.load(high + i);
    const isFirst = less(b, splat(1));
    v128.store(cells + i, choose(isFirst, b, a));
    v128.store(halfWidths(cells, stride) + i, sub(b, a));
    v128.store(halfShares(cells, stride) + i, choose(isFirst, splat(0), splat(1)));
    // of the cell (0, 1] nothing is asked of C
    v128.store(halfSigns(cells, stride) + i, choose(isFirst, splat(1), choose(less(splat(0), a), splat(-1), splat(0))));
  }
  loadColumn(cells, <i32>(stride >> 3), cells, stride, MARGIN);
  prepare(cells, stride, columns | SCORE);
  for (let i: usize = 0; i < stride; i += 16) {
    const y = v128.load(cells + 6 * stride + i);
    const sign = v128.load(halfSigns(cells, stride) + i);
    // phi / width with the sign of the side that is cut off
    const density = mul(splat(-ROOT_INVERSE_TWO_PI), expLanes(mul(splat(-0.5), mul(y, y))));
    const mean = div(mul(sign, density), v128.load(halfWidths(cells, stride) + i));
    const byEnd = mul(y, mean);
    cumulants(halfCumulants(cells, stride) + i, stride, mean, byEnd, mul(y, byEnd), mul(mul(y, y), byEnd));
  }
}

/** P(U1 <= u1 | cell). `scratch` holds a column. */
export function hfuncGivenHalf(family: i32, block1: usize, cells: usize, stride: usize, rotation: i32, theta: f64, delta: f64, out: usize, scratch: usize): void {
  cdf(family, block1, cells, stride, rotation, theta, delta, scratch, false);
  for (let i: usize = 0; i < stride; i += 16) {
    const mass = add(mul(v128.load(halfShares(cells, stride) + i), v128.load(block1 + i)), mul(v128.load(halfSigns(cells, stride) + i), v128.load(scratch + i)));
    v128.store(out + i, f64x2.pmin(f64x2.pmax(div(mass, v128.load(halfWidths(cells, stride) + i)), splat(0)), splat(1)));
  }
}

/** The density of U1 given the cell, on the scale of u1. */
export function densityGivenHalf(family: i32, block1: usize, cells: usize, stride: usize, rotation: i32, theta: f64, delta: f64, out: usize): void {
  const swapped = ((rotation & 1) << 1) | (rotation >> 1);
  hfunc(family, cells, block1, stride, swapped, theta, delta, out, false);
  for (let i: usize = 0; i < stride; i += 16) {
    const mass = mulAdd(v128.load(halfSigns(cells, stride) + i), v128.load(out + i), v128.load(halfShares(cells, stride) + i));
    v128.store(out + i, div(mass, v128.load(halfWidths(cells, stride) + i)));
  }
}
