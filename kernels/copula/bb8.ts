// BB8 copula (Joe 1993), theta in [1, 8], delta in (0, 1]. With b = 1 - delta u, a = 1 - b^theta (for
// both arguments), eta = 1 - (1-delta)^theta, w = a_x a_y / eta, A = 1 - w, kappa = 1 - 1/theta:
// C = (1 - A^(1/theta)) / delta; h(u|v) = A^-kappa (a_x / eta) b_y^(theta-1);
// log c = log(delta/eta) + (1/theta - 2) log A + log(theta - w) + (theta-1)(log b_x + log b_y).
// Near (1, 1), where w is close to 1, A is formed from the powers b^theta instead.
//
// `x`, `xc` (and `y`, `yc`) point to the columns of u and of 1 - u.

import { add, choose, div, less, mul, mulAdd, neg, splat, sub } from '../lanes';
import { exp, expBothLanes, expNormalLanes, expm1, expm1NormalLanes, expm1OfBoth } from '../elementary/exp';
import { log, log1p, log1pNormalLanes, logNormalLanes, logSumLanes } from '../elementary/log';
import { solveIncrements } from './powerIncrement';
import { GROUP, column } from './scratch';

/** 1 - delta u. */
// @ts-ignore: decorator
@inline
export function base(u: v128, uc: v128, delta: v128, rest: v128): v128 {
  const part = mul(delta, u);
  return choose(less(part, splat(0.5)), sub(splat(1), part), mulAdd(delta, uc, rest));
}

/** log(1 - delta u). */
// @ts-ignore: decorator
@inline
export function logBase(u: v128, b: v128, delta: v128): v128 {
  const part = mul(delta, u);
  const lost = sub(sub(splat(1), b), part);
  return logSumLanes(b, v128.and(less(part, splat(0.5)), lost));
}

/** log A, from A and w. */
// @ts-ignore: decorator
@inline
function logTop(w: v128, top: v128): v128 {
  const lost = sub(sub(splat(1), top), w);
  return logSumLanes(top, v128.and(less(w, splat(0.5)), lost));
}

/** A = 1 - w, without cancellation. */
// @ts-ignore: decorator
@inline
function topOf(w: v128, ax: v128, px: v128, py: v128, restPower: v128, inverseEta: v128): v128 {
  const nearOne = mul(mulAdd(py, ax, sub(px, restPower)), inverseEta);
  return choose(less(w, splat(0.5)), sub(splat(1), w), nearOne);
}

/** log(1 - delta) with a finite stand-in for delta = 1, where every use of it is multiplied by 0. */
function logRest(delta: f64): f64 {
  return delta < 1 ? log1p(-delta) : -1e4;
}

export function logPdf(x: usize, xc: usize, y: usize, yc: usize, stride: usize, theta: f64, delta: f64, out: usize, score: bool): void {
  const th = splat(theta);
  const de = splat(delta);
  const rest = splat(1 - delta);
  const restPower = exp(theta * logRest(delta));
  const eta = -expm1(theta * logRest(delta));
  const inverseEta = splat(1 / eta);
  const constant = splat(log(delta / eta));
  const power = splat(1 / theta - 2);
  const byLogs = splat(theta - 1);
  const etaTheta = splat(-restPower * logRest(delta) / eta);
  const etaDelta = splat(theta * exp((theta - 1) * logRest(delta)) / eta);
  const inverseSquare = splat(1 / (theta * theta));
  for (let i: usize = 0; i < stride; i += 16) {
    const u = v128.load(x + i);
    const v = v128.load(y + i);
    const bx = base(u, v128.load(xc + i), de, rest);
    const by = base(v, v128.load(yc + i), de, rest);
    const zx = logBase(u, bx, de);
    const zy = logBase(v, by, de);
    const px = expBothLanes(mul(th, zx));
    const ax = neg(expm1OfBoth);
    const py = expBothLanes(mul(th, zy));
    const ay = neg(expm1OfBoth);
    const w = mul(mul(ax, ay), inverseEta);
    const top = topOf(w, ax, px, py, splat(restPower), inverseEta);
    const logA = logTop(w, top);
    const last = sub(th, w);
    const zs = add(zx, zy);
    v128.store(out + i, add(add(constant, mulAdd(power, logA, mul(byLogs, zs))), logNormalLanes(last)));
    if (score) {
      // relative slopes of w by theta and delta
      const rx = div(px, ax);
      const ry = div(py, ay);
      const slopeX = neg(div(u, bx));
      const slopeY = neg(div(v, by));
      const wTheta = neg(mul(w, add(mulAdd(rx, zx, mul(ry, zy)), etaTheta)));
      const wDelta = neg(mul(w, add(mul(th, mulAdd(rx, slopeX, mul(ry, slopeY))), etaDelta)));
      const common = add(div(power, top), div(splat(1), last));
      const byTheta = add(
        sub(sub(zs, etaTheta), mul(inverseSquare, logA)),
        sub(div(splat(1), last), mul(common, wTheta)),
      );
      const byDelta = add(
        sub(splat(1 / delta), etaDelta),
        sub(mul(byLogs, add(slopeX, slopeY)), mul(common, wDelta)),
      );
      v128.store(out + stride + i, byTheta);
      v128.store(out + 2 * stride + i, byDelta);
    }
  }
}

