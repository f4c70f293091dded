// Clayton copula, theta in (0, 28]. With L = log(u^-theta + v^-theta - 1):
// C = e^(-L/theta); log h(u|v) = -(theta+1) log v - (1 + 1/theta) L;
// log c = log(1+theta) - (theta+1)(log u + log v) - (2 + 1/theta) L.
// The sum is formed from expm1, so that small theta meets independence without a jump.
//
// `x` and `y` point to columns: value, then its logarithm one stride further.

import { add, div, mul, neg, splat, sub } from '../lanes';
import { expNormalLanes, expm1NormalLanes } from '../elementary/exp';
import { log1p, log1pNormalLanes } from '../elementary/log';
import { logSumLessOne } from './logSum';

export function logPdf(x: usize, y: usize, stride: usize, theta: f64, out: usize, score: bool): void {
  const t = splat(-theta);
  const constant = splat(log1p(theta));
  const byLogs = splat(-(theta + 1));
  const bySum = splat(-(2 + 1 / theta));
  const slope0 = splat(1 / (1 + theta));
  const slopeSum = splat(1 / (theta * theta));
  for (let i: usize = 0; i < stride; i += 16) {
    const lx = v128.load(x + stride + i);
    const ly = v128.load(y + stride + i);
    const ex = expm1NormalLanes(mul(t, lx));
    const ey = expm1NormalLanes(mul(t, ly));
    const e = add(ex, ey);
    const sum = log1pNormalLanes(e);
    const logs = add(lx, ly);
    v128.store(out + i, add(constant, add(mul(byLogs, logs), mul(bySum, sum))));
    if (score) {
      const sumSlope = neg(div(add(add(logs, mul(lx, ex)), mul(ly, ey)), add(splat(1), e)));
      v128.store(out + stride + i, add(add(slope0, sub(mul(slopeSum, sum), logs)), mul(bySum, sumSlope)));
    }
  }
}

export function hfunc(x: usize, y: usize, stride: usize, theta: f64, out: usize, score: bool): void {
  const t = splat(-theta);
  const byLog = splat(-(theta + 1));
  const bySum = splat(-(1 + 1 / theta));
  const slopeSum = splat(1 / (theta * theta));
  for (let i: usize = 0; i < stride; i += 16) {
    const lx = v128.load(x + stride + i);
    const ly = v128.load(y + stride + i);
    const ex = expm1NormalLanes(mul(t, lx));
    const ey = expm1NormalLanes(mul(t, ly));
    const e = add(ex, ey);
    const sum = log1pNormalLanes(e);
    const h = expNormalLanes(add(mul(byLog, ly), mul(bySum, sum)));
    v128.store(out + i, h);
    if (score) {
      const sumSlope = neg(div(add(add(add(lx, ly), mul(lx, ex)), mul(ly, ey)), add(splat(1), e)));
      v128.store(out + stride + i, mul(h, add(sub(mul(slopeSum, sum), ly), mul(bySum, sumSlope))));
    }
  }
}

export function cdf(x: usize, y: usize, stride: usize, theta: f64, out: usize, score: bool): void {
  const t = splat(-theta);
  const inverse = splat(1 / theta);
  for (let i: usize = 0; i < stride; i += 16) {
    const lx = v128.load(x + stride + i);
    const ly = v128.load(y + stride + i);
    const sum = logSumLessOne(mul(t, lx), mul(t, ly));
    const c = expNormalLanes(div(sum, t));
    v128.store(out + i, c);
    if (score) {
      const ex = expNormalLanes(sub(mul(t, lx), sum));
      const ey = expNormalLanes(sub(mul(t, ly), sum));
      const slope = add(add(mul(sum, inverse), mul(lx, ex)), mul(ly, ey));
      v128.store(out + stride + i, mul(mul(c, inverse), slope));
    }
  }
}

/** log u = -log(1 + v^-theta (p^(-theta/(1+theta)) - 1)) / theta. */
export function hinv(p: usize, y: usize, stride: usize, theta: f64, out: usize, complement: bool): void {
  const t = splat(-theta);
  const power = splat(-theta / (1 + theta));
  for (let i: usize = 0; i < stride; i += 16) {
    const grown = expm1NormalLanes(mul(power, v128.load(p + stride + i)));
    const lx = div(log1pNormalLanes(mul(expNormalLanes(mul(t, v128.load(y + stride + i))), grown)), t);
    v128.store(out + i, complement ? neg(expm1NormalLanes(lx)) : expNormalLanes(lx));
  }
}
