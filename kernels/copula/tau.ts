// Kendall's tau of the families from their parameters, without rotation; absolute errors below 1e-14.
// Gaussian and Student: (2/pi) asin(rho). Frank: Debye's function. Archimedean families without a
// closed form: tau = 1 + 4 int_0^1 phi(u)/phi'(u) du (Genest & MacKay 1986) by the double-exponential
// rule (Takahasi & Mori 1974), whose nodes give u and 1 - u each to the last digit. An outer power
// delta of the generator turns tau into 1 - (1 - tau)/delta.

import { add, choose, div, greater, less, lesser, mul, neg, pack, splat } from '../lanes';
import { exp, expLanes, expm1, expm1Lanes } from '../elementary/exp';
import { log1p, log1pLanes, logNormalLanes } from '../elementary/log';
import { asin } from '../elementary/trigonometry';
import { base, logBase } from './bb8';
import { BB1, BB6, BB7, BB8, CLAYTON, FRANK, GAUSSIAN, GUMBEL, JOE, STUDENT } from './codes';
import { joeLog } from './joeLog';

const HALF_PI: f64 = 1.5707963267948966;

export function tau(family: i32, theta: f64, delta: f64): f64 {
  switch (family) {
    case GAUSSIAN:
    case STUDENT: return asin(theta) / HALF_PI;
    case CLAYTON: return theta / (theta + 2);
    case GUMBEL: return (theta - 1) / theta;
    case FRANK: return copysign(frankTau(abs(theta)), theta);
    case JOE: return 1 - integral(JOE, theta, 0);
    case BB1: return (theta * delta + 2 * (delta - 1)) / (delta * (theta + 2));
    case BB6: return (delta - integral(JOE, theta, 0)) / delta;
    case BB7: return 1 - integral(BB7, theta, delta);
    case BB8: return 1 - integral(BB8, theta, delta);
  }
  return 0;
}

/** 4 B_2k / ((2k + 1) (2k)!) for k = 1, 2, ...: the series of Frank's tau in odd powers of theta. */
const FRANK_SERIES: usize = memory.data<f64>([
  0.1111111111111111, -0.0011111111111111111, 1.889644746787604e-5, -3.6743092298647856e-7,
  7.5915479955884e-9, -1.6259046580576902e-10, 3.568676408182581e-12, -7.97571834428843e-14,
  1.8075920118479673e-15, -4.142607044872499e-17, 9.580874484104748e-19, -2.2327143497300036e-20,
  5.236603021673285e-22, -1.2349679209706961e-23, 2.926390261080881e-25, -6.963382628936004e-27,
]);
const FRANK_TERMS: usize = 16;
const PI_SQUARE_SIXTH: f64 = 1.6449340668482264;

/**
 * 1 - 4 (1 - D(theta))/theta, D(theta) = (1/theta) int_0^theta t/(e^t - 1) dt. Below 2 by the power
 * series (terms fall by theta^2/(4 pi^2)), else by theta D = pi^2/6 - sum_k e^(-k theta) (theta/k + 1/k^2).
 */
function frankTau(theta: f64): f64 {
  if (theta < 2) {
    const square = theta * theta;
    let sum: f64 = 0;
    for (let k = FRANK_TERMS; k > 0; k--) sum = sum * square + load<f64>(FRANK_SERIES + ((k - 1) << 3));
    return theta * sum;
  }
  const ratio = exp(-theta);
  let power = ratio;
  let missing: f64 = 0;
  for (let k: f64 = 1; power > 1e-18; k++) {
    missing += power * (theta + 1 / k) / k;
    power *= ratio;
  }
  return 1 - 4 * (1 - (PI_SQUARE_SIXTH - missing) / theta) / theta;
}

/** Nodes t = h/2, 3h/2, ... up to 3.5, where u or 1 - u is below 1e-21. */
const STEP: f64 = 0.0625;
const NODES: i32 = 56;

/** -4 int_0^1 phi/phi' du. */
function integral(family: i32, theta: f64, delta: f64): f64 {
  let sum = splat(0);
  for (let k = 0; k < NODES; k++) {
    const e = exp(STEP * (<f64>k + 0.5));
    // u = 1 / (1 + e^(pi sinh t)) and its mirror image: the smaller side and the larger
    const odds = exp(-HALF_PI * (e - 1 / e));
    const larger = 1 / (1 + odds);
    const smaller = odds * larger;
    const u = pack(smaller, larger);
    const uc = pack(larger, smaller);
    const ratio = family == BB8 ? ratioOfBb8(u, uc, theta, delta) : ratioOfBb7(u, uc, theta, delta);
    sum = add(sum, mul(ratio, splat((e + 1 / e) * smaller * larger)));
  }
  // du/dt = pi cosh(t) u (1 - u)
  return 4 * HALF_PI * STEP * (f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1));
}

/**
 * -phi/phi' of BB7 = (1-u) (1-X) (1 - (1-X)^delta) / (theta delta X) with X = (1-u)^theta, and of
 * Joe's copula at delta = 0: (1-u) (1-X) J / (theta X), J = -log(1-X).
 */
// @ts-ignore: decorator
@inline
function ratioOfBb7(u: v128, uc: v128, theta: f64, delta: f64): v128 {
  const z = mul(splat(theta), choose(less(u, splat(0.5)), log1pLanes(neg(u)), logNormalLanes(uc)));
  // where X underflows, the quotients below have long reached their limits
  const x = greater(expLanes(z), splat(TINY));
  const minusA = expm1Lanes(z);
  const j = joeLog(x, minusA);
  const fallen = delta > 0 ? div(expm1Lanes(mul(splat(-delta), j)), splat(-delta)) : j;
  return div(mul(mul(uc, neg(minusA)), fallen), mul(splat(theta), x));
}

/**
 * -phi/phi' of BB8, in the terms of bb8.ts: with E = 1 - ((1-delta)/b)^theta and D = b^theta E / eta,
 * so that a/eta = 1 - D, it is (b E a / (theta delta eta)) (-log(1-D)/D).
 */
// @ts-ignore: decorator
@inline
function ratioOfBb8(u: v128, uc: v128, theta: f64, delta: f64): v128 {
  const th = splat(theta);
  const de = splat(delta);
  const eta = delta < 1 ? -expm1(theta * log1p(-delta)) : 1;
  const b = base(u, uc, de, splat(1 - delta));
  const z = mul(th, logBase(u, b, de));
  const share = div(neg(expm1Lanes(z)), splat(eta));
  // delta (1-u) / b = 1 - (1-delta)/b, which rounding must not carry over 1
  const grown = lesser(div(mul(de, uc), b), splat(1));
  const e = neg(expm1Lanes(mul(th, log1pLanes(neg(grown)))));
  const d = greater(div(mul(expLanes(z), e), splat(eta)), splat(TINY));
  const fall = neg(choose(less(d, splat(0.5)), log1pLanes(neg(d)), logNormalLanes(share)));
  return div(mul(mul(mul(b, e), share), fall), mul(splat(theta * delta), d));
}

const TINY: f64 = 1e-300;
