// log and log1p, two lanes at a time; errors below one unit in the last place.
//
// x = 2^k (1 + f) with 1 + f in [sqrt(1/2), sqrt 2); with s = f / (2 + f),
// log(1 + f) = f - (f^2/2 - s (f^2/2 + z R(z))), z = s^2, where R is the minimax polynomial of
// degree 6 (relative error 1.3e-18, computed by Remez exchange).

import { add, choose, div, equal, less, mul, mulAdd, splat, sub } from '../lanes';

const LN2_HIGH: f64 = 0.6931471803691238;
const LN2_LOW: f64 = 1.9082149292705877e-10;
/** The bits of sqrt(1/2), where the mantissa's interval begins. */
const HALF_ROOT_BITS: i64 = 0x3fe6a09e667f3bcd;

/** log of the positive, finite, normal x, plus `correction` (small against the result's last digits). */
// @ts-ignore: decorator
@inline
export function logCore(x: v128, correction: v128): v128 {
  const offset = i64x2.sub(x, i64x2.splat(HALF_ROOT_BITS));
  const ki = i64x2.shr_s(offset, 52);
  const mantissa = i64x2.sub(x, i64x2.shl(ki, 52));
  // the small integer k as a double, by way of the bits of 1.5 * 2^52 + k
  const k = sub(i64x2.add(ki, i64x2.splat(0x4338000000000000)), splat(6755399441055744));
  const f = sub(mantissa, splat(1));
  const s = div(f, add(f, splat(2)));
  const z = mul(s, s);
  const w = mul(z, z);
  const even = mulAdd(mulAdd(mulAdd(splat(0.1479750701324376), w, splat(0.18183569736446728)), w, splat(0.285714287432618)), w, splat(0.6666666666666735));
  const odd = mulAdd(mulAdd(splat(0.15313903325141737), w, splat(0.22222198476058086)), w, splat(0.399999999994111));
  const r = mul(z, mulAdd(odd, z, even));
  const half = mul(splat(0.5), mul(f, f));
  const small = mulAdd(s, add(half, r), mulAdd(k, splat(LN2_LOW), correction));
  return add(mul(k, splat(LN2_HIGH)), sub(f, sub(half, small)));
}

/** log x for x >= 0 (-Infinity at 0; NaN below), subnormal numbers and Infinity included. */
// @ts-ignore: decorator
@inline
export function logLanes(x: v128): v128 {
  const tiny = less(x, splat(2.2250738585072014e-308));
  const scaled = choose(tiny, mul(x, splat(18014398509481984)), x);
  const value = sub(logCore(scaled, splat(0)), v128.and(tiny, splat(54 * 0.6931471805599453)));
  return edges(x, value);
}

/** log x for a positive normal x: the fast form for arguments that are known to be good. */
// @ts-ignore: decorator
@inline
export function logNormalLanes(x: v128): v128 {
  return logCore(x, splat(0));
}

/** log(x + rest) for a positive normal x and a rest below its last digits: the digits that x has lost. */
// @ts-ignore: decorator
@inline
export function logSumLanes(x: v128, rest: v128): v128 {
  return logCore(x, div(rest, x));
}

/** log(1 + x) where 1 + x is a positive normal number: the fast form of `log1pLanes`. */
// @ts-ignore: decorator
@inline
export function log1pNormalLanes(x: v128): v128 {
  const u = add(splat(1), x);
  const back = sub(u, splat(1));
  const lost = add(sub(x, back), sub(splat(1), sub(u, back)));
  return logCore(u, div(lost, u));
}

/** log(1 + x) for x > -1 (-Infinity at -1; NaN below). */
// @ts-ignore: decorator
@inline
export function log1pLanes(x: v128): v128 {
  const u = add(splat(1), x);
  const back = sub(u, splat(1));
  // the exact rounding error of 1 + x
  const lost = add(sub(x, back), sub(splat(1), sub(u, back)));
  const value = logCore(u, div(lost, u));
  return edges(u, choose(equal(back, splat(0)), x, value));
}

// @ts-ignore: decorator
@inline
function edges(x: v128, value: v128): v128 {
  const good = v128.and(less(splat(0), x), less(x, splat(Infinity)));
  const bad = choose(equal(x, splat(0)), splat(-Infinity), choose(equal(x, splat(Infinity)), splat(Infinity), splat(NaN)));
  return choose(good, value, bad);
}

export function log(x: f64): f64 {
  return f64x2.extract_lane(logLanes(splat(x)), 0);
}

export function log1p(x: f64): f64 {
  return f64x2.extract_lane(log1pLanes(splat(x)), 0);
}
