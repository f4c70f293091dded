// The equation behind the inverse h-functions of Joe and BB8.

import { abs2, add, any, div, less, lesser, mul, mulAdd, neg, splat, sub } from '../lanes';
import { expm1NormalLanes } from '../elementary/exp';
import { log1pNormalLanes } from '../elementary/log';

/**
 * The d >= 0 with kappa d - log(1 - odds (e^d - 1)) = -log p, for 0 <= kappa < 1.
 * The left side is convex and increasing, and each of its two terms alone bounds d from above, so
 * Newton's method from the smaller bound falls onto the root.
 */
// @ts-ignore: decorator
@inline
export function solveIncrement(logP: v128, oneMinusP: v128, odds: v128, kappa: v128): v128 {
  const goal = neg(logP);
  let d = lesser(div(goal, add(kappa, odds)), log1pNormalLanes(div(oneMinusP, odds)));
  for (let k = 0; k < 60; k++) {
    const e = mul(odds, expm1NormalLanes(d));
    const rest = sub(splat(1), e);
    const excess = sub(sub(mul(kappa, d), log1pNormalLanes(neg(e))), goal);
    const step = div(excess, add(kappa, div(add(odds, e), rest)));
    d = sub(d, step);
    if (!any(less(mulAdd(splat(1e-14), d, splat(1e-300)), abs2(step)))) break;
  }
  return d;
}
