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
import { joeColumns, joeLog, slopeOfJ } from './joeLog';
import { moveOpen, openLanes } from './openLanes';
import { combineColumns, combinedByPower, firstWeight, split } from './outerPower';
import { GROUP, column } from './scratch';

const X = column(0);
const Y = column(1);
const MINUS_AX = column(2);
const MINUS_AY = column(3);
const JX = column(4);
const JY = column(5);
const WX = column(6);
const WY = column(7);
const SHARE = column(8);
const LOG_SHARES = column(9);
const W = column(10);
const T = column(11);
const E = column(12);
const LOG_A = column(13);

/** Fills the working columns for a group of pairs: E = e^-t - 1, LOG_A = log(1 - e^-t). */
function combineGroup(logX: usize, logY: usize, theta: f64, delta: f64, size: usize): void {
  joeColumns(logX, theta, X, MINUS_AX, JX, size);
  joeColumns(logY, theta, Y, MINUS_AY, JY, size);
  for (let i: usize = 0; i < size; i += 16) {
    v128.store(WX + i, logNormalLanes(v128.load(JX + i)));
    v128.store(WY + i, logNormalLanes(v128.load(JY + i)));
  }
  combineColumns(WX, WY, delta, SHARE, LOG_SHARES, W, T, size);
  for (let i: usize = 0; i < size; i += 16) {
    const x = expBothLanes(neg(v128.load(T + i)));
    const e = expm1OfBoth;
    v128.store(E + i, e);
    v128.store(LOG_A + i, neg(joeLog(x, e)));
  }
}

export function logPdf(xc: usize, yc: usize, stride: usize, theta: f64, delta: f64, out: usize, score: bool): void {
  const power = splat(delta);
  const kappa = splat(1 - 1 / theta);
  const byW = splat(1 - 2 * delta);
  const excess = splat(delta - 1);
  const byLogs = splat(theta - 1);
  const constant = splat(log(theta));
  const inverseSquare = splat(1 / (theta * theta));
  for (let from: usize = 0; from < stride; from += GROUP) {
    const size = min(GROUP, stride - from);
    const logX = xc + stride + from;
    const logY = yc + stride + from;
    const result = out + from;
    combineGroup(logX, logY, theta, delta, size);
    for (let i: usize = 0; i < size; i += 16) {
      const lx = v128.load(logX + i);
      const ly = v128.load(logY + i);
      const jx = v128.load(JX + i);
      const jy = v128.load(JY + i);
      const wx = v128.load(WX + i);
      const wy = v128.load(WY + i);
      const w = v128.load(W + i);
      const t = v128.load(T + i);
      const e = v128.load(E + i);
      const logA = v128.load(LOG_A + i);
      // 1 / (e^t - 1) = e^-t / (1 - e^-t)
      const xi = neg(div(add(splat(1), e), e));
      const q = add(mulAdd(kappa, mul(t, xi), t), excess);
      const ws = add(wx, wy);
      const logs = add(lx, ly);
      const value = add(sub(sub(add(jx, jy), t), mul(kappa, logA)), add(mulAdd(byW, w, mul(excess, ws)), mul(byLogs, logs)));
      v128.store(result + i, add(add(constant, logNormalLanes(q)), value));
      if (score) {
        const share = v128.load(SHARE + i);
        const jxTheta = slopeOfJ(lx, v128.load(X + i), v128.load(MINUS_AX + i));
        const jyTheta = slopeOfJ(ly, v128.load(Y + i), v128.load(MINUS_AY + i));
        const wxTheta = div(jxTheta, jx);
        const wyTheta = div(jyTheta, jy);
        const wTheta = mulAdd(firstWeight(wx, wy, share), sub(wxTheta, wyTheta), wyTheta);
        const wDelta = combinedByPower(wx, wy, power, share, v128.load(LOG_SHARES + i));
        const qSlope = mulAdd(kappa, mul(xi, sub(splat(1), mul(t, add(splat(1), xi)))), splat(1));
        const inverseQ = reciprocal(q);
        // how everything that depends on t and W moves with W
        const common = add(mul(t, sub(mul(qSlope, inverseQ), mulAdd(kappa, xi, splat(1)))), byW);
        const byTheta = add(
          add(mul(common, wTheta), mul(inverseSquare, sub(mul(mul(t, xi), inverseQ), logA))),
          add(add(splat(1 / theta), mul(excess, add(wxTheta, wyTheta))), add(logs, add(jxTheta, jyTheta))),
        );
        const byDelta = add(mulAdd(common, wDelta, inverseQ), sub(ws, mul(splat(2), w)));
        v128.store(result + stride + i, byTheta);
        v128.store(result + 2 * stride + i, byDelta);
      }
    }
  }
}

