// BB1 copula (Joe & Hu 1996), theta in (0, 7], delta in [1, 7]; generator (u^-theta - 1)^delta.
// With w_x = log(u^-theta - 1), w_y likewise, W their combination (outerPower.ts) and t = e^W:
// C = (1 + t)^(-1/theta);
// log h(u|v) = -(1/theta + 1) log(1+t) + (1-delta) W + (delta-1) w_y - (theta+1) log v;
// log c = log((1+theta) t/(1+t) + theta (delta-1)) - (1/theta + 1) log(1+t) + (1-2 delta) W
//         + (delta-1)(w_x + w_y) - (theta+1)(log u + log v).
//
// `x` and `y` point to columns: value, then its logarithm one stride further.

import { abs2, add, any, div, less, lesser, mul, mulAdd, neg, reciprocal, splat, sub } from '../lanes';
import { expNormalLanes, expm1NormalLanes } from '../elementary/exp';
import { log1pNormalLanes, logNormalLanes } from '../elementary/log';
import { combineColumns, combinedByPower, firstWeight, split } from './outerPower';
import { SETTLED, halleyStep } from './halley';
import { moveOpen, openLanes } from './openLanes';
import { GROUP, column } from './scratch';

const EX = column(0);
const EY = column(1);
const WX = column(2);
const WY = column(3);
const SHARE = column(4);
const LOG_SHARES = column(5);
const W = column(6);
const T = column(7);
const LOG1P_T = column(8);

/** For a group of one variable's logarithms: u^-theta - 1 and its logarithm. */
function generate(logs: usize, theta: f64, e: usize, w: usize, size: usize): void {
  const minusTheta = splat(-theta);
  for (let i: usize = 0; i < size; i += 16) v128.store(e + i, expm1NormalLanes(mul(minusTheta, v128.load(logs + i))));
  for (let i: usize = 0; i < size; i += 16) v128.store(w + i, logNormalLanes(v128.load(e + i)));
}

/** Fills the working columns for a group of pairs. */
function combineGroup(logX: usize, logY: usize, theta: f64, delta: f64, size: usize): void {
  generate(logX, theta, EX, WX, size);
  generate(logY, theta, EY, WY, size);
  combineColumns(WX, WY, delta, SHARE, LOG_SHARES, W, T, size);
  for (let i: usize = 0; i < size; i += 16) v128.store(LOG1P_T + i, log1pNormalLanes(v128.load(T + i)));
}

/** d log(u^-theta - 1) / dtheta. */
// @ts-ignore: decorator
@inline
function slopeOfW(logU: v128, e: v128): v128 {
  return neg(div(mul(logU, add(splat(1), e)), e));
}

export function logPdf(x: usize, y: usize, stride: usize, theta: f64, delta: f64, out: usize, score: bool): void {
  const power = splat(delta);
  const byLog1p = splat(-(1 / theta + 1));
  const byW = splat(1 - 2 * delta);
  const excess = splat(delta - 1);
  const byLogs = splat(-(theta + 1));
  const base = splat(theta * (delta - 1));
  const inverseSquare = splat(1 / (theta * theta));
  for (let from: usize = 0; from < stride; from += GROUP) {
    const size = min(GROUP, stride - from);
    const logX = x + stride + from;
    const logY = y + stride + from;
    const result = out + from;
    combineGroup(logX, logY, theta, delta, size);
    for (let i: usize = 0; i < size; i += 16) {
      const lx = v128.load(logX + i);
      const ly = v128.load(logY + i);
      const wx = v128.load(WX + i);
      const wy = v128.load(WY + i);
      const w = v128.load(W + i);
      const t = v128.load(T + i);
      const log1pT = v128.load(LOG1P_T + i);
      const tau = div(t, add(splat(1), t));
      const q = mulAdd(splat(1 + theta), tau, base);
      const ws = add(wx, wy);
      const logs = add(lx, ly);
      const value = add(mulAdd(byLog1p, log1pT, mul(byW, w)), mulAdd(excess, ws, mul(byLogs, logs)));
      v128.store(result + i, add(logNormalLanes(q), value));
      if (score) {
        const share = v128.load(SHARE + i);
        const ax = slopeOfW(lx, v128.load(EX + i));
        const ay = slopeOfW(ly, v128.load(EY + i));
        const wTheta = mulAdd(firstWeight(wx, wy, share), sub(ax, ay), ay);
        const wDelta = combinedByPower(wx, wy, power, share, v128.load(LOG_SHARES + i));
        const common = mulAdd(byLog1p, tau, byW);
        const inverseQ = reciprocal(q);
        const slopeQ = mul(mul(splat(1 + theta), mul(tau, sub(splat(1), tau))), inverseQ);
        const byTheta = add(
          mulAdd(add(tau, excess), inverseQ, mul(slopeQ, wTheta)),
          add(mulAdd(inverseSquare, log1pT, mul(common, wTheta)), sub(mul(excess, add(ax, ay)), logs)),
        );
        const byDelta = add(
          mulAdd(slopeQ, wDelta, mul(splat(theta), inverseQ)),
          add(mul(common, wDelta), sub(ws, mul(splat(2), w))),
        );
        v128.store(result + stride + i, byTheta);
        v128.store(result + 2 * stride + i, byDelta);
      }
    }
  }
}

