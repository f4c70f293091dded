// BB7 copula (Joe & Hu 1996), theta in [1, 6], delta in (0, 25]; generator e^(delta J) - 1,
// J = -log(1 - (1-u)^theta). With s = (e^(delta J(u)) - 1) + (e^(delta J(v)) - 1),
// m = log(1+s)/delta, xi = 1/(e^m - 1), kappa = 1 - 1/theta:
// C = 1 - (1 - e^-m)^(1/theta);
// log h(u|v) = -kappa log(1-e^-m) - (1+delta) m + (delta+1) J(v) + (theta-1) log(1-v);
// log c = log theta + log(kappa xi + delta + 1) - kappa log(1-e^-m) - (1+2 delta) m
//         + (delta+1)(J(u) + J(v)) + (theta-1)(log(1-u) + log(1-v)).
//
// `xc`, `yc` point to the columns of 1 - u, 1 - v: value, then logarithm one stride further.

import { abs2, add, any, choose, div, less, lesser, mul, mulAdd, neg, splat, sub } from '../lanes';
import { expLanes, expm1Lanes } from '../elementary/exp';
import { log, log1pLanes, logNormalLanes } from '../elementary/log';
import { joeLog } from './joeLog';
import { logSumLessOne } from './logSum';

export function logPdf(xc: usize, yc: usize, stride: usize, theta: f64, delta: f64, out: usize, score: bool): void {
  const th = splat(theta);
  const de = splat(delta);
  const kappa = splat(1 - 1 / theta);
  const byM = splat(-(1 + 2 * delta));
  const top = splat(delta + 1);
  const byLogs = splat(theta - 1);
  const constant = splat(log(theta));
  const inverseSquare = splat(1 / (theta * theta));
  for (let i: usize = 0; i < stride; i += 16) {
    const lx = v128.load(xc + stride + i);
    const ly = v128.load(yc + stride + i);
    const bx = expLanes(mul(th, lx));
    const by = expLanes(mul(th, ly));
    const ax = expm1Lanes(mul(th, lx));
    const ay = expm1Lanes(mul(th, ly));
    const jx = joeLog(bx, ax);
    const jy = joeLog(by, ay);
    const px = expm1Lanes(mul(de, jx));
    const py = expm1Lanes(mul(de, jy));
    const s = add(px, py);
    const m = div(log1pLanes(s), de);
    const e = expm1Lanes(neg(m));
    const logA = logNormalLanes(neg(e));
    const xi = neg(div(add(splat(1), e), e));
    const r = mulAdd(kappa, xi, top);
    const js = add(jx, jy);
    const logs = add(lx, ly);
    const value = add(mulAdd(byM, m, mul(top, js)), sub(mul(byLogs, logs), mul(kappa, logA)));
    v128.store(out + i, add(add(constant, logNormalLanes(r)), value));
    if (score) {
      const jxTheta = neg(div(mul(bx, lx), ax));
      const jyTheta = neg(div(mul(by, ly), ay));
      const total = add(splat(1), s);
      const omegaX = div(add(splat(1), px), total);
      const omegaY = div(add(splat(1), py), total);
      const mTheta = mulAdd(omegaX, jxTheta, mul(omegaY, jyTheta));
      const mDelta = div(sub(mulAdd(omegaX, jx, mul(omegaY, jy)), m), de);
      // how everything that depends on m moves with m
      const common = sub(byM, mul(kappa, mul(xi, add(splat(1), div(add(splat(1), xi), r)))));
      const byTheta = add(
        add(mul(common, mTheta), mul(inverseSquare, sub(div(xi, r), logA))),
        add(splat(1 / theta), mulAdd(top, add(jxTheta, jyTheta), logs)),
      );
      const byDelta = add(mul(common, mDelta), add(div(splat(1), r), sub(js, mul(splat(2), m))));
      v128.store(out + stride + i, byTheta);
      v128.store(out + 2 * stride + i, byDelta);
    }
  }
}

