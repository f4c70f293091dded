// What BB6 and BB7 share: J(u) = -log(1 - (1-u)^theta), from z = theta log(1-u).

import { choose, less, neg, splat } from '../lanes';
import { log1pLanes, logNormalLanes } from '../elementary/log';

/**
 * J from X = e^z and minusA = X - 1 = expm1(z): by log1p where X is small, so that J keeps its
 * digits near u = 1, else by the logarithm of 1 - X, which keeps them near u = 0.
 */
// @ts-ignore: decorator
@inline
export function joeLog(x: v128, minusA: v128): v128 {
  return neg(choose(less(x, splat(0.5)), log1pLanes(neg(x)), logNormalLanes(neg(minusA))));
}
