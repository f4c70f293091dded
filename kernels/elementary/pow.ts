// x^y by a logarithm with about 66 correct bits; error below 0.6 units in the last place.

import { first, splat } from '../lanes';
import { expSumLanes } from './exp';
import { productError, sumError } from './twofold';

const LN2_HIGH: f64 = 0.6931471803691238;
const LN2_LOW: f64 = 1.9082149292705877e-10;
/** 1/3 = THIRD + THIRD_LOW. */
const THIRD: f64 = 0.3333333333333333;
const THIRD_LOW: f64 = 1.850371707708594e-17;
const HALF_ROOT_BITS: i64 = 0x3fe6a09e667f3bcd;

/** The low part of the last `logPair`. */
export let logLow: f64 = 0;

/**
 * log(x + low) as a sum of two doubles, the high part returned and the low part left in `logLow`, for a
 * positive finite x and |low| below half a unit in the last place of x; relative error 2^-65.
 * x = 2^k m with m in [sqrt(1/2), sqrt 2), s = (m - 1)/(m + 1), z = s^2,
 * log m = 2 s (1 + z/3 + z^2 A(z)), where A has degree 8 (relative error 3e-20, Chebyshev nodes).
 */
export function logPair(x: f64, low: f64): f64 {
  let k: f64 = 0;
  if (x < 2.2250738585072014e-308) {
    x *= 18014398509481984;
    low *= 18014398509481984;
    k = -54;
  }
  const bits = reinterpret<i64>(x);
  const exponent = (bits - HALF_ROOT_BITS) >> 52;
  const m = reinterpret<f64>(bits - (exponent << 52));
  k += <f64>exponent;

  const f = m - 1;
  const g = m + 1;
  const gLow = m - (g - 1);
  const s = f / g;
  const fit = s * g;
  const sLow = ((f - fit) - productError(s, g, fit) - s * gLow) / g;
  const z = s * s;
  const zLow = productError(s, s, z) + 2 * s * sLow;
  const a = 0.2 + z * (0.14285714285714282 + z * (0.11111111111114215 + z * (0.09090909089828463 + z * (0.07692307880585086 + z * (0.06666648267216471 + z * (0.058834065605171064 + z * (0.05228163634742257 + z * 0.053812122097824)))))));
  // t = z/3 + z^2 A(z) in two parts, then log m = 2 s + 2 s t
  const third = z * THIRD;
  const thirdLow = productError(z, THIRD, third) + z * THIRD_LOW + zLow * THIRD;
  const rest = z * z * a;
  const t = third + rest;
  const tLow = sumError(third, rest, t) + thirdLow;
  const s2 = 2 * s;
  const st = s2 * t;
  const stLow = productError(s2, t, st) + s2 * tLow + 2 * sLow * t;
  const lead = k * LN2_HIGH;
  const sum = lead + s2;
  const part = sum + st;
  const error = sumError(lead, s2, sum) + sumError(sum, st, part) + (stLow + 2 * sLow + k * LN2_LOW + low / x);
  const high = part + error;
  logLow = error - (high - part);
  return high;
}

/** exp(high + low) for a pair; saturates to 0 and Infinity. */
export function expPair(high: f64, low: f64): f64 {
  return first(expSumLanes(splat(high), splat(abs(high) < 800 ? low : 0)));
}

/** x^y with the edge cases of IEEE 754 (pow(1, y) = pow(x, 0) = 1, also for NaN). */
export function pow(x: f64, y: f64): f64 {
  if (y == 0 || x == 1) return 1;
  if (isNaN(x) || isNaN(y)) return NaN;
  const size = abs(x);
  let sign: f64 = 1;
  if (reinterpret<i64>(x) < 0) {
    const odd = floor(y) == y && floor(0.5 * y) != 0.5 * y;
    if (odd) sign = -1;
    else if (x != 0 && size != Infinity && floor(y) != y) return NaN;
  }
  if (size == 1) return sign;
  if (size == 0 || size == Infinity || abs(y) == Infinity) {
    return ((size < 1) == (y < 0)) ? sign * Infinity : sign * 0;
  }
  // beyond this size of y the result is 0 or Infinity for every x but 1
  y = min(max(y, -1e20), 1e20);
  const high = logPair(size, 0);
  const product = high * y;
  return sign * expPair(product, productError(high, y, product) + logLow * y);
}
