// Pairs with discrete variables, whose cells are as in cells.ts.
//
// Probabilities of cells are differences of h-functions or of C, exact to about 1e-16. Divided by the
// cell's width w they lose digits as w shrinks: an error of 1e-16/w, where the value at the middle of
// the cell is off by (k w/s)^2 / 24, with s the distance to the nearer end of the distribution and k
// up to 50 for strong dependence. The middle stands for the cell where its error is the smaller one.
// Wider cells keep the differences, which add up to 1.

import { abs2, add, choose, div, equal, greater, less, lesser, mul, splat, sub } from '../lanes';
import { expLanes } from '../elementary/exp';
import { logNormalLanes } from '../elementary/log';
import { normalCdfLanes, normalQuantileLanes } from '../special/normal';
import { hasNarrow, inside, limited, lowerBlock, lowerLimit, MARGIN, middleBlock, upperBlock, upperLimit, width } from './cells';
import { cdf, hfunc, logPdf } from './families';
import { prepare } from './prepare';

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

/** The score of 1 - MARGIN: between it and its negative lie all results. */
const FARTHEST: f64 = 6.361340902404056;
/** A Newton step this short, on the scale of normal scores, is the last one. */
const LAST_STEP: f64 = 3e-7;

/**
 * The u1 with P(U1 <= u1 | Y = y) = p, by Newton's method inside a shrinking bracket. On the scale of
 * normal scores, x of u1 and z of the probability, z(x) is close to a straight line; its slope is
 * phi(x) / phi(z) (P(U2 <= F(y) | u1) - P(U2 <= F(y-) | u1)) / (F(y) - F(y-)).
 * `p` is a plain column; `block1` begins with a column of starting values and is working space for a block,
 * of which the family reads `columns` (prepare.ts); `scratch` holds nine columns. A row that has settled is
 * not moved any more, so that it does not depend on the others.
 */
export function hinvGivenDiscrete(family: i32, p: usize, block1: usize, cells2: usize, stride: usize, columns: i32, rotation: i32, theta: f64, delta: f64, out: usize, scratch: usize): void {
  const swapped = exchanged(rotation);
  const value = scratch + 2 * stride;
  const slopeUpper = scratch + 3 * stride;
  const slopeLower = scratch + 4 * stride;
  const from = scratch + 5 * stride;
  const to = scratch + 6 * stride;
  const goal = scratch + 7 * stride;
  const open = scratch + 8 * stride;
  const x = out;
  for (let i: usize = 0; i < stride; i += 16) {
    const start = normalQuantileLanes(inMargins(v128.load(block1 + i)));
    v128.store(x + i, f64x2.pmin(f64x2.pmax(start, splat(-FARTHEST)), splat(FARTHEST)));
    v128.store(from + i, splat(-FARTHEST));
    v128.store(to + i, splat(FARTHEST));
    v128.store(goal + i, probabilityScore(v128.load(p + i)));
    v128.store(open + i, i64x2.splat(-1));
  }
  for (let k = 0; k < 100; k++) {
    for (let i: usize = 0; i < stride; i += 16) v128.store(block1 + i, inMargins(normalCdfLanes(v128.load(x + i))));
    prepare(block1, stride, columns);
    hfuncGivenDiscrete(family, block1, block1, cells2, stride, rotation, theta, delta, value, scratch);
    hfunc(family, upperBlock(cells2), block1, stride, swapped, theta, delta, slopeUpper, false);
    hfunc(family, lowerBlock(cells2, stride), block1, stride, swapped, theta, delta, slopeLower, false);
    let someOpen = false;
    for (let i: usize = 0; i < stride; i += 16) {
      const at = v128.load(x + i);
      const wasOpen = v128.load(open + i);
      const excess = sub(v128.load(value + i), v128.load(p + i));
      const high = v128.load(upperLimit(cells2, stride) + i);
      const low = v128.load(lowerLimit(cells2, stride) + i);
      const mass = sub(limited(high, v128.load(slopeUpper + i), splat(1)), limited(low, v128.load(slopeLower + i), splat(1)));
      const above = less(splat(0), excess);
      const left = choose(above, v128.load(from + i), at);
      const right = choose(above, at, v128.load(to + i));
      v128.store(from + i, left);
      v128.store(to + i, right);
      const z = probabilityScore(v128.load(value + i));
      const gap = sub(v128.load(goal + i), z);
      const growth = expLanes(mul(splat(0.5), sub(mul(at, at), mul(z, z))));
      const newton = add(at, div(mul(mul(gap, growth), sub(high, low)), mass));
      // where the distribution function is flat its slope says nothing: a step is then hardly one
      const useful = v128.or(less(abs2(gap), splat(0.5)), less(splat(k & 3 ? 1e-3 : 0.1), abs2(sub(newton, at))));
      const inBracket = v128.and(useful, v128.and(less(left, newton), less(newton, right)));
      // a step out of the bracket goes to an end that was never seen, else halfway
      const halfway = mul(splat(0.5), add(left, right));
      const lower = choose(v128.and(equal(left, splat(-FARTHEST)), f64x2.le(newton, left)), left, halfway);
      const outside = choose(v128.and(equal(right, splat(FARTHEST)), f64x2.le(right, newton)), right, lower);
      const next = choose(inBracket, newton, outside);
      const hit = less(abs2(excess), splat(1e-15));
      const still = v128.or(hit, f64x2.le(sub(right, left), splat(1e-15)));
      const last = v128.and(inBracket, less(abs2(gap), splat(LAST_STEP)));
      const settled = v128.or(still, last);
      v128.store(x + i, choose(v128.andnot(wasOpen, still), next, at));
      const stays = v128.andnot(wasOpen, settled);
      v128.store(open + i, stays);
      if (v128.any_true(stays)) someOpen = true;
    }
    if (!someOpen) break;
  }
  for (let i: usize = 0; i < stride; i += 16) v128.store(out + i, inMargins(normalCdfLanes(v128.load(x + i))));
}

// @ts-ignore: decorator
@inline
function inMargins(u: v128): v128 {
  return f64x2.pmin(f64x2.pmax(u, splat(MARGIN)), splat(1 - MARGIN));
}

/** The normal score of a probability, of 0 and 1 those next to them. */
// @ts-ignore: decorator
@inline
function probabilityScore(p: v128): v128 {
  return normalQuantileLanes(f64x2.pmin(f64x2.pmax(p, splat(1e-300)), splat(1 - 1.1102230246251565e-16)));
}
