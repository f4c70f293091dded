// What BB6 and BB7 share: J(u) = -log(1 - (1-u)^theta), from X = (1-u)^theta.

import { choose, less, neg, splat, sub } from '../lanes';
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