export function hfunc(x: usize, y: usize, stride: usize, theta: f64, delta: f64, out: usize, score: bool): void {
  const power = splat(delta);
  const byLog1p = splat(-(1 / theta + 1));
  const excess = splat(delta - 1);
  const byLog = splat(-(theta + 1));
  const inverseSquare = splat(1 / (theta * theta));
  for (let from: usize = 0; from < stride; from += GROUP) {
    const size = min(GROUP, stride - from);
    const logX = x + stride + from;
    const logY = y + stride + from;
    const result = out + from;
    combineGroup(logX, logY, theta, delta, size);
    for (let i: usize = 0; i < size; i += 16) {
      const ly = v128.load(logY + i);
      const wy = v128.load(WY + i);
      const w = v128.load(W + i);
      const log1pT = v128.load(LOG1P_T + i);
      const h = expNormalLanes(add(mulAdd(byLog1p, log1pT, mul(byLog, ly)), mul(excess, sub(wy, w))));
      v128.store(result + i, h);
      if (score) {
        const wx = v128.load(WX + i);
        const share = v128.load(SHARE + i);
        const t = v128.load(T + i);
        const ax = slopeOfW(v128.load(logX + i), v128.load(EX + i));
        const ay = slopeOfW(ly, v128.load(EY + i));
        const wTheta = mulAdd(firstWeight(wx, wy, share), sub(ax, ay), ay);
        const wDelta = combinedByPower(wx, wy, power, share, v128.load(LOG_SHARES + i));
        const common = sub(mul(byLog1p, div(t, add(splat(1), t))), excess);
        const byTheta = add(mulAdd(inverseSquare, log1pT, mul(common, wTheta)), sub(mul(excess, ay), ly));
        const byDelta = add(mul(common, wDelta), sub(wy, w));
        v128.store(result + stride + i, mul(h, byTheta));
        v128.store(result + 2 * stride + i, mul(h, byDelta));
      }
    }
  }
}

export function cdf(x: usize, y: usize, stride: usize, theta: f64, delta: f64, out: usize, score: bool): void {
  const minusTheta = splat(-theta);
  const power = splat(delta);
  const inverse = splat(1 / theta);
  for (let from: usize = 0; from < stride; from += GROUP) {
    const size = min(GROUP, stride - from);
    const logX = x + stride + from;
    const logY = y + stride + from;
    const result = out + from;
    combineGroup(logX, logY, theta, delta, size);
    for (let i: usize = 0; i < size; i += 16) {
      const log1pT = v128.load(LOG1P_T + i);
      const c = expNormalLanes(div(log1pT, minusTheta));
      v128.store(result + i, c);
      if (score) {
        const wx = v128.load(WX + i);
        const wy = v128.load(WY + i);
        const share = v128.load(SHARE + i);
        const t = v128.load(T + i);
        const ax = slopeOfW(v128.load(logX + i), v128.load(EX + i));
        const ay = slopeOfW(v128.load(logY + i), v128.load(EY + i));
        const wTheta = mulAdd(firstWeight(wx, wy, share), sub(ax, ay), ay);
        const wDelta = combinedByPower(wx, wy, power, share, v128.load(LOG_SHARES + i));
        const scaled = mul(c, inverse);
        const tau = div(t, add(splat(1), t));
        v128.store(result + stride + i, mul(scaled, sub(mul(log1pT, inverse), mul(tau, wTheta))));
        v128.store(result + 2 * stride + i, neg(mul(scaled, mul(tau, wDelta))));
      }
    }
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
  const tau = column(0);
  const d = column(1);
  for (let from: usize = 0; from < stride; from += GROUP) {
    const size = min(GROUP, stride - from);
    const logP = p + stride + from;
    const logV = y + stride + from;
    for (let i: usize = 0; i < size; i += 16) {
      const share = neg(expm1NormalLanes(mul(splat(theta), v128.load(logV + i))));
      const goal = neg(v128.load(logP + i));
      const alone = log1pNormalLanes(div(expm1NormalLanes(div(goal, rate)), share));
      v128.store(tau + i, share);
      v128.store(d + i, lesser(div(goal, mulAdd(rate, share, excess)), alone));
    }
    openLanes(size);
    for (let round = 0; round < 40; round++) {
      let open = splat(0);
      for (let i: usize = 0; i < size; i += 16) {
        const at = v128.load(d + i);
        const share = v128.load(tau + i);
        const e = mul(share, expm1NormalLanes(at));
        const inverse = reciprocal(add(splat(1), e));
        const ratio = mul(rate, mul(add(e, share), inverse));
        const value = add(mulAdd(rate, log1pNormalLanes(e), mul(excess, at)), v128.load(logP + i));
        const step = halleyStep(value, add(ratio, excess), mul(ratio, mul(sub(splat(1), share), inverse)));
        const next = sub(at, step);
        const goesOn = less(mulAdd(splat(SETTLED), next, splat(1e-300)), abs2(step));
        open = v128.or(open, moveOpen(d, i, at, next, goesOn));
      }
      if (!any(open)) break;
    }
    for (let i: usize = 0; i < size; i += 16) {
      const wy = logNormalLanes(expm1NormalLanes(mul(minusTheta, v128.load(logV + i))));
      const lx = div(log1pNormalLanes(expNormalLanes(split(wy, v128.load(d + i), power))), minusTheta);
      v128.store(out + from + i, complement ? neg(expm1NormalLanes(lx)) : expNormalLanes(lx));
    }
  }
}
