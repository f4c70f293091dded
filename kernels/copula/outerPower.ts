// What Gumbel, BB1 and BB6 share: generators of the form f(u)^power. With w = log f(u), two
// arguments combine to W = log (e^(power w1) + e^(power w2)) / power, here without overflow.

import { abs2, add, div, greater, mul, neg, splat, sub } from '../lanes';
import { expNormalLanes, expm1NormalLanes } from '../elementary/exp';
import { log1pNormalLanes, logNormalLanes } from '../elementary/log';

/** e^(-power |w1 - w2|), the smaller term as a share of the larger. */
// @ts-ignore: decorator
@inline
export function smallerShare(w1: v128, w2: v128, power: v128): v128 {
  return expNormalLanes(neg(mul(power, abs2(sub(w1, w2)))));
}

/** W of the two arguments, from log1p(smallerShare). */
// @ts-ignore: decorator
@inline
export function combined(w1: v128, w2: v128, power: v128, logShares: v128): v128 {
  return add(greater(w1, w2), div(logShares, power));
}

/** The weight dW/dw1 (and one minus it, dW/dw2). */
// @ts-ignore: decorator
@inline
export function firstWeight(w1: v128, w2: v128, share: v128): v128 {
  const smaller = div(share, add(splat(1), share));
  return v128.bitselect(smaller, sub(splat(1), smaller), f64x2.lt(w1, w2));
}

/** dW/dpower. */
// @ts-ignore: decorator
@inline
export function combinedByPower(w1: v128, w2: v128, power: v128, share: v128, logShares: v128): v128 {
  const spread = mul(abs2(sub(w1, w2)), div(share, add(splat(1), share)));
  return neg(div(add(div(logShares, power), spread), power));
}

/**
 * The way back: the w1 that combines with w2 to W = w2 + d, for d > 0:
 * log(e^(power d) - 1) / power + w2.
 */
// @ts-ignore: decorator
@inline
export function split(w2: v128, d: v128, power: v128): v128 {
  return add(add(w2, d), div(logNormalLanes(neg(expm1NormalLanes(neg(mul(power, d))))), power));
}

/** The same over a group of `size` bytes: from the columns w1, w2 to those of share, log1p(share), W and e^W. */
export function combineColumns(w1: usize, w2: usize, power: f64, share: usize, logShares: usize, w: usize, t: usize, size: usize): void {
  const p = splat(power);
  for (let i: usize = 0; i < size; i += 16) {
    v128.store(share + i, smallerShare(v128.load(w1 + i), v128.load(w2 + i), p));
  }
  for (let i: usize = 0; i < size; i += 16) {
    v128.store(logShares + i, log1pNormalLanes(v128.load(share + i)));
  }
  for (let i: usize = 0; i < size; i += 16) {
    const combinedW = combined(v128.load(w1 + i), v128.load(w2 + i), p, v128.load(logShares + i));
    v128.store(w + i, combinedW);
    v128.store(t + i, expNormalLanes(combinedW));
  }
}
