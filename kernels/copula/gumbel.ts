// Gumbel copula, theta in [1, 50]. With a = log(-log u), b = log(-log v),
// W = log((-log u)^theta + (-log v)^theta) / theta and t = e^W:
// C = e^-t; log h(u|v) = -t + (1 - theta) W + (theta - 1) b - log v;
// log c = -t - log u - log v + (theta - 1)(a + b) + (2 - 2 theta) W + log(1 + (theta - 1)/t).
//
// `x` and `y` point to columns: value, logarithm, log(-log), one stride apart.

import { add, any, div, less, lesser, mul, mulAdd, neg, splat, sub, abs2 } from '../lanes';
import { expNormalLanes, expm1NormalLanes } from '../elementary/exp';
import { log1pNormalLanes } from '../elementary/log';
import { combined, combinedByPower, smallerShare, split } from './outerPower';
import { SETTLED, halleyStep } from './halley';
import { moveOpen, openLanes } from './openLanes';
import { GROUP, column } from './scratch';

export function logPdf(x: usize, y: usize, stride: usize, theta: f64, out: usize, score: bool): void {
  const th = splat(theta);
  const excess = splat(theta - 1);
  const two = splat(2 - 2 * theta);
  for (let i: usize = 0; i < stride; i += 16) {
    const a = v128.load(x + 2 * stride + i);
    const b = v128.load(y + 2 * stride + i);
    const share = smallerShare(a, b, th);
    const logShares = log1pNormalLanes(share);
    const w = combined(a, b, th, logShares);
    const t = expNormalLanes(w);
    const ratio = div(excess, t);
    const logs = add(v128.load(x + stride + i), v128.load(y + stride + i));
    const value = sub(sub(mulAdd(excess, add(a, b), mul(two, w)), t), logs);
    v128.store(out + i, add(value, log1pNormalLanes(ratio)));
    if (score) {
      const wSlope = combinedByPower(a, b, th, share, logShares);
      const last = div(sub(div(splat(1), t), mul(ratio, wSlope)), add(splat(1), ratio));
      const slope = add(sub(add(a, b), mul(splat(2), w)), mul(sub(two, t), wSlope));
      v128.store(out + stride + i, add(slope, last));
    }
  }
}

export function hfunc(x: usize, y: usize, stride: usize, theta: f64, out: usize, score: bool): void {
  const th = splat(theta);
  const excess = splat(theta - 1);
  for (let i: usize = 0; i < stride; i += 16) {
    const a = v128.load(x + 2 * stride + i);
    const b = v128.load(y + 2 * stride + i);
    const share = smallerShare(a, b, th);
    const logShares = log1pNormalLanes(share);
    const w = combined(a, b, th, logShares);
    const t = expNormalLanes(w);
    const h = expNormalLanes(sub(sub(mul(excess, sub(b, w)), t), v128.load(y + stride + i)));
    v128.store(out + i, h);
    if (score) {
      const wSlope = combinedByPower(a, b, th, share, logShares);
      v128.store(out + stride + i, mul(h, sub(sub(b, w), mul(add(t, excess), wSlope))));
    }
  }
}

export function cdf(x: usize, y: usize, stride: usize, theta: f64, out: usize, score: bool): void {
  const th = splat(theta);
  for (let i: usize = 0; i < stride; i += 16) {
    const a = v128.load(x + 2 * stride + i);
    const b = v128.load(y + 2 * stride + i);
    const share = smallerShare(a, b, th);
    const logShares = log1pNormalLanes(share);
    const t = expNormalLanes(combined(a, b, th, logShares));
    const c = expNormalLanes(neg(t));
    v128.store(out + i, c);
    if (score) v128.store(out + stride + i, neg(mul(mul(c, t), combinedByPower(a, b, th, share, logShares))));
  }
}

/**
 * With d = W - b >= 0: (-log v)(e^d - 1) + (theta - 1) d = -log p. The left side is convex and
 * increasing, so steps from the smaller of two upper bounds fall onto the root.
 */
export function hinv(p: usize, y: usize, stride: usize, theta: f64, out: usize, complement: bool): void {
  const th = splat(theta);
  const excess = splat(theta - 1);
  const d = column(0);
  for (let from: usize = 0; from < stride; from += GROUP) {
    const size = min(GROUP, stride - from);
    const logP = p + stride + from;
    const logV = y + stride + from;
    for (let i: usize = 0; i < size; i += 16) {
      const rate = neg(v128.load(logV + i));
      const goal = neg(v128.load(logP + i));
      v128.store(d + i, lesser(div(goal, add(rate, excess)), log1pNormalLanes(div(goal, rate))));
    }
    openLanes(size);
    for (let round = 0; round < 40; round++) {
      let open = splat(0);
      for (let i: usize = 0; i < size; i += 16) {
        const at = v128.load(d + i);
        const rate = neg(v128.load(logV + i));
        const e = mul(rate, expm1NormalLanes(at));
        const bend = add(e, rate);
        const step = halleyStep(add(mulAdd(excess, at, e), v128.load(logP + i)), add(bend, excess), bend);
        const next = sub(at, step);
        const goesOn = less(mul(splat(SETTLED), next), abs2(step));
        open = v128.or(open, moveOpen(d, i, at, next, goesOn));
      }
      if (!any(open)) break;
    }
    for (let i: usize = 0; i < size; i += 16) {
      const b = v128.load(y + 2 * stride + from + i);
      const lx = neg(expNormalLanes(split(b, v128.load(d + i), th)));
      v128.store(out + from + i, complement ? neg(expm1NormalLanes(lx)) : expNormalLanes(lx));
    }
  }
}
