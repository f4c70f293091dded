// The standard normal distribution: cdf and quantile, two lanes at a time. The scalar functions are
// the lane functions, so that a column and a single number agree bit for bit.

import { abs2, add, any, choose, copySign, div, equal, first, less, lesser, mul, mulAdd, neg, splat, sqrt2, sub } from '../lanes';
import { logLanes, logNormalLanes } from '../elementary/log';
import { expOfSquareLanes, scaledErfcLanes } from './erfc';

const ROOT_HALF: f64 = 0.7071067811865476;
const ROOT_HALF_PI: f64 = 1.2533141373155003;
/** Below this probability the quantile is refined by a step on the cdf. */
const FAR: f64 = 1.2e-9;

/**
 * Phi(x) = erfc(-x / sqrt 2) / 2 for any x; relative error below 8 eps in both tails, down to the
 * smallest normal result at x = -37.5.
 */
// @ts-ignore: decorator
@inline
export function normalCdfLanes(x: v128): v128 {
  const size = lesser(abs2(x), splat(39));
  const tail = mul(mul(splat(0.5), expOfSquareLanes(size, -0.5)), scaledErfcLanes(mul(size, splat(ROOT_HALF))));
  return choose(less(x, splat(0)), tail, sub(splat(1), tail));
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
  let upper = splat(2509.0809287301227);
  let lower = splat(5226.495278852854);
  upper = mulAdd(upper, z, splat(33430.57558358813));
  lower = mulAdd(lower, z, splat(28729.085735721943));
  upper = mulAdd(upper, z, splat(67265.7709270087));
  lower = mulAdd(lower, z, splat(39307.89580009271));
  upper = mulAdd(upper, z, splat(45921.95393154987));
  lower = mulAdd(lower, z, splat(21213.794301586597));
  upper = mulAdd(upper, z, splat(13731.69376550946));
  lower = mulAdd(lower, z, splat(5394.196021424751));
  upper = mulAdd(upper, z, splat(1971.5909503065513));
  lower = mulAdd(lower, z, splat(687.1870074920579));
  upper = mulAdd(upper, z, splat(133.14166789178438));
  lower = mulAdd(lower, z, splat(42.31333070160091));
  upper = mul(q, mulAdd(upper, z, splat(3.3871328727963665)));
  lower = mulAdd(lower, z, splat(1));

  const s = sub(sqrt2(neg(logNormalLanes(m))), splat(1.6));
  let above = splat(0.0007176583092651133);
  let below = splat(1.134791638520192e-9);
  above = mulAdd(above, s, splat(0.020826758232344193));
  below = mulAdd(below, s, splat(0.000507367760301857));
  above = mulAdd(above, s, splat(0.2229558935660496));
  below = mulAdd(below, s, splat(0.013921312746448897));
  above = mulAdd(above, s, splat(1.1908785988892423));
  below = mulAdd(below, s, splat(0.13672350438531986));
  above = mulAdd(above, s, splat(3.4884108355764707));
  below = mulAdd(below, s, splat(0.6493029525524089));
  above = mulAdd(above, s, splat(5.622328433096139));
  below = mulAdd(below, s, splat(1.6142720098824932));
  above = mulAdd(above, s, splat(4.581364491329249));
  below = mulAdd(below, s, splat(2.0187866259127825));
  above = copySign(mulAdd(above, s, splat(1.4234371107496835)), q);
  below = mulAdd(below, s, splat(1));

  const isTail = less(z, splat(0));
  const x = div(choose(isTail, above, upper), choose(isTail, below, lower));
  // written so that NaN goes the rare way, which also settles the edges
  const near = less(splat(FAR), m);
  if (!i64x2.all_true(near)) return choose(near, x, farQuantile(m, q));
  return x;
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
