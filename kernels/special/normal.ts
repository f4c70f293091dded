// The standard normal distribution: cdf and quantile, two lanes at a time. The scalar functions are
// the lane functions, so that a column and a single number agree bit for bit.

import { abs2, add, choose, copySign, div, equal, first, less, lesser, mul, mulAdd, neg, splat, sqrt2, sub } from '../lanes';
import { logLanes, logNormalLanes } from '../elementary/log';
import { expOfSquareLanes, scaledErfcLanes } from './erfc';
import { piecewise, POLYNOMIAL, TERMS } from './piecewise';

const ROOT_HALF: f64 = 0.7071067811865476;
const ROOT_HALF_PI: f64 = 1.2533141373155003;
const ROOT_INVERSE_TWO_PI: f64 = 0.3989422804014327;
/** Below this probability the quantile is refined by a step on the cdf. */
const FAR: f64 = 1.2e-9;

/** Where the table of tails ends; further out the formula is used. */
const TABLE_MOST: f64 = 8;
const DENSITY: f64 = 16;
const tails: usize = memory.data(130 * 12 * 8, 16);
fillTails();

/** Taylor's series of Phi(-a) about each sixteenth: phi' = -a phi gives the coefficients. */
function fillTails(): void {
  for (let i = 0; i <= 128; i++) {
    const a = <f64>i / DENSITY;
    const at = tails + <usize>i * POLYNOMIAL;
    store<f64>(at, first(tailLanes(splat(a))));
    let before: f64 = 0;
    let density = first(expOfSquareLanes(splat(a), -0.5)) * ROOT_INVERSE_TWO_PI;
    for (let k = 1; k < TERMS; k++) {
      store<f64>(at + (<usize>k << 3), -density / <f64>k);
      const next = -(a * density + before) / <f64>k;
      before = density;
      density = next;
    }
  }
}

/** Phi(-a) = erfc(a / sqrt 2) / 2 for 0 <= a <= 39; relative error below 4 eps down to the smallest normal result. */
// @ts-ignore: decorator
@inline
function tailLanes(a: v128): v128 {
  return mul(mul(splat(0.5), expOfSquareLanes(a, -0.5)), scaledErfcLanes(mul(a, splat(ROOT_HALF))));
}

function farTail(a: v128): v128 {
  return tailLanes(lesser(a, splat(39)));
}

/**
 * Phi(x) for any x; relative error below 4 eps in both tails, down to the smallest normal result at
 * x = -37.5. To |x| = 8 by polynomials about the multiples of 1/16 (truncated below 2e-16).
 */
// @ts-ignore: decorator
@inline
export function normalCdfLanes(x: v128): v128 {
  const size = abs2(x);
  let tail = piecewise(tails, size, TABLE_MOST, DENSITY);
  const near = f64x2.le(size, splat(TABLE_MOST));
  if (!i64x2.all_true(near)) tail = choose(near, tail, farTail(size));
  return choose(less(x, splat(0)), tail, sub(splat(1), tail));
}

/** The polynomial of degree 7 with coefficients a ... h, by Estrin's scheme: short chains, so that pairs overlap. */
// @ts-ignore: decorator
@inline
function seventh(x: v128, x2: v128, x4: v128, a: f64, b: f64, c: f64, d: f64, e: f64, f: f64, g: f64, h: f64): v128 {
  const low = mulAdd(mulAdd(splat(d), x, splat(c)), x2, mulAdd(splat(b), x, splat(a)));
  const high = mulAdd(mulAdd(splat(h), x, splat(g)), x2, mulAdd(splat(f), x, splat(e)));
  return mulAdd(high, x4, low);
}

/**
 * The x with Phi(x) = p. Middle: Wichura's AS 241 (Applied Statistics 37, 1988), |p - 1/2| <= 0.425,
 * relative error 7e-17 before rounding. Tails: his form, a rational function of r = sqrt(-log(min(p, 1 - p))),
 * with coefficients fitted to r <= 4.55 (6e-18). Beyond that (p < 1.2e-9), a rougher start and a
 * step on the cdf, because there the relative error of the cdf is x^2 times that of x.
 * 0 and 1 give -Infinity and Infinity; NaN outside [0, 1].
 */
