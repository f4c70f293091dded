// Taylor series of the t quantile as a function of the normal score, and of the normal score as a function
// of Wallace's w, at two neighbouring grid points at a time. Both functions solve a differential
// equation of first order, so that all coefficients follow from the value at the point by convolutions.

import { add, div, mul, mulAdd, neg, splat, sub } from '../lanes';
import { expLanes, expm1Lanes } from '../elementary/exp';
import { logNormalLanes } from '../elementary/log';
import { TERMS } from './piecewise';

const HALF_LOG_TWO_PI: f64 = 0.9189385332046727;

/** A series is 13 pairs of doubles, one for each grid point. */
const value: usize = memory.data(13 * 16, 16);
const rate: usize = memory.data(13 * 16, 16);
const square: usize = memory.data(13 * 16, 16);
const ratio: usize = memory.data(13 * 16, 16);
const growth: usize = memory.data(13 * 16, 16);
const inverse: usize = memory.data(13 * 16, 16);
const shift: usize = memory.data(13 * 16, 16);

// @ts-ignore: decorator
@inline
function get(series: usize, k: i32): v128 {
  return v128.load(series + (<usize>k << 4));
}

// @ts-ignore: decorator
@inline
function set(series: usize, k: i32, term: v128): void {
  v128.store(series + (<usize>k << 4), term);
}

/** The sum of a_i b_(k-i) for i = start .. k, backwards: the newest terms come last, so that none waits for them. */
// @ts-ignore: decorator
@inline
function convolve(a: usize, b: usize, start: i32, k: i32): v128 {
  const end = a + (<usize>start << 4);
  let x = a + (<usize>k << 4);
  let y = b;
  let even = splat(0);
  let odd = splat(0);
  for (; x > end; x -= 32, y += 32) {
    odd = mulAdd(v128.load(x), v128.load(y), odd);
    even = mulAdd(v128.load(x - 16), v128.load(y, 16), even);
  }
  const sum = add(even, odd);
  return x == end ? mulAdd(v128.load(x), v128.load(y), sum) : sum;
}

/** The sum of a_i a_(k-i) for i = 0 .. k, by halves, from the middle out. */
// @ts-ignore: decorator
@inline
function convolveSelf(a: usize, k: i32): v128 {
  let x = a + (<usize>((k - 1) >> 1) << 4);
  let y = a + (<usize>((k >> 1) + 1) << 4);
  let sum = splat(0);
  for (; x >= a; x -= 16, y += 16) sum = mulAdd(v128.load(x), v128.load(y), sum);
  const middle = v128.load(a + (<usize>(k >> 1) << 4));
  sum = add(sum, sum);
  return k & 1 ? sum : mulAdd(middle, middle, sum);
}

/** Writes the first lane as the series at `to`, the second as the next one. */
function put(to: usize, k: i32, term: v128): void {
  v128.store_lane<f64>(to + (<usize>k << 3), term, 0);
  v128.store_lane<f64>(to + (<usize>(k + TERMS) << 3), term, 1);
}

/**
 * The series of Q(z) = q(z, nu) and of its derivative with respect to nu about the points `z`, where Q has the
 * value `q` and the derivative with respect to nu is `qNu`. `peak` is the log density of t at 0, `peakNu`
 * its derivative.
 *
 * From Q' = phi(z) / f(Q) follows Q'' = Q' (-z + (nu + 1)/2 V'/V) with V = nu + Q^2. The derivative is U Q',
 * where U' = z U - (d/dnu) log f at Q.
 */