export function hfunc(x: usize, xc: usize, y: usize, yc: usize, stride: usize, theta: f64, delta: f64, out: usize, score: bool): void {
  const th = splat(theta);
  const de = splat(delta);
  const rest = splat(1 - delta);
  const restPower = exp(theta * logRest(delta));
  const eta = -expm1(theta * logRest(delta));
  const inverseEta = splat(1 / eta);
  const kappa = splat(1 - 1 / theta);
  const byLog = splat(theta - 1);
  const etaTheta = splat(-restPower * logRest(delta) / eta);
  const etaDelta = splat(theta * exp((theta - 1) * logRest(delta)) / eta);
  const inverseSquare = splat(1 / (theta * theta));
  for (let i: usize = 0; i < stride; i += 16) {
    const u = v128.load(x + i);
    const v = v128.load(y + i);
    const bx = base(u, v128.load(xc + i), de, rest);
    const by = base(v, v128.load(yc + i), de, rest);
    const zx = logBase(u, bx, de);
    const zy = logBase(v, by, de);
    const px = expBothLanes(mul(th, zx));
    const ax = neg(expm1OfBoth);
    const py = expBothLanes(mul(th, zy));
    const ay = neg(expm1OfBoth);
    const w = mul(mul(ax, ay), inverseEta);
    const top = topOf(w, ax, px, py, splat(restPower), inverseEta);
    const logA = logTop(w, top);
    const h = mul(mul(ax, inverseEta), expNormalLanes(sub(mul(byLog, zy), mul(kappa, logA))));
    v128.store(out + i, h);
    if (score) {
      const rx = div(px, ax);
      const ry = div(py, ay);
      const slopeX = neg(div(u, bx));
      const slopeY = neg(div(v, by));
      const wTheta = neg(mul(w, add(mulAdd(rx, zx, mul(ry, zy)), etaTheta)));
      const wDelta = neg(mul(w, add(mul(th, mulAdd(rx, slopeX, mul(ry, slopeY))), etaDelta)));
      const common = div(kappa, top);
      const byTheta = add(
        sub(mulAdd(common, wTheta, zy), mul(inverseSquare, logA)),
        neg(add(mul(rx, zx), etaTheta)),
      );
      const byDelta = sub(
        mulAdd(common, wDelta, mul(byLog, slopeY)),
        add(mul(th, mul(rx, slopeX)), etaDelta),
      );
      v128.store(out + stride + i, mul(h, byTheta));
      v128.store(out + 2 * stride + i, mul(h, byDelta));
    }
  }
}

