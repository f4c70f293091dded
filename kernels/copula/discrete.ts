// Pairs with discrete variables, whose cells are as in cells.ts.
//
// Probabilities of cells are differences of h-functions or of C, exact to about 1e-16. Divided by the
// cell's width w they lose digits as w shrinks: an error of 1e-16/w, where the value at the middle of
// the cell is off by (k w/s)^2 / 24, with s the distance to the nearer end of the distribution and k
// up to 50 for strong dependence. The middle stands for the cell where its error is the smaller one.
// Wider cells keep the differences, which add up to 1.

import { choose, div, greater, less, lesser, mul, splat, sub } from '../lanes';
import { logNormalLanes } from '../elementary/log';
import { hasNarrow, inside, limited, lowerBlock, lowerLimit, middleBlock, upperBlock, upperLimit, width } from './cells';
import { cdf, hfunc, logPdf } from './families';

const SMALLEST: f64 = 2.2250738585072014e-308;
/** A cell is narrow where w^3 < 1e-18 s^2; of two discrete variables the first, where w1^3 w2 < 4e-18 s1^2. */
const NARROW: f64 = 1e-18;
const NARROW_OF_TWO: f64 = 4e-18;

/** w^3 / s^2 of the cells. */
// @ts-ignore: decorator
@inline
function narrowness(cells: usize, stride: usize, i: usize): v128 {
  const middle = v128.load(middleBlock(cells, stride) + i);
  const nearer = lesser(middle, sub(splat(1), middle));
  const w = width(cells, stride, i);
  return div(mul(mul(w, w), w), mul(nearer, nearer));
}

/** The flips of a rotation with the arguments exchanged. */
// @ts-ignore: decorator
@inline function exchanged(rotation: i32): i32 { return ((rotation & 1) << 1) | (rotation >> 1); }

/**
 * Log-density of a continuous first and a discrete second variable,
 * log((P(U2 <= F(y) | u1) - P(U2 <= F(y-) | u1)) / (F(y) - F(y-))), with `score` its derivatives behind.
 * `scratch` holds six columns.
 */
export function mixedLogPdf(family: i32, block1: usize, cells2: usize, stride: usize, rotation: i32, theta: f64, delta: f64, out: usize, score: bool, scratch: usize): void {
  const swapped = exchanged(rotation);
  hfunc(family, upperBlock(cells2), block1, stride, swapped, theta, delta, scratch, score);
  hfunc(family, lowerBlock(cells2, stride), block1, stride, swapped, theta, delta, scratch + 3 * stride, score);
  for (let i: usize = 0; i < stride; i += 16) {
    const high = v128.load(upperLimit(cells2, stride) + i);
    const low = v128.load(lowerLimit(cells2, stride) + i);
    const mass = sub(limited(high, v128.load(scratch + i), splat(1)), limited(low, v128.load(scratch + 3 * stride + i), splat(1)));
    const floored = greater(mass, splat(SMALLEST));
    v128.store(out + i, sub(logNormalLanes(floored), logNormalLanes(greater(sub(high, low), splat(SMALLEST)))));
    if (score) {
      for (let k: usize = 1; k < 3; k++) {
        const moved = sub(inside(high, v128.load(scratch + k * stride + i)), inside(low, v128.load(scratch + (k + 3) * stride + i)));
        v128.store(out + k * stride + i, div(moved, floored));
      }
    }
  }
  if (!hasNarrow(cells2, stride)) return;
  const filled: usize = score ? 3 : 1;
  logPdf(family, block1, middleBlock(cells2, stride), stride, rotation, theta, delta, scratch, score);
  for (let i: usize = 0; i < stride; i += 16) {
    const narrow = less(narrowness(cells2, stride, i), splat(NARROW));
    for (let k: usize = 0; k < filled; k++) {
      const at = k * stride + i;
      v128.store(out + at, choose(narrow, v128.load(scratch + at), v128.load(out + at)));
    }
  }
}

/** C at one corner of the cells, exact at the ends of either variable. */
function corner(family: i32, block1: usize, block2: usize, limit1: usize, limit2: usize, stride: usize, rotation: i32, theta: f64, delta: f64, out: usize): void {
  cdf(family, block1, block2, stride, rotation, theta, delta, out, false);
  for (let i: usize = 0; i < stride; i += 16) {
    const a = v128.load(limit1 + i);
    const b = v128.load(limit2 + i);
    v128.store(out + i, limited(a, limited(b, v128.load(out + i), a), choose(less(splat(0), b), b, splat(0))));
  }
}

/**
 * Log-density of two discrete variables: the C-volume of the cell over its area.
 * `scratch` holds seven columns.
 */
