// BB7 copula (Joe & Hu 1996), theta in [1, 6], delta in (0, 25]; generator e^(delta J) - 1,
// J = -log(1 - (1-u)^theta). With s = (e^(delta J(u)) - 1) + (e^(delta J(v)) - 1),
// m = log(1+s)/delta, xi = 1/(e^m - 1), kappa = 1 - 1/theta:
// C = 1 - (1 - e^-m)^(1/theta);
// log h(u|v) = -kappa log(1-e^-m) - (1+delta) m + (delta+1) J(v) + (theta-1) log(1-v);
// log c = log theta + log(kappa xi + delta + 1) - kappa log(1-e^-m) - (1+2 delta) m
//         + (delta+1)(J(u) + J(v)) + (theta-1)(log(1-u) + log(1-v)).
//
// `xc`, `yc` point to the columns of 1 - u, 1 - v: value, then logarithm one stride further.

import { abs2, add, any, choose, div, less, lesser, mul, mulAdd, neg, reciprocal, splat, sub } from '../lanes';
import { expBothLanes, expNormalLanes, expm1NormalLanes, expm1OfBoth } from '../elementary/exp';
import { log, log1pNormalLanes, logNormalLanes } from '../elementary/log';
import { joeColumns, joeLog, slopeOfJ } from './joeLog';
import { moveOpen, openLanes } from './openLanes';
import { logSumLessOne } from './logSum';
import { GROUP, column } from './scratch';

const X = column(0);
const Y = column(1);
const MINUS_AX = column(2);
const MINUS_AY = column(3);
const JX = column(4);
const JY = column(5);
const PX = column(6);
const PY = column(7);
const M = column(8);
const E = column(9);
const LOG_A = column(10);

/** Fills the working columns for a group of pairs: P = e^(delta J) - 1, E = e^-m - 1, LOG_A = log(1 - e^-m). */
function combineGroup(logX: usize, logY: usize, theta: f64, delta: f64, size: usize): void {
  const de = splat(delta);
  joeColumns(logX, theta, X, MINUS_AX, JX, size);
  joeColumns(logY, theta, Y, MINUS_AY, JY, size);
  for (let i: usize = 0; i < size; i += 16) {
    v128.store(PX + i, expm1NormalLanes(mul(de, v128.load(JX + i))));
    v128.store(PY + i, expm1NormalLanes(mul(de, v128.load(JY + i))));
  }
  for (let i: usize = 0; i < size; i += 16) {
    v128.store(M + i, div(logSumLessOne(mul(de, v128.load(JX + i)), mul(de, v128.load(JY + i))), de));
  }
  for (let i: usize = 0; i < size; i += 16) {
    const x = expBothLanes(neg(v128.load(M + i)));
    const e = expm1OfBoth;
    v128.store(E + i, e);
    v128.store(LOG_A + i, neg(joeLog(x, e)));
  }
}

export function logPdf(xc: usize, yc: usize, stride: usize, theta: f64, delta: f64, out: usize, score: bool): void {
  const de = splat(delta);
  const kappa = splat(1 - 1 / theta);
  const byM = splat(-(1 + 2 * delta));
  const top = splat(delta + 1);
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
      const m = v128.load(M + i);
      const e = v128.load(E + i);
      const logA = v128.load(LOG_A + i);
      const xi = neg(div(add(splat(1), e), e));
      const r = mulAdd(kappa, xi, top);
      const js = add(jx, jy);
      const logs = add(lx, ly);
      const value = add(mulAdd(byM, m, mul(top, js)), sub(mul(byLogs, logs), mul(kappa, logA)));
      v128.store(result + i, add(add(constant, logNormalLanes(r)), value));
      if (score) {
        const px = v128.load(PX + i);
        const py = v128.load(PY + i);
        const jxTheta = slopeOfJ(lx, v128.load(X + i), v128.load(MINUS_AX + i));
        const jyTheta = slopeOfJ(ly, v128.load(Y + i), v128.load(MINUS_AY + i));
        const total = reciprocal(add(splat(1), add(px, py)));
        const omegaX = mul(add(splat(1), px), total);
        const omegaY = mul(add(splat(1), py), total);
        const mTheta = mulAdd(omegaX, jxTheta, mul(omegaY, jyTheta));
        const mDelta = div(sub(mulAdd(omegaX, jx, mul(omegaY, jy)), m), de);
        const inverseR = reciprocal(r);
        // how everything that depends on m moves with m
        const common = sub(byM, mul(kappa, mul(xi, mulAdd(add(splat(1), xi), inverseR, splat(1)))));
        const byTheta = add(
          add(mul(common, mTheta), mul(inverseSquare, sub(mul(xi, inverseR), logA))),
          add(splat(1 / theta), mulAdd(top, add(jxTheta, jyTheta), logs)),
        );
        const byDelta = add(mul(common, mDelta), add(inverseR, sub(js, mul(splat(2), m))));
        v128.store(result + stride + i, byTheta);
        v128.store(result + 2 * stride + i, byDelta);
      }
    }
  }
}

