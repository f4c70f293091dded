// Joe copula, theta in [1, 30]. With X = (1-u)^theta, Y = (1-v)^theta, S = X + Y - XY = 1 - (1-X)(1-Y):
// C = 1 - S^(1/theta); h(u|v) = S^(1/theta - 1) (1 - X) (1-v)^(theta-1);
// log c = (1/theta - 2) log S + (theta - 1)(log(1-u) + log(1-v)) + log(theta - 1 + S).
//
// `xc`, `yc` point to the columns of 1 - u, 1 - v: value, then logarithm one stride further.

import { add, choose, div, less, mul, mulAdd, neg, splat, sub } from '../lanes';
import { expBothLanes, expNormalLanes, expm1NormalLanes, expm1OfBoth } from '../elementary/exp';
import { log1pNormalLanes, logNormalLanes } from '../elementary/log';
import { solveIncrements } from './powerIncrement';
import { GROUP, column } from './scratch';

export function logPdf(xc: usize, yc: usize, stride: usize, theta: f64, out: usize, score: bool): void {
  const th = splat(theta);
  const excess = splat(theta - 1);
  const power = splat(1 / theta - 2);
  const inverseSquare = splat(1 / (theta * theta));
  for (let i: usize = 0; i < stride; i += 16) {
    const lx = v128.load(xc + stride + i);
    const ly = v128.load(yc + stride + i);
    const bx = expBothLanes(mul(th, lx));
    const ax = neg(expm1OfBoth);
    const by = expNormalLanes(mul(th, ly));
    const s = mulAdd(by, ax, bx);
    const logS = logNormalLanes(s);
    const last = add(excess, s);
    const logs = add(lx, ly);
    v128.store(out + i, add(mulAdd(power, logS, mul(excess, logs)), logNormalLanes(last)));
    if (score) {
      const ay = sub(splat(1), by);
      const sSlope = add(mul(mul(bx, lx), ay), mul(mul(by, ly), ax));
      const slope = sub(mulAdd(power, div(sSlope, s), logs), mul(inverseSquare, logS));
      v128.store(out + stride + i, add(slope, div(add(splat(1), sSlope), last)));
    }
  }
}

export function hfunc(xc: usize, yc: usize, stride: usize, theta: f64, out: usize, score: bool): void {
  const th = splat(theta);
  const excess = splat(theta - 1);
  const power = splat(1 / theta - 1);
  const inverseSquare = splat(1 / (theta * theta));
  for (let i: usize = 0; i < stride; i += 16) {
    const lx = v128.load(xc + stride + i);
    const ly = v128.load(yc + stride + i);
    const bx = expBothLanes(mul(th, lx));
    const ax = neg(expm1OfBoth);
    const by = expNormalLanes(mul(th, ly));
    const s = mulAdd(by, ax, bx);
    const logS = logNormalLanes(s);
    const h = mul(ax, expNormalLanes(mulAdd(power, logS, mul(excess, ly))));
    v128.store(out + i, h);
    if (score) {
      const sSlope = add(mul(mul(bx, lx), sub(splat(1), by)), mul(mul(by, ly), ax));
      const slope = add(sub(mul(power, div(sSlope, s)), mul(inverseSquare, logS)), ly);
      v128.store(out + stride + i, mul(h, sub(slope, div(mul(bx, lx), ax))));
    }
  }
}

export function cdf(xc: usize, yc: usize, stride: usize, theta: f64, out: usize, score: bool): void {
  const th = splat(theta);
  const inverse = splat(1 / theta);
  for (let i: usize = 0; i < stride; i += 16) {
    const lx = v128.load(xc + stride + i);
    const ly = v128.load(yc + stride + i);
    const bx = expBothLanes(mul(th, lx));
    const ax = neg(expm1OfBoth);
    const by = expBothLanes(mul(th, ly));
    const ay = neg(expm1OfBoth);
    const w = mul(ax, ay);
    const s = mulAdd(by, ax, bx);
    const logS = choose(less(w, splat(0.5)), log1pNormalLanes(neg(w)), logNormalLanes(s));
    const rest = expm1NormalLanes(div(logS, th));
    v128.store(out + i, neg(rest));
    if (score) {
      const sSlope = add(mul(mul(bx, lx), ay), mul(mul(by, ly), ax));
      const slope = sub(mul(inverse, logS), div(sSlope, s));
      v128.store(out + stride + i, mul(mul(add(splat(1), rest), inverse), slope));
    }
  }
}

export function hinv(p: usize, pc: usize, yc: usize, stride: usize, theta: f64, out: usize, complement: bool): void {
  const th = splat(theta);
  const odds = column(0);
  const d = column(1);
  for (let from: usize = 0; from < stride; from += GROUP) {
    const size = min(GROUP, stride - from);
    for (let i: usize = 0; i < size; i += 16) {
      const zy = mul(th, v128.load(yc + stride + from + i));
      v128.store(odds + i, neg(div(expBothLanes(zy), expm1OfBoth)));
    }
    solveIncrements(p + stride + from, pc + from, odds, 1 - 1 / theta, d, size);
    for (let i: usize = 0; i < size; i += 16) {
      // X = (1-u)^theta
      const x = mul(v128.load(odds + i), expm1NormalLanes(v128.load(d + i)));
      const logX = choose(less(x, splat(0.5)), logNormalLanes(x), log1pNormalLanes(sub(x, splat(1))));
      const lc = div(logX, th);
      v128.store(out + from + i, complement ? expNormalLanes(lc) : neg(expm1NormalLanes(lc)));
    }
  }
}