export function hfunc(xc: usize, yc: usize, stride: usize, theta: f64, delta: f64, out: usize, score: bool): void {
  const th = splat(theta);
  const de = splat(delta);
  const kappa = splat(1 - 1 / theta);
  const top = splat(delta + 1);
  const byLog = splat(theta - 1);
  const inverseSquare = splat(1 / (theta * theta));
  for (let i: usize = 0; i < stride; i += 16) {
    const lx = v128.load(xc + stride + i);
    const ly = v128.load(yc + stride + i);
    const bx = expLanes(mul(th, lx));
    const by = expLanes(mul(th, ly));
    const ax = expm1Lanes(mul(th, lx));
    const ay = expm1Lanes(mul(th, ly));
    const jx = joeLog(bx, ax);
    const jy = joeLog(by, ay);
    const px = expm1Lanes(mul(de, jx));
    const py = expm1Lanes(mul(de, jy));
    const s = add(px, py);
    const m = div(log1pLanes(s), de);
    const e = expm1Lanes(neg(m));
    const logA = logNormalLanes(neg(e));
    const h = expLanes(add(mul(top, sub(jy, m)), sub(mul(byLog, ly), mul(kappa, logA))));
    v128.store(out + i, h);
    if (score) {
      const xi = neg(div(add(splat(1), e), e));
      const jxTheta = neg(div(mul(bx, lx), ax));
      const jyTheta = neg(div(mul(by, ly), ay));
      const total = add(splat(1), s);
      const omegaX = div(add(splat(1), px), total);
      const omegaY = div(add(splat(1), py), total);
      const mTheta = mulAdd(omegaX, jxTheta, mul(omegaY, jyTheta));
      const mDelta = div(sub(mulAdd(omegaX, jx, mul(omegaY, jy)), m), de);
      const common = neg(mulAdd(kappa, xi, top));
      const byTheta = add(sub(mul(common, mTheta), mul(inverseSquare, logA)), mulAdd(top, jyTheta, ly));
      const byDelta = add(mul(common, mDelta), sub(jy, m));
      v128.store(out + stride + i, mul(h, byTheta));
      v128.store(out + 2 * stride + i, mul(h, byDelta));
    }
  }
}

export function cdf(xc: usize, yc: usize, stride: usize, theta: f64, delta: f64, out: usize): void {
  const th = splat(theta);
  const de = splat(delta);
  for (let i: usize = 0; i < stride; i += 16) {
    const zx = mul(th, v128.load(xc + stride + i));
    const zy = mul(th, v128.load(yc + stride + i));
    const jx = joeLog(expLanes(zx), expm1Lanes(zx));
    const jy = joeLog(expLanes(zy), expm1Lanes(zy));
    const m = div(logSumLessOne(mul(de, jx), mul(de, jy)), de);
    v128.store(out + i, neg(expm1Lanes(div(neg(joeLog(expLanes(neg(m)), expm1Lanes(neg(m)))), th))));
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
  for (let i: usize = 0; i < stride; i += 16) {
    const z = mul(th, v128.load(yc + stride + i));
    const by = expLanes(z);
    const ay = expm1Lanes(z);
    const jy = joeLog(by, ay);
    const xi = neg(div(ay, by));
    const goal = neg(v128.load(p + stride + i));
    const fall = div(expm1Lanes(lesser(mul(goal, inverseKappa), splat(700))), xi);
    const alone = neg(log1pLanes(neg(lesser(fall, splat(0.999999)))));
    let d = lesser(div(goal, top), choose(less(fall, splat(0.999999)), alone, splat(1e300)));
    for (let k = 0; k < 40; k++) {
      const left = expLanes(neg(d));
      const inner = mul(xi, neg(expm1Lanes(neg(d))));
      const slope = mulAdd(kappa, div(mul(xi, left), add(splat(1), inner)), top);
      const step = div(sub(mulAdd(kappa, log1pLanes(inner), mul(top, d)), goal), mul(slope, d));
      d = mul(d, expLanes(neg(step)));
      if (!any(less(splat(1e-14), abs2(step)))) break;
    }
    const su = mul(expLanes(mul(de, jy)), expm1Lanes(mul(de, d)));
    const m = div(log1pLanes(su), de);
    const lc = div(neg(joeLog(expLanes(neg(m)), expm1Lanes(neg(m)))), th);
    v128.store(out + i, complement ? expLanes(lc) : neg(expm1Lanes(lc)));
  }
}