export function hfunc(xc: usize, yc: usize, stride: usize, theta: f64, delta: f64, out: usize, score: bool): void {
  const de = splat(delta);
  const kappa = splat(1 - 1 / theta);
  const top = splat(delta + 1);
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
      const m = v128.load(M + i);
      const logA = v128.load(LOG_A + i);
      const h = expNormalLanes(add(mul(top, sub(jy, m)), sub(mul(byLog, ly), mul(kappa, logA))));
      v128.store(result + i, h);
      if (score) {
        const e = v128.load(E + i);
        const px = v128.load(PX + i);
        const py = v128.load(PY + i);
        const xi = neg(div(add(splat(1), e), e));
        const jxTheta = slopeOfJ(v128.load(logX + i), v128.load(X + i), v128.load(MINUS_AX + i));
        const jyTheta = slopeOfJ(ly, v128.load(Y + i), v128.load(MINUS_AY + i));
        const total = reciprocal(add(splat(1), add(px, py)));
        const omegaX = mul(add(splat(1), px), total);
        const omegaY = mul(add(splat(1), py), total);
        const mTheta = mulAdd(omegaX, jxTheta, mul(omegaY, jyTheta));
        const mDelta = div(sub(mulAdd(omegaX, v128.load(JX + i), mul(omegaY, jy)), m), de);
        const common = neg(mulAdd(kappa, xi, top));
        const byTheta = add(sub(mul(common, mTheta), mul(inverseSquare, logA)), mulAdd(top, jyTheta, ly));
        const byDelta = add(mul(common, mDelta), sub(jy, m));
        v128.store(result + stride + i, mul(h, byTheta));
        v128.store(result + 2 * stride + i, mul(h, byDelta));
      }
    }
  }
}

export function cdf(xc: usize, yc: usize, stride: usize, theta: f64, delta: f64, out: usize, score: bool): void {
  const de = splat(delta);
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
        const e = v128.load(E + i);
        const px = v128.load(PX + i);
        const py = v128.load(PY + i);
        const xi = neg(div(add(splat(1), e), e));
        const jxTheta = slopeOfJ(v128.load(logX + i), v128.load(X + i), v128.load(MINUS_AX + i));
        const jyTheta = slopeOfJ(v128.load(logY + i), v128.load(Y + i), v128.load(MINUS_AY + i));
        const total = reciprocal(add(splat(1), add(px, py)));
        const omegaX = mul(add(splat(1), px), total);
        const omegaY = mul(add(splat(1), py), total);
        const mTheta = mulAdd(omegaX, jxTheta, mul(omegaY, jyTheta));
        const mDelta = div(sub(mulAdd(omegaX, v128.load(JX + i), mul(omegaY, v128.load(JY + i))), v128.load(M + i)), de);
        const scaled = mul(add(splat(1), rest), inverse);
        v128.store(result + stride + i, mul(scaled, sub(mul(logA, inverse), mul(xi, mTheta))));
        v128.store(result + 2 * stride + i, neg(mul(scaled, mul(xi, mDelta))));
      }
    }
  }
}

/**
 * With D = m - J(v) >= 0 and xi = 1/(e^J(v) - 1):
 * kappa log(1 + xi (1 - e^-D)) + (1 + delta) D = -log p. Each term alone bounds D from above; the
 * smaller bound is at most a factor of two off in the goal, and Newton's method runs in log D.
 */
export function hinv(p: usize, yc: usize, stride: usize, theta: f64, delta: f64, out: usize, complement: bool): void {
  const th = splat(theta);
  const de = splat(delta);
  const kappa = splat(1 - 1 / theta);
  const inverseKappa = splat(1 / (1 - 1 / theta));
  const top = splat(delta + 1);
  const jy = column(0);
  const xiY = column(1);
  const d = column(2);
  for (let from: usize = 0; from < stride; from += GROUP) {
    const size = min(GROUP, stride - from);
    const logP = p + stride + from;
    for (let i: usize = 0; i < size; i += 16) {
      const by = expBothLanes(mul(th, v128.load(yc + stride + from + i)));
      const ay = expm1OfBoth;
      const xi = neg(div(ay, by));
      const goal = neg(v128.load(logP + i));
      const fall = lesser(div(expm1NormalLanes(mul(goal, inverseKappa)), xi), splat(0.999999));
      const alone = choose(less(fall, splat(0.999999)), neg(log1pNormalLanes(neg(fall))), splat(1e300));
      v128.store(jy + i, joeLog(by, ay));
      v128.store(xiY + i, xi);
      v128.store(d + i, lesser(div(goal, top), alone));
    }
    openLanes(size);
    for (let round = 0; round < 40; round++) {
      let open = splat(0);
      for (let i: usize = 0; i < size; i += 16) {
        const at = v128.load(d + i);
        const xi = v128.load(xiY + i);
        const left = expBothLanes(neg(at));
        const inner = neg(mul(xi, expm1OfBoth));
        const slope = mulAdd(kappa, div(mul(xi, left), add(splat(1), inner)), top);
        const value = mulAdd(kappa, log1pNormalLanes(inner), mul(top, at));
        const step = div(add(value, v128.load(logP + i)), mul(slope, at));
        const next = mul(at, expNormalLanes(neg(step)));
        open = v128.or(open, moveOpen(d, i, at, next, less(splat(1e-9), abs2(step))));
      }
      if (!any(open)) break;
    }
    for (let i: usize = 0; i < size; i += 16) {
      const su = mul(expNormalLanes(mul(de, v128.load(jy + i))), expm1NormalLanes(mul(de, v128.load(d + i))));
      const m = div(log1pNormalLanes(su), de);
      const lc = div(neg(joeLog(expBothLanes(neg(m)), expm1OfBoth)), th);
      v128.store(out + from + i, complement ? expNormalLanes(lc) : neg(expm1NormalLanes(lc)));
    }
  }
}