export function quantileSeries(z: v128, q: v128, qNu: v128, nu: f64, peak: f64, peakNu: f64, to: usize, toNu: usize): void {
  const scale = splat(0.5 * (nu + 1));
  const v = mulAdd(q, q, splat(nu));
  const logV = logNormalLanes(mul(v, splat(1 / nu)));
  const e = expLanes(sub(mul(scale, logV), mulAdd(mul(splat(0.5), z), z, splat(peak + HALF_LOG_TWO_PI))));
  const v0 = div(splat(1), v);
  set(value, 0, q);
  set(rate, 0, e);
  set(square, 0, v);
  set(inverse, 0, v0);
  put(to, 0, q);
  for (let k = 0; k < TERMS - 1; k++) {
    const part = splat(1 / <f64>(k + 1));
    const next = mul(get(rate, k), part);
    set(value, k + 1, next);
    put(to, k + 1, next);
    const squared = convolveSelf(value, k + 1);
    set(square, k + 1, squared);
    const r = mul(v0, sub(mul(splat(<f64>(k + 1)), squared), convolve(square, ratio, 1, k)));
    set(ratio, k, r);
    let b = mul(scale, r);
    if (k == 0) b = sub(b, z);
    if (k == 1) b = sub(b, splat(1));
    set(growth, k, b);
    set(rate, k + 1, mul(part, convolve(rate, growth, 0, k)));
  }

  set(shift, 0, div(qNu, e));
  put(toNu, 0, qNu);
  // q^2/(nu V) in place of 1/nu - 1/V, which would cancel near 0
  let score = add(splat(peakNu), sub(mul(mul(scale, splat(1 / nu)), mul(mul(q, q), v0)), mul(splat(0.5), logV)));
  for (let k = 0; k < TERMS - 1; k++) {
    let u = mul(z, get(shift, k));
    if (k > 0) {
      const w = neg(mul(v0, convolve(square, inverse, 1, k)));
      set(inverse, k, w);
      score = neg(mulAdd(scale, w, mul(get(ratio, k - 1), splat(0.5 / <f64>k))));
      u = add(u, get(shift, k - 1));
    }
    set(shift, k + 1, mul(sub(u, score), splat(1 / <f64>(k + 1))));
    put(toNu, k + 1, convolve(rate, shift, 0, k + 1));
  }
}

/**
 * The series of the normal score z(w) about the points `w` > 0, where it has the value `z`, for
 * t = sqrt(nu (exp(w^2/nu) - 1)), w being Wallace's root. From phi(z) z' = f(t) dt/dw follows
 * z'' = z' (z z' - w + s) with s = 1/w - (w/nu) H and H = 1/(exp(w^2/nu) - 1), H' = -(2 w/nu) (H + H^2).
 */
export function scoreSeries(w: v128, z: v128, nu: f64, peak: f64, to: usize): void {
  const y = mul(mul(w, w), splat(1 / nu));
  const h = div(splat(1), expm1Lanes(y));
  const stretch = f64x2.sqrt(div(y, neg(expm1Lanes(neg(y)))));
  const exponent = mulAdd(splat(0.5), mul(sub(z, w), add(z, w)), splat(peak + HALF_LOG_TWO_PI));
  set(inverse, 0, h);
  let before = splat(0);
  let power = div(splat(1), w);
  const flip = neg(power);
  for (let k = 0; k < TERMS - 1; k++) {
    const here = get(inverse, k);
    const last = k > 0 ? get(inverse, k - 1) : splat(0);
    set(shift, k, sub(power, mul(splat(1 / nu), mulAdd(w, here, last))));
    power = mul(power, flip);
    const g = add(here, convolveSelf(inverse, k));
    set(inverse, k + 1, mul(splat(-2 / (nu * <f64>(k + 1))), mulAdd(w, g, before)));
    before = g;
  }
  solveScore(w, z, mul(stretch, expLanes(exponent)), to);
}

/** The same about w = 0, where s = w/(2 nu) - w^3/(12 nu^2) + w^7/(720 nu^4) - ... (Bernoulli's numbers). */
export function scoreSeriesAtZero(nu: f64, peak: f64, to: usize): void {
  for (let k = 0; k < TERMS; k++) set(shift, k, splat(0));
  const s = 1 / nu;
  set(shift, 1, splat(0.5 * s));
  set(shift, 3, splat(-s * s / 12));
  set(shift, 7, splat(s * s * s * s / 720));
  solveScore(splat(0), splat(0), expLanes(splat(peak + HALF_LOG_TWO_PI)), to);
}

/** z'' = z' (z z' - w + s), with s in `shift`. */
function solveScore(w: v128, z: v128, slope: v128, to: usize): void {
  set(value, 0, z);
  set(rate, 0, slope);
  put(to, 0, z);
  for (let k = 0; k < TERMS - 1; k++) {
    const part = splat(1 / <f64>(k + 1));
    const next = mul(get(rate, k), part);
    set(value, k + 1, next);
    put(to, k + 1, next);
    let b = add(convolve(value, rate, 0, k), get(shift, k));
    if (k == 0) b = sub(b, w);
    if (k == 1) b = sub(b, splat(1));
    set(growth, k, b);
    set(rate, k + 1, mul(part, convolve(rate, growth, 0, k)));
  }
}
