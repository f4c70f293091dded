// exp and expm1, two lanes at a time; errors below one unit in the last place.
//
// x = k ln 2 + r with |r| <= ln 2 / 2; exp(r) = 1 + r + r^2/2 + r^3 p(r), where p is the minimax
// polynomial of degree 9 (relative error of exp 6e-20, computed by Remez exchange).

import { add, choose, copySign, equal, less, mul, mulAdd, splat, sub } from '../lanes';

const LOG2_E: f64 = 1.4426950408889634;
const LN2_HIGH: f64 = 0.6931471803691238;
const LN2_LOW: f64 = 1.9082149292705877e-10;
/** Adding it leaves the nearest integer in the low bits of the sum. */
const ROUNDER: f64 = 6755399441055744;

/** r^2/2 + r^3 p(r), which is exp(r) - 1 - r, for |r| <= 0.347. */
// @ts-ignore: decorator
@inline
function tail(r: v128): v128 {
  const r2 = mul(r, r);
  const r4 = mul(r2, r2);
  const p01 = mulAdd(r, splat(0.04166666666666641), splat(0.1666666666666668));
  const p23 = mulAdd(r, splat(0.0013888888889033255), splat(0.00833333333331853));
  const p45 = mulAdd(r, splat(2.4801587025617093e-5), splat(0.00019841269893335883));
  const p67 = mulAdd(r, splat(2.755752609114165e-7), splat(2.755723745825141e-6));
  const p89 = mulAdd(r, splat(2.0838511134215575e-9), splat(2.511124558161649e-8));
  const p03 = mulAdd(p23, r2, p01);
  const p47 = mulAdd(p67, r2, p45);
  const p = mulAdd(mulAdd(p89, r4, p47), r4, p03);
  return mulAdd(mul(r, r2), p, mul(splat(0.5), r2));
}

/** 2^k for the integers held in the low bits of `shifted`, in two factors so that nothing overflows early. */
// @ts-ignore: decorator
@inline
function halfPower(k: v128): v128 {
  return i64x2.shl(i64x2.add(k, i64x2.splat(1023)), 52);
}

/** exp(x + low), where `low` is what x lost by rounding (|low| <= 1e-8); error below 0.6 units in the last place. */
// @ts-ignore: decorator
@inline
export function expSumLanes(x: v128, low: v128): v128 {
  const clipped = f64x2.pmax(f64x2.pmin(x, splat(710)), splat(-746));
  const shifted = mulAdd(clipped, splat(LOG2_E), splat(ROUNDER));
  const k = sub(shifted, splat(ROUNDER));
  const high = sub(clipped, mul(k, splat(LN2_HIGH)));
  const rest = mul(k, splat(LN2_LOW));
  const r = sub(high, rest);
  // what r lost by rounding goes in with the small terms
  const lost = sub(sub(high, r), rest);
  // 1 + r and its rounding error, so that only the small terms are rounded before the last sum
  const lead = add(splat(1), r);
  const leadLow = sub(r, sub(lead, splat(1)));
  const more = tail(r);
  const small = add(more, add(leadLow, lost));
  const value = add(lead, mulAdd(add(lead, more), low, small));
  const ki = i64x2.sub(shifted, i64x2.splat(0x4338000000000000));
  const half = i64x2.shr_s(ki, 1);
  return mul(mul(value, halfPower(half)), halfPower(i64x2.sub(ki, half)));
}

// @ts-ignore: decorator
@inline
export function expLanes(x: v128): v128 {
  const clipped = f64x2.pmax(f64x2.pmin(x, splat(710)), splat(-746));
  const shifted = mulAdd(clipped, splat(LOG2_E), splat(ROUNDER));
  const k = sub(shifted, splat(ROUNDER));
  const high = sub(clipped, mul(k, splat(LN2_HIGH)));
  const low = mul(k, splat(LN2_LOW));
  const r = sub(high, low);
  // what r lost by rounding goes in with the small terms
  const lost = sub(sub(high, r), low);
  const value = add(splat(1), add(r, add(tail(r), lost)));
  const ki = i64x2.sub(shifted, i64x2.splat(0x4338000000000000));
  const half = i64x2.shr_s(ki, 1);
  return mul(mul(value, halfPower(half)), halfPower(i64x2.sub(ki, half)));
}

