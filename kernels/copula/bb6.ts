// BB6 copula (Joe 1993), theta in [1, 6], delta in [1, 8]; generator J^delta, J = -log(1 - (1-u)^theta).
// With w_x = log J(u), w_y = log J(v), W their combination (outerPower.ts), t = e^W, kappa = 1 - 1/theta
// and Q = kappa t/(e^t - 1) + t + delta - 1:
// C = 1 - (1 - e^-t)^(1/theta);
// log h(u|v) = -kappa log(1-e^-t) - t + (1-delta) W + (delta-1) w_y + (theta-1) log(1-v) + J(v);
// log c = log theta + log Q - kappa log(1-e^-t) - t + (1-2 delta) W + (delta-1)(w_x + w_y)
//         + (theta-1)(log(1-u) + log(1-v)) + J(u) + J(v).
//
// `xc`, `yc` point to the columns of 1 - u, 1 - v: value, then logarithm one stride further.

import { abs2, add, any, div, less, lesser, mul, mulAdd, neg, reciprocal, splat, sub } from '../lanes';
import { expBothLanes, expNormalLanes, expm1NormalLanes, expm1OfBoth } from '../elementary/exp';
import { log, log1pNormalLanes, logNormalLanes } from '../elementary/log';
import { joeLog } from './joeLog';
import { combined, combinedByPower, firstWeight, smallerShare, split } from './outerPower';

export function logPdf(xc: usize, yc: usize, stride: usize, theta: f64, delta: f64, out: usize, score: bool): void {
  const th = splat(theta);
  const power = splat(delta);
  const kappa = splat(1 - 1 / theta);
  const byW = splat(1 - 2 * delta);
  const excess = splat(delta - 1);
  const byLogs = splat(theta - 1);
  const constant = splat(log(theta));
  const inverseSquare = splat(1 / (theta * theta));
  for (let i: usize = 0; i < stride; i += 16) {
    const lx = v128.load(xc + stride + i);
    const ly = v128.load(yc + stride + i);
    const bx = expBothLanes(mul(th, lx));
    const ax = expm1OfBoth;
    const by = expBothLanes(mul(th, ly));
    const ay = expm1OfBoth;
    const jx = joeLog(bx, ax);
    const jy = joeLog(by, ay);
    const wx = logNormalLanes(jx);
    const wy = logNormalLanes(jy);
    const share = smallerShare(wx, wy, power);
    const logShares = log1pNormalLanes(share);
    const w = combined(wx, wy, power, logShares);
    const t = expNormalLanes(w);
    const e = expm1NormalLanes(neg(t));
    const logA = logNormalLanes(neg(e));
    // 1 / (e^t - 1) = e^-t / (1 - e^-t)
    const xi = neg(div(add(splat(1), e), e));
    const q = add(mulAdd(kappa, mul(t, xi), t), excess);
    const ws = add(wx, wy);
    const logs = add(lx, ly);
    const js = add(jx, jy);
    const value = add(sub(sub(js, t), mul(kappa, logA)), add(mulAdd(byW, w, mul(excess, ws)), mul(byLogs, logs)));
    v128.store(out + i, add(add(constant, logNormalLanes(q)), value));
    if (score) {
      const jxTheta = neg(div(mul(bx, lx), ax));
      const jyTheta = neg(div(mul(by, ly), ay));
      const wxTheta = div(jxTheta, jx);
      const wyTheta = div(jyTheta, jy);
      const wTheta = mulAdd(firstWeight(wx, wy, share), sub(wxTheta, wyTheta), wyTheta);
      const wDelta = combinedByPower(wx, wy, power, share, logShares);
      const qSlope = mulAdd(kappa, mul(xi, sub(splat(1), mul(t, add(splat(1), xi)))), splat(1));
      const inverseQ = reciprocal(q);
      // how everything that depends on t and W moves with W
      const common = add(mul(t, sub(mul(qSlope, inverseQ), mulAdd(kappa, xi, splat(1)))), byW);
      const byTheta = add(
        add(mul(common, wTheta), mul(inverseSquare, sub(mul(mul(t, xi), inverseQ), logA))),
        add(add(splat(1 / theta), mul(excess, add(wxTheta, wyTheta))), add(logs, add(jxTheta, jyTheta))),
      );
      const byDelta = add(mulAdd(common, wDelta, inverseQ), sub(ws, mul(splat(2), w)));
      v128.store(out + stride + i, byTheta);
      v128.store(out + 2 * stride + i, byDelta);
    }
  }
}

