// The equation behind the inverse h-functions of Joe and BB8.

import { abs2, add, any, div, less, lesser, mul, mulAdd, neg, splat, sub } from '../lanes';
import { expm1NormalLanes } from '../elementary/exp';
import { log1pNormalLanes } from '../elementary/log';
import { SETTLED, halleyStep } from './halley';
import { moveOpen, openLanes } from './openLanes';

/**
 * For `size` bytes of observations, the d >= 0 with kappa d - log(1 - odds (e^d - 1)) = -log p,
 * where 0 <= kappa < 1. The left side is convex and increasing, and each of its two terms alone
 * bounds d from above, so steps from the smaller bound fall onto the root.
 */
export function solveIncrements(logP: usize, oneMinusP: usize, odds: usize, kappa: f64, d: usize, size: usize): void {
  const k = splat(kappa);
  for (let i: usize = 0; i < size; i += 16) {
    const o = v128.load(odds + i);
    const first = div(neg(v128.load(logP + i)), add(k, o));
    v128.store(d + i, lesser(first, log1pNormalLanes(div(v128.load(oneMinusP + i), o))));
  }
  openLanes(size);
  for (let round = 0; round < 60; round++) {
    let open = splat(0);
    for (let i: usize = 0; i < size; i += 16) {
      const o = v128.load(odds + i);
      const at = v128.load(d + i);
      const e = mul(o, expm1NormalLanes(at));
      const excess = add(sub(mul(k, at), log1pNormalLanes(neg(e))), v128.load(logP + i));
      const ratio = div(add(o, e), sub(splat(1), e));
      const step = halleyStep(excess, add(k, ratio), mulAdd(ratio, ratio, ratio));
      const next = sub(at, step);
      // steps are judged against d and against the distance to where the logarithm ends
      const scaled = mul(abs2(step), mulAdd(ratio, next, splat(1)));
      const goesOn = less(mulAdd(splat(SETTLED), next, splat(1e-300)), scaled);
      open = v128.or(open, moveOpen(d, i, at, next, goesOn));
    }
    if (!any(open)) break;
  }
}