// @ts-ignore: decorator
@inline
export function expm1Lanes(x: v128): v128 {
  const clipped = f64x2.pmax(f64x2.pmin(x, splat(710)), splat(-40));
  const shifted = mulAdd(clipped, splat(LOG2_E), splat(ROUNDER));
  const k = sub(shifted, splat(ROUNDER));
  const high = sub(clipped, mul(k, splat(LN2_HIGH)));
  const low = mul(k, splat(LN2_LOW));
  const r = sub(high, low);
  const lost = sub(sub(high, r), low);
  const small = add(tail(r), lost);
  const ki = i64x2.sub(shifted, i64x2.splat(0x4338000000000000));
  const half = i64x2.shr_s(ki, 1);
  const a = halfPower(half);
  const b = halfPower(i64x2.sub(ki, half));
  // 2^k (1 + r + small) - 1: the sum of the exact parts 2^k - 1 and 2^k r, and its rounding error
  const power = mul(a, b);
  const lead = sub(power, splat(1));
  const linear = mul(power, r);
  const sum = add(lead, linear);
  const sumLow = sub(linear, sub(sum, lead));
  const moderate = add(sum, mulAdd(power, small, sumLow));
  const large = mul(mul(add(splat(1), add(r, small)), a), b);
  // the sign is that of x, so that -0 stays -0
  return copySign(choose(less(clipped, splat(60)), moderate, large), x);
}

// For the inner loops of the families, which need no subnormal numbers: one scaling instead of two.
// Beyond |x| = 708 the results stay at the smallest or largest numbers of that range.

/** exp(x) - 1 of the last call of `expBothLanes`. */
export let expm1OfBoth: v128 = i64x2.splat(0);

/** exp(x), and exp(x) - 1 in `expm1OfBoth`, for the price of one; both within two units in the last place. */
// @ts-ignore: decorator
@inline
export function expBothLanes(x: v128): v128 {
  const clipped = f64x2.pmax(f64x2.pmin(x, splat(708)), splat(-708));
  const shifted = mulAdd(clipped, splat(LOG2_E), splat(ROUNDER));
  const k = sub(shifted, splat(ROUNDER));
  const r = sub(sub(clipped, mul(k, splat(LN2_HIGH))), mul(k, splat(LN2_LOW)));
  const small = add(r, tail(r));
  const value = mul(add(splat(1), small), halfPower(i64x2.sub(shifted, i64x2.splat(0x4338000000000000))));
  expm1OfBoth = choose(equal(k, splat(0)), small, sub(value, splat(1)));
  return value;
}

/** exp(x) within two units in the last place. */
// @ts-ignore: decorator
@inline
export function expNormalLanes(x: v128): v128 {
  const clipped = f64x2.pmax(f64x2.pmin(x, splat(708)), splat(-708));
  const shifted = mulAdd(clipped, splat(LOG2_E), splat(ROUNDER));
  const k = sub(shifted, splat(ROUNDER));
  const r = sub(sub(clipped, mul(k, splat(LN2_HIGH))), mul(k, splat(LN2_LOW)));
  return mul(add(splat(1), add(r, tail(r))), halfPower(i64x2.sub(shifted, i64x2.splat(0x4338000000000000))));
}

/** exp(x) - 1 within two units in the last place. */
// @ts-ignore: decorator
@inline
export function expm1NormalLanes(x: v128): v128 {
  const clipped = f64x2.pmax(f64x2.pmin(x, splat(708)), splat(-708));
  const shifted = mulAdd(clipped, splat(LOG2_E), splat(ROUNDER));
  const k = sub(shifted, splat(ROUNDER));
  const r = sub(sub(clipped, mul(k, splat(LN2_HIGH))), mul(k, splat(LN2_LOW)));
  const small = add(r, tail(r));
  const value = mul(add(splat(1), small), halfPower(i64x2.sub(shifted, i64x2.splat(0x4338000000000000))));
  return choose(equal(k, splat(0)), small, sub(value, splat(1)));
}

export function exp(x: f64): f64 {
  return f64x2.extract_lane(expLanes(splat(x)), 0);
}

export function expm1(x: f64): f64 {
  return f64x2.extract_lane(expm1Lanes(splat(x)), 0);
}