export function hfunc(xc: usize, yc: usize, stride: usize, theta: f64, delta: f64, out: usize, score: bool): void {
  const th = splat(theta);
  const power = splat(delta);
  const kappa = splat(1 - 1 / theta);
  const excess = splat(delta - 1);
  const byLog = splat(theta - 1);
  const inverseSquare = splat(1 / (theta * theta));
  for (let i: usize = 0; i < stride; i += 16) {
    const lx = v128.load(xc + stride + i);
    const ly = v128.load(yc + stride + i);
    const bx = expBothLanes(mul(th, lx));
    const ax = expm1OfBoth;
    const by = expBothLanes(mul(th, ly));
    const ay = expm1OfBoth;
    const jx = joeLog(bx, ax);
    const jy = joeLog(by, ay);
    const wx = logNormalLanes(jx);
    const wy = logNormalLanes(jy);
    const share = smallerShare(wx, wy, power);
    const logShares = log1pNormalLanes(share);
    const w = combined(wx, wy, power, logShares);
    const t = expNormalLanes(w);
    const e = expm1NormalLanes(neg(t));
    const logA = logNormalLanes(neg(e));
    const h = expNormalLanes(add(sub(sub(jy, t), mul(kappa, logA)), mulAdd(excess, sub(wy, w), mul(byLog, ly))));
    v128.store(out + i, h);
    if (score) {
      const xi = neg(div(add(splat(1), e), e));
      const jxTheta = neg(div(mul(bx, lx), ax));
      const jyTheta = neg(div(mul(by, ly), ay));
      const wxTheta = div(jxTheta, jx);
      const wyTheta = div(jyTheta, jy);
      const wTheta = mulAdd(firstWeight(wx, wy, share), sub(wxTheta, wyTheta), wyTheta);
      const wDelta = combinedByPower(wx, wy, power, share, logShares);
      const common = neg(mulAdd(t, mulAdd(kappa, xi, splat(1)), excess));
      const byTheta = add(
        sub(mul(common, wTheta), mul(inverseSquare, logA)),
        add(mulAdd(excess, wyTheta, ly), jyTheta),
      );
      const byDelta = mulAdd(common, wDelta, sub(wy, w));
      v128.store(out + stride + i, mul(h, byTheta));
      v128.store(out + 2 * stride + i, mul(h, byDelta));
    }
  }
}

export function cdf(xc: usize, yc: usize, stride: usize, theta: f64, delta: f64, out: usize): void {
  const th = splat(theta);
  const power = splat(delta);
  for (let i: usize = 0; i < stride; i += 16) {
    const zx = mul(th, v128.load(xc + stride + i));
    const zy = mul(th, v128.load(yc + stride + i));
    const wx = logNormalLanes(joeLog(expNormalLanes(zx), expm1NormalLanes(zx)));
    const wy = logNormalLanes(joeLog(expNormalLanes(zy), expm1NormalLanes(zy)));
    const t = expNormalLanes(combined(wx, wy, power, log1pNormalLanes(smallerShare(wx, wy, power))));
    v128.store(out + i, neg(expm1NormalLanes(div(joeLogOf(t), th))));
  }
}

/** log(1 - e^-t). */
// @ts-ignore: decorator
@inline
function joeLogOf(t: v128): v128 {
  return neg(joeLog(expNormalLanes(neg(t)), expm1NormalLanes(neg(t))));
}

/**
 * With d = W - w_y >= 0, t_y = J(v) and r = t_y (e^d - 1):
 * kappa log(1 + (1 - e^-r)/(e^t_y - 1)) + r + (delta - 1) d = -log p, convex and increasing in d.
 */
export function hinv(p: usize, yc: usize, stride: usize, theta: f64, delta: f64, out: usize, complement: bool): void {
  const th = splat(theta);
  const power = splat(delta);
  const kappa = splat(1 - 1 / theta);
  const excess = splat(delta - 1);
  for (let i: usize = 0; i < stride; i += 16) {
    const z = mul(th, v128.load(yc + stride + i));
    const by = expBothLanes(z);
    const ay = expm1OfBoth;
    const ty = joeLog(by, ay);
    // 1 / (e^t_y - 1) = (1 - Y) / Y with Y = (1-v)^theta
    const xi = neg(div(ay, by));
    const goal = neg(v128.load(p + stride + i));
    let d = lesser(div(goal, mulAdd(ty, mulAdd(kappa, xi, splat(1)), excess)), log1pNormalLanes(div(goal, ty)));
    for (let k = 0; k < 40; k++) {
      const e = mul(ty, expm1NormalLanes(d));
      const fallen = neg(expm1NormalLanes(neg(e)));
      const inner = mul(xi, fallen);
      const slope = mulAdd(add(e, ty), mulAdd(kappa, div(mul(xi, sub(splat(1), fallen)), add(splat(1), inner)), splat(1)), excess);
      const step = div(sub(add(mulAdd(kappa, log1pNormalLanes(inner), e), mul(excess, d)), goal), slope);
      d = sub(d, step);
      if (!any(less(mulAdd(splat(1e-14), d, splat(1e-300)), abs2(step)))) break;
    }
    const lc = div(joeLogOf(expNormalLanes(split(logNormalLanes(ty), d, power))), th);
    v128.store(out + i, complement ? expNormalLanes(lc) : neg(expm1NormalLanes(lc)));
  }
}
