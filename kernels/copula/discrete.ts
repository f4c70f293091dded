// Pairs with discrete variables. A discrete variable has two blocks, at F(y) and at the left limit
// F(y-), and the two raw columns beside them: a raw value of 0 or 1 is an end of the distribution,
// where h and C are known exactly, however the block was clipped.

import { abs2, add, choose, div, equal, greater, less, mul, splat, sub } from '../lanes';
import { logNormalLanes } from '../elementary/log';
import { cdf, hfunc } from './families';
import { EVERYTHING, prepare } from './prepare';

const SMALLEST: f64 = 2.2250738585072014e-308;

/** `value` inside, 0 where the raw limit is 0, `end` where it is 1. */
// @ts-ignore: decorator
@inline
function limited(raw: v128, value: v128, end: v128): v128 {
  return choose(less(splat(0), raw), choose(less(raw, splat(1)), value, end), splat(0));
}

/** As above for a derivative: 0 at both ends. */
// @ts-ignore: decorator
@inline
function inside(raw: v128, value: v128): v128 {
  return v128.and(v128.and(less(splat(0), raw), less(raw, splat(1))), value);
}

/**
 * Log-density of a continuous first and a discrete second variable,
 * log((P(U2 <= F(y) | u1) - P(U2 <= F(y-) | u1)) / (F(y) - F(y-))).
 * `scratch` holds six columns.
 */
export function mixedLogPdf(family: i32, block1: usize, upper: usize, lower: usize, rawUpper: usize, rawLower: usize, stride: usize, rotation: i32, theta: f64, delta: f64, out: usize, score: bool, scratch: usize): void {
  const swapped = ((rotation & 1) << 1) | (rotation >> 1);
  hfunc(family, upper, block1, stride, swapped, theta, delta, scratch, score);
  hfunc(family, lower, block1, stride, swapped, theta, delta, scratch + 3 * stride, score);
  for (let i: usize = 0; i < stride; i += 16) {
    const high = v128.load(rawUpper + i);
    const low = v128.load(rawLower + i);
    const mass = sub(limited(high, v128.load(scratch + i), splat(1)), limited(low, v128.load(scratch + 3 * stride + i), splat(1)));
    const floored = greater(mass, splat(SMALLEST));
    v128.store(out + i, sub(logNormalLanes(floored), logNormalLanes(sub(high, low))));
    if (score) {
      for (let k: usize = 1; k < 3; k++) {
        const moved = sub(inside(high, v128.load(scratch + k * stride + i)), inside(low, v128.load(scratch + (k + 3) * stride + i)));
        v128.store(out + k * stride + i, div(moved, floored));
      }
    }
  }
}

/** C at one corner of the cells, exact at the ends of either variable. */
function corner(family: i32, block1: usize, block2: usize, raw1: usize, raw2: usize, stride: usize, rotation: i32, theta: f64, delta: f64, out: usize): void {
  cdf(family, block1, block2, stride, rotation, theta, delta, out);
  for (let i: usize = 0; i < stride; i += 16) {
    const a = v128.load(raw1 + i);
    const b = v128.load(raw2 + i);
    v128.store(out + i, limited(a, limited(b, v128.load(out + i), a), choose(less(splat(0), b), b, splat(0))));
  }
}

/**
 * Log-density of two discrete variables: the C-volume of the cell over the product of its widths.
 * `scratch` holds four columns.
 */
export function discreteLogPdf(family: i32, upper1: usize, lower1: usize, rawUpper1: usize, rawLower1: usize, upper2: usize, lower2: usize, rawUpper2: usize, rawLower2: usize, stride: usize, rotation: i32, theta: f64, delta: f64, out: usize, scratch: usize): void {
  corner(family, upper1, upper2, rawUpper1, rawUpper2, stride, rotation, theta, delta, scratch);
  corner(family, lower1, upper2, rawLower1, rawUpper2, stride, rotation, theta, delta, scratch + stride);
  corner(family, upper1, lower2, rawUpper1, rawLower2, stride, rotation, theta, delta, scratch + 2 * stride);
  corner(family, lower1, lower2, rawLower1, rawLower2, stride, rotation, theta, delta, scratch + 3 * stride);
  for (let i: usize = 0; i < stride; i += 16) {
    const high = sub(v128.load(scratch + i), v128.load(scratch + stride + i));
    const low = sub(v128.load(scratch + 2 * stride + i), v128.load(scratch + 3 * stride + i));
    const area = mul(
      sub(v128.load(rawUpper1 + i), v128.load(rawLower1 + i)),
      sub(v128.load(rawUpper2 + i), v128.load(rawLower2 + i)),
    );
    v128.store(out + i, sub(logNormalLanes(greater(sub(high, low), splat(SMALLEST))), logNormalLanes(area)));
  }
}