export function discreteLogPdf(family: i32, cells1: usize, cells2: usize, stride: usize, rotation: i32, theta: f64, delta: f64, out: usize, scratch: usize): void {
  const upper1 = upperBlock(cells1);
  const lower1 = lowerBlock(cells1, stride);
  const upper2 = upperBlock(cells2);
  const lower2 = lowerBlock(cells2, stride);
  const high1 = upperLimit(cells1, stride);
  const low1 = lowerLimit(cells1, stride);
  const high2 = upperLimit(cells2, stride);
  const low2 = lowerLimit(cells2, stride);
  corner(family, upper1, upper2, high1, high2, stride, rotation, theta, delta, scratch);
  corner(family, lower1, upper2, low1, high2, stride, rotation, theta, delta, scratch + stride);
  corner(family, upper1, lower2, high1, low2, stride, rotation, theta, delta, scratch + 2 * stride);
  corner(family, lower1, lower2, low1, low2, stride, rotation, theta, delta, scratch + 3 * stride);
  for (let i: usize = 0; i < stride; i += 16) {
    const high = sub(v128.load(scratch + i), v128.load(scratch + stride + i));
    const low = sub(v128.load(scratch + 2 * stride + i), v128.load(scratch + 3 * stride + i));
    const area = greater(mul(width(cells1, stride, i), width(cells2, stride, i)), splat(SMALLEST));
    v128.store(out + i, sub(logNormalLanes(greater(sub(high, low), splat(SMALLEST))), logNormalLanes(area)));
  }
  if (hasNarrow(cells1, stride)) {
    const byFirst = scratch + 6 * stride;
    mixedLogPdf(family, middleBlock(cells1, stride), cells2, stride, rotation, theta, delta, byFirst, false, scratch);
    replaceNarrower(cells1, cells2, stride, out, byFirst);
  }
  if (hasNarrow(cells2, stride)) {
    const bySecond = scratch + 6 * stride;
    mixedLogPdf(family, middleBlock(cells2, stride), cells1, stride, exchanged(rotation), theta, delta, bySecond, false, scratch);
    replaceNarrower(cells2, cells1, stride, out, bySecond);
  }
}

/** Takes `values` where the first cell is the narrower one and narrow. */
function replaceNarrower(cells1: usize, cells2: usize, stride: usize, out: usize, values: usize): void {
  for (let i: usize = 0; i < stride; i += 16) {
    const other = width(cells2, stride, i);
    const narrow = less(mul(narrowness(cells1, stride, i), other), splat(NARROW_OF_TWO));
    const narrower = v128.not(less(other, width(cells1, stride, i)));
    v128.store(out + i, choose(v128.and(narrow, narrower), v128.load(values + i), v128.load(out + i)));
  }
}

/**
 * P(U1 <= u1 | Y = y) for a discrete second variable: (C(u1, F(y)) - C(u1, F(y-))) / (F(y) - F(y-)).
 * `limit1` is u1 as it is; `scratch` holds two columns.
 */
export function hfuncGivenDiscrete(family: i32, block1: usize, limit1: usize, cells2: usize, stride: usize, rotation: i32, theta: f64, delta: f64, out: usize, scratch: usize): void {
  const high = upperLimit(cells2, stride);
  const low = lowerLimit(cells2, stride);
  corner(family, block1, upperBlock(cells2), limit1, high, stride, rotation, theta, delta, scratch);
  corner(family, block1, lowerBlock(cells2, stride), limit1, low, stride, rotation, theta, delta, scratch + stride);
  const narrow = hasNarrow(cells2, stride);
  if (narrow) hfunc(family, block1, middleBlock(cells2, stride), stride, rotation, theta, delta, out, false);
  for (let i: usize = 0; i < stride; i += 16) {
    const wide = width(cells2, stride, i);
    const mass = sub(v128.load(scratch + i), v128.load(scratch + stride + i));
    const h = f64x2.pmin(f64x2.pmax(div(mass, wide), splat(0)), splat(1));
    v128.store(out + i, narrow ? choose(less(narrowness(cells2, stride, i), splat(NARROW)), v128.load(out + i), h) : h);
  }
}

/**
 * The density of U1 given the cell, on the scale of u1: the difference quotient of P(U2 <= . | u1).
 * `scratch` holds a column.
 */
export function densityGivenDiscrete(family: i32, block1: usize, cells2: usize, stride: usize, rotation: i32, theta: f64, delta: f64, out: usize, scratch: usize): void {
  const swapped = exchanged(rotation);
  hfunc(family, upperBlock(cells2), block1, stride, swapped, theta, delta, out, false);
  hfunc(family, lowerBlock(cells2, stride), block1, stride, swapped, theta, delta, scratch, false);
  for (let i: usize = 0; i < stride; i += 16) {
    const high = limited(v128.load(upperLimit(cells2, stride) + i), v128.load(out + i), splat(1));
    const low = limited(v128.load(lowerLimit(cells2, stride) + i), v128.load(scratch + i), splat(1));
    v128.store(out + i, div(sub(high, low), width(cells2, stride, i)));
  }
}
