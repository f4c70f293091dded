// BB1 copula (Joe & Hu 1996), theta in (0, 7], delta in [1, 7]; generator (u^-theta - 1)^delta.
// With w_x = log(u^-theta - 1), w_y likewise, W their combination (outerPower.ts) and t = e^W:
// C = (1 + t)^(-1/theta);
// log h(u|v) = -(1/theta + 1) log(1+t) + (1-delta) W + (delta-1) w_y - (theta+1) log v;
// log c = log((1+theta) t/(1+t) + theta (delta-1)) - (1/theta + 1) log(1+t) + (1-2 delta) W
//         + (delta-1)(w_x + w_y) - (theta+1)(log u + log v).
//
// `x` and `y` point to columns: value, then its logarithm one stride further.

import { abs2, add, any, div, less, lesser, mul, mulAdd, neg, splat, sub } from '../lanes';
import { expNormalLanes, expm1NormalLanes } from '../elementary/exp';
import { log1pNormalLanes, logNormalLanes } from '../elementary/log';
import { combined, combinedByPower, firstWeight, smallerShare, split } from './outerPower';

export function logPdf(x: usize, y: usize, stride: usize, theta: f64, delta: f64, out: usize, score: bool): void {
  const minusTheta = splat(-theta);
  const power = splat(delta);
  const byLog1p = splat(-(1 / theta + 1));
  const byW = splat(1 - 2 * delta);
  const excess = splat(delta - 1);
  const byLogs = splat(-(theta + 1));
  const base = splat(theta * (delta - 1));
  const inverseSquare = splat(1 / (theta * theta));
  for (let i: usize = 0; i < stride; i += 16) {
    const lx = v128.load(x + stride + i);
    const ly = v128.load(y + stride + i);
    const ex = expm1NormalLanes(mul(minusTheta, lx));
    const ey = expm1NormalLanes(mul(minusTheta, ly));
    const wx = logNormalLanes(ex);
    const wy = logNormalLanes(ey);
    const share = smallerShare(wx, wy, power);
    const logShares = log1pNormalLanes(share);
    const w = combined(wx, wy, power, logShares);
    const t = expNormalLanes(w);
    const log1pT = log1pNormalLanes(t);
    const tau = div(t, add(splat(1), t));
    const q = mulAdd(splat(1 + theta), tau, base);
    const ws = add(wx, wy);
    const logs = add(lx, ly);
    const value = add(mulAdd(byLog1p, log1pT, mul(byW, w)), mulAdd(excess, ws, mul(byLogs, logs)));
    v128.store(out + i, add(logNormalLanes(q), value));
    if (score) {
      const ax = neg(div(mul(lx, add(splat(1), ex)), ex));
      const ay = neg(div(mul(ly, add(splat(1), ey)), ey));
      const weight = firstWeight(wx, wy, share);
      const wTheta = mulAdd(weight, sub(ax, ay), ay);
      const wDelta = combinedByPower(wx, wy, power, share, logShares);
      const tauSlope = mul(splat(1 + theta), mul(tau, sub(splat(1), tau)));
      const common = mulAdd(byLog1p, tau, byW);
      const slopeQ = div(tauSlope, q);
      const byTheta = add(
        add(div(add(tau, excess), q), mul(slopeQ, wTheta)),
        add(mulAdd(inverseSquare, log1pT, mul(common, wTheta)), sub(mul(excess, add(ax, ay)), logs)),
      );
      const byDelta = add(
        mulAdd(slopeQ, wDelta, div(splat(theta), q)),
        add(mul(common, wDelta), sub(ws, mul(splat(2), w))),
      );
      v128.store(out + stride + i, byTheta);
      v128.store(out + 2 * stride + i, byDelta);
    }
  }
}