export function cdf(x: usize, xc: usize, y: usize, yc: usize, stride: usize, theta: f64, delta: f64, out: usize, score: bool): void {
  const th = splat(theta);
  const de = splat(delta);
  const rest = splat(1 - delta);
  const restPower = exp(theta * logRest(delta));
  const eta = -expm1(theta * logRest(delta));
  const inverseEta = splat(1 / eta);
  const etaTheta = splat(-restPower * logRest(delta) / eta);
  const etaDelta = splat(theta * exp((theta - 1) * logRest(delta)) / eta);
  const inverse = splat(1 / theta);
  for (let i: usize = 0; i < stride; i += 16) {
    const u = v128.load(x + i);
    const v = v128.load(y + i);
    const bx = base(u, v128.load(xc + i), de, rest);
    const by = base(v, v128.load(yc + i), de, rest);
    const zx = logBase(u, bx, de);
    const zy = logBase(v, by, de);
    const px = expBothLanes(mul(th, zx));
    const ax = neg(expm1OfBoth);
    const py = expBothLanes(mul(th, zy));
    const ay = neg(expm1OfBoth);
    const w = mul(mul(ax, ay), inverseEta);
    const top = topOf(w, ax, px, py, splat(restPower), inverseEta);
    const logA = logTop(w, top);
    const fallen = expm1NormalLanes(div(logA, th));
    const c = neg(div(fallen, de));
    v128.store(out + i, c);
    if (score) {
      const rx = div(px, ax);
      const ry = div(py, ay);
      const slopeX = neg(div(u, bx));
      const slopeY = neg(div(v, by));
      const wTheta = neg(mul(w, add(mulAdd(rx, zx, mul(ry, zy)), etaTheta)));
      const wDelta = neg(mul(w, add(mul(th, mulAdd(rx, slopeX, mul(ry, slopeY))), etaDelta)));
      const scaled = mul(div(add(splat(1), fallen), de), inverse);
      v128.store(out + stride + i, mul(scaled, add(mul(logA, inverse), div(wTheta, top))));
      v128.store(out + 2 * stride + i, sub(mul(scaled, div(wDelta, top)), div(c, de)));
    }
  }
}

export function hinv(p: usize, pc: usize, y: usize, yc: usize, stride: usize, theta: f64, delta: f64, out: usize, complement: bool): void {
  const th = splat(theta);
  const de = splat(delta);
  const rest = splat(1 - delta);
  const restPower = exp(theta * logRest(delta));
  const eta = -expm1(theta * logRest(delta));
  const odds = column(0);
  const d = column(1);
  for (let from: usize = 0; from < stride; from += GROUP) {
    const size = min(GROUP, stride - from);
    for (let i: usize = 0; i < size; i += 16) {
      const v = v128.load(y + from + i);
      const zy = mul(th, logBase(v, base(v, v128.load(yc + from + i), de, rest), de));
      v128.store(odds + i, neg(div(expBothLanes(zy), expm1OfBoth)));
    }
    solveIncrements(p + stride + from, pc + from, odds, 1 - 1 / theta, d, size);
    for (let i: usize = 0; i < size; i += 16) {
      // e = 1 - a_x / eta
      const e = mul(v128.load(odds + i), expm1NormalLanes(v128.load(d + i)));
      const u = complement ? complementOf(e, th, rest, restPower, eta) : valueOf(e, th, restPower, eta);
      v128.store(out + from + i, div(u, de));
    }
  }
}

/** delta (1 - u) from e = 1 - a / eta. */
// @ts-ignore: decorator
@inline
function complementOf(e: v128, theta: v128, rest: v128, restPower: f64, eta: f64): v128 {
  if (restPower <= 0) return expNormalLanes(div(logNormalLanes(e), theta));
  return mul(rest, expm1NormalLanes(div(log1pNormalLanes(mul(e, splat(eta / restPower))), theta)));
}

/** delta u from e = 1 - a / eta. */
// @ts-ignore: decorator
@inline
function valueOf(e: v128, theta: v128, restPower: f64, eta: f64): v128 {
  const logB = choose(
    less(e, splat(0.5)),
    logNormalLanes(mulAdd(splat(eta), e, splat(restPower))),
    log1pNormalLanes(mul(splat(eta), sub(e, splat(1)))),
  );
  return neg(expm1NormalLanes(div(logB, theta)));
}