/**
 * P(U1 <= u1 | Y = y) for a discrete second variable: (C(u1, F(y)) - C(u1, F(y-))) / (F(y) - F(y-)).
 * `raw1` is the unclipped u1; `scratch` holds two columns.
 */
export function hfuncGivenDiscrete(family: i32, block1: usize, raw1: usize, upper: usize, lower: usize, rawUpper: usize, rawLower: usize, stride: usize, rotation: i32, theta: f64, delta: f64, out: usize, scratch: usize): void {
  corner(family, block1, upper, raw1, rawUpper, stride, rotation, theta, delta, scratch);
  corner(family, block1, lower, raw1, rawLower, stride, rotation, theta, delta, scratch + stride);
  for (let i: usize = 0; i < stride; i += 16) {
    const width = sub(v128.load(rawUpper + i), v128.load(rawLower + i));
    const h = div(sub(v128.load(scratch + i), v128.load(scratch + stride + i)), width);
    v128.store(out + i, f64x2.pmin(f64x2.pmax(h, splat(0)), splat(1)));
  }
}

/**
 * The u1 with P(U1 <= u1 | Y = y) = p, by Newton's method inside a shrinking bracket; the derivative
 * is (P(U2 <= F(y) | u1) - P(U2 <= F(y-) | u1)) / (F(y) - F(y-)).
 * `p` is a plain column; `block1` is working space for a block; `scratch` holds eight columns.
 */
export function hinvGivenDiscrete(family: i32, p: usize, block1: usize, upper: usize, lower: usize, rawUpper: usize, rawLower: usize, stride: usize, rotation: i32, theta: f64, delta: f64, out: usize, scratch: usize): void {
  const swapped = ((rotation & 1) << 1) | (rotation >> 1);
  const value = scratch + 2 * stride;
  const slopeUpper = scratch + 3 * stride;
  const slopeLower = scratch + 4 * stride;
  const from = scratch + 6 * stride;
  const to = scratch + 7 * stride;
  for (let i: usize = 0; i < stride; i += 16) {
    v128.store(block1 + i, v128.load(p + i));
    v128.store(from + i, splat(1e-10));
    v128.store(to + i, splat(1 - 1e-10));
  }
  for (let k = 0; k < 60; k++) {
    prepare(block1, stride, EVERYTHING);
    hfuncGivenDiscrete(family, block1, block1, upper, lower, rawUpper, rawLower, stride, rotation, theta, delta, value, scratch);
    hfunc(family, upper, block1, stride, swapped, theta, delta, slopeUpper, false);
    hfunc(family, lower, block1, stride, swapped, theta, delta, slopeLower, false);
    let open = false;
    for (let i: usize = 0; i < stride; i += 16) {
      const u = v128.load(block1 + i);
      const excess = sub(v128.load(value + i), v128.load(p + i));
      const high = v128.load(rawUpper + i);
      const low = v128.load(rawLower + i);
      const mass = sub(limited(high, v128.load(slopeUpper + i), splat(1)), limited(low, v128.load(slopeLower + i), splat(1)));
      const above = less(splat(0), excess);
      const left = choose(above, v128.load(from + i), u);
      const right = choose(above, u, v128.load(to + i));
      v128.store(from + i, left);
      v128.store(to + i, right);
      const newton = sub(u, div(mul(excess, sub(high, low)), mass));
      const inBracket = v128.and(less(left, newton), less(newton, right));
      const next = choose(inBracket, newton, mul(splat(0.5), add(left, right)));
      const settled = v128.or(less(abs2(excess), splat(1e-15)), less(abs2(sub(next, u)), mul(splat(2e-16), u)));
      const kept = choose(settled, u, next);
      v128.store(block1 + i, kept);
      if (v128.any_true(v128.not(equal(kept, u)))) open = true;
    }
    if (!open) break;
  }
  memory.copy(out, block1, stride);
}