export function hfunc(x: usize, y: usize, stride: usize, theta: f64, delta: f64, out: usize, score: bool): void {
  const minusTheta = splat(-theta);
  const power = splat(delta);
  const byLog1p = splat(-(1 / theta + 1));
  const excess = splat(delta - 1);
  const byLog = splat(-(theta + 1));
  const inverseSquare = splat(1 / (theta * theta));
  for (let i: usize = 0; i < stride; i += 16) {
    const lx = v128.load(x + stride + i);
    const ly = v128.load(y + stride + i);
    const ex = expm1NormalLanes(mul(minusTheta, lx));
    const ey = expm1NormalLanes(mul(minusTheta, ly));
    const wx = logNormalLanes(ex);
    const wy = logNormalLanes(ey);
    const share = smallerShare(wx, wy, power);
    const logShares = log1pNormalLanes(share);
    const w = combined(wx, wy, power, logShares);
    const t = expNormalLanes(w);
    const log1pT = log1pNormalLanes(t);
    const h = expNormalLanes(add(mulAdd(byLog1p, log1pT, mul(byLog, ly)), mul(excess, sub(wy, w))));
    v128.store(out + i, h);
    if (score) {
      const ax = neg(div(mul(lx, add(splat(1), ex)), ex));
      const ay = neg(div(mul(ly, add(splat(1), ey)), ey));
      const wTheta = mulAdd(firstWeight(wx, wy, share), sub(ax, ay), ay);
      const wDelta = combinedByPower(wx, wy, power, share, logShares);
      const common = sub(mul(byLog1p, div(t, add(splat(1), t))), excess);
      const byTheta = add(mulAdd(inverseSquare, log1pT, mul(common, wTheta)), sub(mul(excess, ay), ly));
      const byDelta = add(mul(common, wDelta), sub(wy, w));
      v128.store(out + stride + i, mul(h, byTheta));
      v128.store(out + 2 * stride + i, mul(h, byDelta));
    }
  }
}

export function cdf(x: usize, y: usize, stride: usize, theta: f64, delta: f64, out: usize): void {
  const minusTheta = splat(-theta);
  const power = splat(delta);
  for (let i: usize = 0; i < stride; i += 16) {
    const wx = logNormalLanes(expm1NormalLanes(mul(minusTheta, v128.load(x + stride + i))));
    const wy = logNormalLanes(expm1NormalLanes(mul(minusTheta, v128.load(y + stride + i))));
    const w = combined(wx, wy, power, log1pNormalLanes(smallerShare(wx, wy, power)));
    v128.store(out + i, expNormalLanes(div(log1pNormalLanes(expNormalLanes(w)), minusTheta)));
  }
}

/**
 * With d = W - w_y >= 0 and tau = 1 - v^theta:
 * (1/theta + 1) log(1 + tau (e^d - 1)) + (delta - 1) d = -log p, convex and increasing in d.
 */
export function hinv(p: usize, y: usize, stride: usize, theta: f64, delta: f64, out: usize, complement: bool): void {
  const minusTheta = splat(-theta);
  const power = splat(delta);
  const rate = splat(1 / theta + 1);
  const excess = splat(delta - 1);
  for (let i: usize = 0; i < stride; i += 16) {
    const z = mul(minusTheta, v128.load(y + stride + i));
    const tau = neg(expm1NormalLanes(neg(z)));
    const goal = neg(v128.load(p + stride + i));
    const alone = log1pNormalLanes(div(expm1NormalLanes(div(goal, rate)), tau));
    let d = lesser(div(goal, mulAdd(rate, tau, excess)), alone);
    for (let k = 0; k < 40; k++) {
      const e = mul(tau, expm1NormalLanes(d));
      const slope = mulAdd(rate, div(add(e, tau), add(splat(1), e)), excess);
      const step = div(sub(mulAdd(rate, log1pNormalLanes(e), mul(excess, d)), goal), slope);
      d = sub(d, step);
      if (!any(less(mulAdd(splat(1e-14), d, splat(1e-300)), abs2(step)))) break;
    }
    const wx = split(logNormalLanes(expm1NormalLanes(z)), d, power);
    const lx = div(log1pNormalLanes(expNormalLanes(wx)), minusTheta);
    v128.store(out + i, complement ? neg(expm1NormalLanes(lx)) : expNormalLanes(lx));
  }
}
