// Frank copula for theta in (0, 35]; a negative theta is the copula of (1 - u, v) with -theta, which
// the caller arranges. With U = e^(-theta u), V = e^(-theta v), every difference is written as a sum
// of positive terms:
// D = U (1 - V) + V (1 - e^(-theta (1 - v))) = (1 - e^-theta) - (1 - U)(1 - V);
// c = theta (1 - e^-theta) U V / D^2; h(u|v) = V (1 - U) / D; C = -log(D / (1 - e^-theta)) / theta.
//
// `x`, `y` point to the values, `yc` to the values 1 - y.

import { add, choose, div, less, mul, neg, splat, sub } from '../lanes';
import { exp, expBothLanes, expNormalLanes, expm1, expm1NormalLanes, expm1OfBoth } from '../elementary/exp';
import { log, log1pNormalLanes, logNormalLanes } from '../elementary/log';

export function logPdf(x: usize, y: usize, yc: usize, stride: usize, theta: f64, out: usize, score: bool): void {
  const t = splat(-theta);
  const whole = -expm1(-theta);
  const constant = splat(log(theta * whole));
  const slope0 = splat(1 / theta + exp(-theta) / whole);
  for (let i: usize = 0; i < stride; i += 16) {
    const u = v128.load(x + i);
    const v = v128.load(y + i);
    const vc = v128.load(yc + i);
    const lu = expNormalLanes(mul(t, u));
    const lv = expBothLanes(mul(t, v));
    const above = neg(expm1OfBoth);
    const rest = neg(expm1NormalLanes(mul(t, vc)));
    const d = add(mul(lu, above), mul(lv, rest));
    const sum = add(u, v);
    v128.store(out + i, sub(add(constant, mul(t, sum)), mul(splat(2), logNormalLanes(d))));
    if (score) {
      const dSlope = slopeOfD(u, v, vc, lu, lv, above, rest);
      v128.store(out + stride + i, sub(sub(slope0, sum), mul(splat(2), div(dSlope, d))));
    }
  }
}

export function hfunc(x: usize, y: usize, yc: usize, stride: usize, theta: f64, out: usize, score: bool): void {
  const t = splat(-theta);
  for (let i: usize = 0; i < stride; i += 16) {
    const u = v128.load(x + i);
    const v = v128.load(y + i);
    const vc = v128.load(yc + i);
    const lu = expBothLanes(mul(t, u));
    const below = neg(expm1OfBoth);
    const lv = expBothLanes(mul(t, v));
    const above = neg(expm1OfBoth);
    const rest = neg(expm1NormalLanes(mul(t, vc)));
    const d = add(mul(lu, above), mul(lv, rest));
    const h = div(mul(lv, below), d);
    v128.store(out + i, h);
    if (score) {
      const dSlope = slopeOfD(u, v, vc, lu, lv, above, rest);
      v128.store(out + stride + i, mul(h, sub(sub(div(mul(u, lu), below), v), div(dSlope, d))));
    }
  }
}

/** dD/dtheta. */
// @ts-ignore: decorator
@inline
function slopeOfD(u: v128, v: v128, vc: v128, lu: v128, lv: v128, above: v128, rest: v128): v128 {
  const first = mul(lu, sub(mul(v, lv), mul(u, above)));
  const second = mul(lv, sub(mul(vc, sub(splat(1), rest)), mul(v, rest)));
  return add(first, second);
}

export function cdf(x: usize, y: usize, yc: usize, stride: usize, theta: f64, out: usize, score: bool): void {
  const t = splat(-theta);
  const whole = splat(-expm1(-theta));
  const wholeSlope = splat(-exp(-theta) / expm1(-theta));
  const weak = theta < WEAK;
  for (let i: usize = 0; i < stride; i += 16) {
    const u = v128.load(x + i);
    const v = v128.load(y + i);
    const lu = expBothLanes(mul(t, u));
    const below = neg(expm1OfBoth);
    const lv = expBothLanes(mul(t, v));
    const above = neg(expm1OfBoth);
    const rest = neg(expm1NormalLanes(mul(t, v128.load(yc + i))));
    const w = div(mul(below, above), whole);
    const d = add(mul(lu, above), mul(lv, rest));
    const value = choose(less(w, splat(0.5)), log1pNormalLanes(neg(w)), logNormalLanes(div(d, whole)));
    const c = div(value, t);
    v128.store(out + i, c);
    if (score) {
      const slope = weak
        ? weakSlope(u, v, theta)
        : div(add(c, sub(div(slopeOfD(u, v, v128.load(yc + i), lu, lv, above, rest), d), wholeSlope)), t);
      v128.store(out + stride + i, slope);
    }
  }
}

/** Below it the derivative of C is taken from the first terms of its series, which has no cancellation. */
const WEAK: f64 = 1e-3;

/** dC/dtheta from C = uv + theta/2 A + theta^2/12 A (1 - 2u)(1 - 2v) + ..., A = uv (1 - u)(1 - v). */
// @ts-ignore: decorator
@inline
function weakSlope(u: v128, v: v128, theta: f64): v128 {
  const uc = sub(splat(1), u);
  const vc = sub(splat(1), v);
  return mul(mul(mul(u, v), mul(uc, vc)), add(splat(0.5), mul(splat(theta / 6), mul(sub(uc, u), sub(vc, v)))));
}

/** U = (V (1 - p) + p e^-theta) / (V + p (1 - V)), 1 - U = p (1 - e^-theta) / (V + p (1 - V)). */
export function hinv(p: usize, pc: usize, y: usize, stride: usize, theta: f64, out: usize): void {
  const t = splat(-theta);
  const whole = splat(-expm1(-theta));
  const end = splat(exp(-theta));
  for (let i: usize = 0; i < stride; i += 16) {
    const ty = mul(t, v128.load(y + i));
    const lv = expBothLanes(ty);
    const value = v128.load(p + i);
    const total = sub(lv, mul(value, expm1OfBoth));
    const below = div(mul(value, whole), total);
    const lu = div(add(mul(lv, v128.load(pc + i)), mul(value, end)), total);
    const logLu = choose(less(below, splat(0.5)), log1pNormalLanes(neg(below)), logNormalLanes(lu));
    v128.store(out + i, div(logLu, t));
  }
}
