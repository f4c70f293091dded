// Steps towards the root of a convex increasing function, from above.

import { add, div, lesser, mul, splat, sub } from '../lanes';

/** When the relative step is below this, the error left, which is of third order, is below one unit in the last place. */
export const SETTLED: f64 = 1e-6;

/**
 * Halley's step from the value, slope and bend of the function at a point above its root, at most
 * twice Newton's.
 */
// @ts-ignore: decorator
@inline
export function halleyStep(value: v128, slope: v128, bend: v128): v128 {
  const newton = div(value, slope);
  const turn = lesser(div(mul(newton, bend), add(slope, slope)), splat(0.5));
  return div(newton, sub(splat(1), turn));
}
