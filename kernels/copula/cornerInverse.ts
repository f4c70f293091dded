// The inverse of P(U1 <= u1 | U2 <= a) = C(u1, a) / a for Archimedean copulas: C(u1, a) = p a has a closed form in
// u1. A rotation turns the arguments, so that for each copula it is the first or the last cell of a discrete
// variable that has one, and for Frank's, which is symmetric, both. With c = p a:
//   Clayton  u^-theta - 1 = a^-theta (p^-theta - 1);
//   Gumbel   (-log u)^theta = (-log c)^theta - (-log a)^theta;
//   Frank    E(u) = E(c) E(1) / E(a), E(x) = 1 - e^(-theta x);
//   Joe      1 - (1-u)^theta = (1 - (1-c)^theta) / (1 - (1-a)^theta);
//   BB8      1 - (1-delta u)^theta = eta (1 - (1-delta c)^theta) / (1 - (1-delta a)^theta).
// Differences of close numbers are formed from the distance a - c = a (1 - p), so that u and 1 - u keep their digits.

import { add, choose, div, less, mul, mulAdd, neg, splat, sub } from '../lanes';
import { exp, expNormalLanes, expm1, expm1NormalLanes } from '../elementary/exp';
import { log1p, log1pNormalLanes, logNormalLanes } from '../elementary/log';
import { MARGIN } from './cells';
import { BB8, CLAYTON, FRANK, GUMBEL, JOE } from './codes';

/** Beyond it powers of Clayton's generator would overflow. */
const STRONGEST_CLAYTON: f64 = 12;
/** How near to 0 and 1 probabilities are taken. */
const LEAST: f64 = 1e-15;

/** Whether the first (or else the last) cell of the second variable has a closed form. */
export function hasCornerInverse(isFirst: bool, family: i32, rotation: i32, theta: f64): bool {
  if (family == FRANK) return true;
  if (family != CLAYTON && family != GUMBEL && family != JOE && family != BB8) return false;
  if (family == CLAYTON && theta > STRONGEST_CLAYTON) return false;
  return isFirst == ((rotation & 2) == 0);
}

/**
 * The u1 with P(U1 <= u1 | cell) = p where it has a closed form, kept 1e-10 away from 0 and 1. `block` is prepared at
 * the inner end of the cell.
 */
export function cornerInverse(isFirst: bool, family: i32, p: usize, block: usize, stride: usize, rotation: i32, theta: f64, delta: f64, out: usize): void {
  let flips = rotation;
  if (family == FRANK) {
    // a negative parameter turns the first argument; the last cell is the first one of both turned
    if (theta < 0) flips ^= 1;
    flips = (flips & 1) | (isFirst ? 0 : 2);
    if (((rotation & 2) == 0) != isFirst) flips ^= 1;
  }
  const isTurned = (flips & 1) != 0;
  const a = block + (flips & 2 ? 3 * stride : 0);
  const rest = block + (flips & 2 ? 0 : 3 * stride);
  const t = abs(theta);
  if (family == BB8) placeBb8(t, delta);
  for (let i: usize = 0; i < stride; i += 16) {
    const given = f64x2.pmin(f64x2.pmax(v128.load(p + i), splat(LEAST)), splat(1 - LEAST));
    const other = sub(splat(1), given);
    const q = isTurned ? other : given;
    const qc = isTurned ? given : other;
    const v = v128.load(a + i);
    let u: v128;
    if (family == CLAYTON) u = clayton(q, v128.load(a + stride + i), t);
    else if (family == GUMBEL) u = gumbel(q, v128.load(a + stride + i), t);
    else if (family == FRANK) u = frank(q, qc, v, t);
    else if (family == JOE) u = joe(q, qc, v, v128.load(rest + i), v128.load(rest + stride + i), t);
    else u = bb8(q, qc, v, v128.load(rest + i), t, delta);
    const turned = isTurned ? sub(splat(1), u) : u;
    v128.store(out + i, f64x2.pmin(f64x2.pmax(turned, splat(MARGIN)), splat(1 - MARGIN)));
  }
}