export function hfunc(xc: usize, yc: usize, stride: usize, theta: f64, delta: f64, out: usize, score: bool): void {
  const power = splat(delta);
  const kappa = splat(1 - 1 / theta);
  const excess = splat(delta - 1);
  const byLog = splat(theta - 1);
  const inverseSquare = splat(1 / (theta * theta));
  for (let from: usize = 0; from < stride; from += GROUP) {
    const size = min(GROUP, stride - from);
    const logX = xc + stride + from;
    const logY = yc + stride + from;
    const result = out + from;
    combineGroup(logX, logY, theta, delta, size);
    for (let i: usize = 0; i < size; i += 16) {
      const ly = v128.load(logY + i);
      const jy = v128.load(JY + i);
      const wy = v128.load(WY + i);
      const w = v128.load(W + i);
      const t = v128.load(T + i);
      const logA = v128.load(LOG_A + i);
      const h = expNormalLanes(add(sub(sub(jy, t), mul(kappa, logA)), mulAdd(excess, sub(wy, w), mul(byLog, ly))));
      v128.store(result + i, h);
      if (score) {
        const wx = v128.load(WX + i);
        const e = v128.load(E + i);
        const share = v128.load(SHARE + i);
        const xi = neg(div(add(splat(1), e), e));
        const wxTheta = div(slopeOfJ(v128.load(logX + i), v128.load(X + i), v128.load(MINUS_AX + i)), v128.load(JX + i));
        const jyTheta = slopeOfJ(ly, v128.load(Y + i), v128.load(MINUS_AY + i));
        const wyTheta = div(jyTheta, jy);
        const wTheta = mulAdd(firstWeight(wx, wy, share), sub(wxTheta, wyTheta), wyTheta);
        const wDelta = combinedByPower(wx, wy, power, share, v128.load(LOG_SHARES + i));
        const common = neg(mulAdd(t, mulAdd(kappa, xi, splat(1)), excess));
        const byTheta = add(
          sub(mul(common, wTheta), mul(inverseSquare, logA)),
          add(mulAdd(excess, wyTheta, ly), jyTheta),
        );
        const byDelta = mulAdd(common, wDelta, sub(wy, w));
        v128.store(result + stride + i, mul(h, byTheta));
        v128.store(result + 2 * stride + i, mul(h, byDelta));
      }
    }
  }
}

export function cdf(xc: usize, yc: usize, stride: usize, theta: f64, delta: f64, out: usize, score: bool): void {
  const power = splat(delta);
  const inverse = splat(1 / theta);
  for (let from: usize = 0; from < stride; from += GROUP) {
    const size = min(GROUP, stride - from);
    const logX = xc + stride + from;
    const logY = yc + stride + from;
    const result = out + from;
    combineGroup(logX, logY, theta, delta, size);
    for (let i: usize = 0; i < size; i += 16) {
      const logA = v128.load(LOG_A + i);
      const rest = expm1NormalLanes(div(logA, splat(theta)));
      v128.store(result + i, neg(rest));
      if (score) {
        const wx = v128.load(WX + i);
        const wy = v128.load(WY + i);
        const e = v128.load(E + i);
        const share = v128.load(SHARE + i);
        const wxTheta = div(slopeOfJ(v128.load(logX + i), v128.load(X + i), v128.load(MINUS_AX + i)), v128.load(JX + i));
        const wyTheta = div(slopeOfJ(v128.load(logY + i), v128.load(Y + i), v128.load(MINUS_AY + i)), v128.load(JY + i));
        const wTheta = mulAdd(firstWeight(wx, wy, share), sub(wxTheta, wyTheta), wyTheta);
        const wDelta = combinedByPower(wx, wy, power, share, v128.load(LOG_SHARES + i));
        const scaled = mul(add(splat(1), rest), inverse);
        // t / (e^t - 1)
        const falls = neg(mul(v128.load(T + i), div(add(splat(1), e), e)));
        v128.store(result + stride + i, mul(scaled, sub(mul(logA, inverse), mul(falls, wTheta))));
        v128.store(result + 2 * stride + i, neg(mul(scaled, mul(falls, wDelta))));
      }
    }
  }
}

/** log(1 - e^-t). */
// @ts-ignore: decorator
@inline
function joeLogOf(t: v128): v128 {
  return neg(joeLog(expBothLanes(neg(t)), expm1OfBoth));
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
  const ty = column(0);
  const xiY = column(1);
  const d = column(2);
  for (let from: usize = 0; from < stride; from += GROUP) {
    const size = min(GROUP, stride - from);
    const logP = p + stride + from;
    for (let i: usize = 0; i < size; i += 16) {
      const by = expBothLanes(mul(th, v128.load(yc + stride + from + i)));
      const ay = expm1OfBoth;
      const t = joeLog(by, ay);
      // 1 / (e^t_y - 1) = (1 - Y) / Y with Y = (1-v)^theta
      const xi = neg(div(ay, by));
      const goal = neg(v128.load(logP + i));
      v128.store(ty + i, t);
      v128.store(xiY + i, xi);
      v128.store(d + i, lesser(div(goal, mulAdd(t, mulAdd(kappa, xi, splat(1)), excess)), log1pNormalLanes(div(goal, t))));
    }
    openLanes(size);
    for (let round = 0; round < 40; round++) {
      let open = splat(0);
      for (let i: usize = 0; i < size; i += 16) {
        const at = v128.load(d + i);
        const t = v128.load(ty + i);
        const xi = v128.load(xiY + i);
        const e = mul(t, expm1NormalLanes(at));
        const fallen = neg(expm1NormalLanes(neg(e)));
        const inner = mul(xi, fallen);
        const bend = div(mul(xi, sub(splat(1), fallen)), add(splat(1), inner));
        const slope = mulAdd(add(e, t), mulAdd(kappa, bend, splat(1)), excess);
        const value = add(mulAdd(kappa, log1pNormalLanes(inner), e), mul(excess, at));
        const step = div(add(value, v128.load(logP + i)), slope);
        const next = sub(at, step);
        const goesOn = less(mulAdd(splat(1e-9), next, splat(1e-300)), abs2(step));
        open = v128.or(open, moveOpen(d, i, at, next, goesOn));
      }
      if (!any(open)) break;
    }
    for (let i: usize = 0; i < size; i += 16) {
      const w = split(logNormalLanes(v128.load(ty + i)), v128.load(d + i), power);
      const lc = div(joeLogOf(expNormalLanes(w)), th);
      v128.store(out + from + i, complement ? expNormalLanes(lc) : neg(expm1NormalLanes(lc)));
    }
  }
}
