// What BB6 and BB7 share: J(u) = -log(1 - (1-u)^theta), from X = (1-u)^theta.

import { choose, div, less, mul, neg, splat, sub } from '../lanes';
import { expBothLanes, expm1OfBoth } from '../elementary/exp';
import { logSumLanes } from '../elementary/log';

/**
 * J from X = e^z and minusA = X - 1 = expm1(z). Near u = 1, where X is small, 1 - X is rounded and
 * what it loses goes into the logarithm, so that J keeps its digits; near u = 0 minusA has them.
 */
// @ts-ignore: decorator
@inline
export function joeLog(x: v128, minusA: v128): v128 {
  const small = less(x, splat(0.5));
  const rounded = sub(splat(1), x);
  const lost = sub(sub(splat(1), rounded), x);
  return neg(logSumLanes(choose(small, rounded, neg(minusA)), v128.and(small, lost)));
}

/** For a group of one variable's log(1-u): X = (1-u)^theta, X - 1 and J. */
export function joeColumns(logs: usize, theta: f64, x: usize, minusA: usize, j: usize, size: usize): void {
  const th = splat(theta);
  for (let i: usize = 0; i < size; i += 16) {
    v128.store(x + i, expBothLanes(mul(th, v128.load(logs + i))));
    v128.store(minusA + i, expm1OfBoth);
  }
  for (let i: usize = 0; i < size; i += 16) {
    v128.store(j + i, joeLog(v128.load(x + i), v128.load(minusA + i)));
  }
}

/** dJ/dtheta. */
// @ts-ignore: decorator
@inline
export function slopeOfJ(logComplement: v128, x: v128, minusA: v128): v128 {
  return neg(div(mul(x, logComplement), minusA));
}