// @ts-ignore: decorator
@inline
function clayton(p: v128, logA: v128, theta: f64): v128 {
  const grown = expm1NormalLanes(mul(splat(-theta), logNormalLanes(p)));
  const excess = mul(expNormalLanes(mul(splat(-theta), logA)), grown);
  return expNormalLanes(mul(splat(-1 / theta), log1pNormalLanes(excess)));
}

// @ts-ignore: decorator
@inline
function gumbel(p: v128, logA: v128, theta: f64): v128 {
  const logP = logNormalLanes(p);
  const share = neg(expm1NormalLanes(mul(splat(-theta), log1pNormalLanes(div(logP, logA)))));
  const root = expNormalLanes(mul(splat(1 / theta), logNormalLanes(share)));
  return expNormalLanes(mul(add(logP, logA), root));
}

// @ts-ignore: decorator
@inline
function frank(p: v128, pc: v128, a: v128, theta: f64): v128 {
  const t = splat(-theta);
  const ea = expm1NormalLanes(mul(t, a));
  const ec = expm1NormalLanes(mul(t, mul(p, a)));
  const inverse = div(splat(1), ea);
  const below = mul(mul(ec, inverse), splat(-expm1(-theta)));
  // e^(-theta u), from positive terms
  const gap = expm1NormalLanes(mul(splat(theta), mul(pc, a)));
  const above = neg(mul(sub(mul(add(splat(1), ea), gap), mul(splat(exp(-theta)), ec)), inverse));
  const logs = logOf(below, above);
  return div(logs, t);
}

// @ts-ignore: decorator
@inline
function joe(p: v128, pc: v128, a: v128, rest: v128, logRest: v128, theta: f64): v128 {
  const th = splat(theta);
  const c = mul(p, a);
  const n = neg(expm1NormalLanes(mul(th, log1pNormalLanes(neg(c)))));
  const y = neg(expm1NormalLanes(mul(th, logRest)));
  const inverse = div(splat(1), y);
  // (1-c)^theta - (1-a)^theta
  const gap = mul(sub(splat(1), y), expm1NormalLanes(mul(th, log1pNormalLanes(div(mul(pc, a), rest)))));
  return neg(expm1NormalLanes(div(logOf(mul(n, inverse), mul(gap, inverse)), th)));
}

let bb8Eta: f64 = 0;
let bb8Rest: f64 = 0;
let bb8RestPower: f64 = 0;

function placeBb8(theta: f64, delta: f64): void {
  bb8Rest = 1 - delta;
  const logRest = bb8Rest > 0 ? log1p(-delta) : -700;
  bb8Eta = -expm1(theta * logRest);
  bb8RestPower = exp(theta * logRest);
}

// @ts-ignore: decorator
@inline
function bb8(p: v128, pc: v128, a: v128, rest: v128, theta: f64, delta: f64): v128 {
  const th = splat(theta);
  const c = mul(mul(splat(delta), p), a);
  const scaled = mul(splat(delta), a);
  // 1 - delta a
  const base = mulAdd(splat(delta), rest, splat(bb8Rest));
  const logBase = choose(less(scaled, splat(0.5)), log1pNormalLanes(neg(scaled)), logNormalLanes(base));
  const y = neg(expm1NormalLanes(mul(th, logBase)));
  const n = neg(expm1NormalLanes(mul(th, log1pNormalLanes(neg(c)))));
  const inverse = div(splat(1), y);
  const gap = mul(sub(splat(1), y), expm1NormalLanes(mul(th, log1pNormalLanes(div(mul(pc, scaled), base)))));
  const above = mul(add(gap, mul(splat(bb8RestPower), n)), inverse);
  const logs = logOf(mul(mul(splat(bb8Eta), n), inverse), above);
  return neg(div(expm1NormalLanes(div(logs, th)), splat(delta)));
}

/** log(1 - below), where `above` is 1 - below. */
// @ts-ignore: decorator
@inline
function logOf(below: v128, above: v128): v128 {
  return choose(less(below, splat(0.5)), log1pNormalLanes(neg(below)), logNormalLanes(above));
}