// @ts-ignore: decorator
@inline
export function normalQuantileLanes(p: v128): v128 {
  const q = sub(p, splat(0.5));
  const m = lesser(p, sub(splat(1), p));

  const z = sub(splat(0.180625), mul(q, q));
  const z2 = mul(z, z);
  const z4 = mul(z2, z2);
  const middle = div(mul(q, seventh(z, z2, z4, 3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087, 33430.57558358813, 2509.0809287301227)),
    seventh(z, z2, z4, 1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943, 5226.495278852854));
  // written so that NaN goes the rare way, which also settles the edges; most pairs end here
  const central = less(splat(-1e-300), z);
  if (i64x2.all_true(central)) return middle;

  const s = sub(sqrt2(neg(logNormalLanes(m))), splat(1.6));
  const s2 = mul(s, s);
  const s4 = mul(s2, s2);
  const tail = div(seventh(s, s2, s4, 1.4234371107496835, 4.581364491329249, 5.622328433096139, 3.4884108355764707, 1.1908785988892423, 0.2229558935660496, 0.020826758232344193, 0.0007176583092651133),
    seventh(s, s2, s4, 1, 2.0187866259127825, 1.6142720098824932, 0.6493029525524089, 0.13672350438531986, 0.013921312746448897, 0.000507367760301857, 1.134791638520192e-9));
  const x = choose(central, middle, copySign(tail, q));
  const near = less(splat(FAR), m);
  return i64x2.all_true(near) ? x : choose(near, x, farQuantile(m, q));
}

/** The quantile where m = min(p, 1 - p) is below 1.2e-9; `side` gives the sign. */
function farQuantile(m: v128, side: v128): v128 {
  const s = sub(sqrt2(neg(logLanes(m))), splat(4.5));
  // relative error 4e-9 for r - 4.5 in [0, 22.5]
  const above = mulAdd(mulAdd(mulAdd(mulAdd(splat(0.0014494335444307724), s, splat(0.05950175045393457)), s, splat(0.7440129663702458)), s, splat(3.613838040106288)), s, splat(5.920458344446747));
  const below = mulAdd(mulAdd(mulAdd(splat(0.0010248705300569102), s, splat(0.037469234551093876)), s, splat(0.3604090926643054)), s, splat(1));
  const start = div(above, below);
  // with M = Phi(-a) / phi(a): log Phi(-(a + h)) = log Phi(-a) - h/M + (a M - 1) (h/M)^2 / 2 + ...
  const scaled = scaledErfcLanes(mul(start, splat(ROOT_HALF)));
  const tail = mul(mul(splat(0.5), expOfSquareLanes(start, -0.5)), scaled);
  const mills = mul(splat(ROOT_HALF_PI), scaled);
  const ratio = div(sub(tail, m), m);
  const gap = sub(ratio, mul(splat(0.5), mul(ratio, ratio)));
  const bend = mul(mul(splat(0.5), mul(gap, gap)), sub(mul(start, mills), splat(1)));
  const size = mulAdd(mills, add(gap, bend), start);
  const edge = choose(equal(m, splat(0)), splat(Infinity), splat(NaN));
  return copySign(choose(less(splat(0), m), size, edge), side);
}

export function normalCdf(x: f64): f64 {
  return first(normalCdfLanes(splat(x)));
}

export function normalQuantile(p: f64): f64 {
  return first(normalQuantileLanes(splat(p)));
}

/** Phi of each of the n doubles at `from`, written to `to` (which may be `from`). */
export function normalCdfColumn(from: usize, to: usize, n: i32): void {
  const pairs = n & ~1;
  for (let i = 0; i < pairs; i += 2) v128.store(to + (<usize>i << 3), normalCdfLanes(v128.load(from + (<usize>i << 3))));
  if (pairs < n) store<f64>(to + (<usize>pairs << 3), normalCdf(load<f64>(from + (<usize>pairs << 3))));
}

/** The normal quantile of each of the n doubles at `from`, written to `to` (which may be `from`). */
export function normalQuantileColumn(from: usize, to: usize, n: i32): void {
  const pairs = n & ~1;
  for (let i = 0; i < pairs; i += 2) v128.store(to + (<usize>i << 3), normalQuantileLanes(v128.load(from + (<usize>i << 3))));
  if (pairs < n) store<f64>(to + (<usize>pairs << 3), normalQuantile(load<f64>(from + (<usize>pairs << 3))));
}
