/**
 * Alpha-precision: is a synthetic row in the ball about the real centre that holds a share alpha of
 * the real rows as often as that? Low where synthetic rows are untypical, and where they are all too
 * typical. Alaa et al. (ICML 2022); 1 for a perfect generator, up to the error of sampling.
 */

import { type Normalisation, quantilesAtLevels, scoreOf, sharesWithin } from './curve.ts';
import { distancesTo, type Points } from './points.ts';

export interface PrecisionOrRecall {
  /** At most 1; negative for a generator that is worse than none. */
  readonly score: number;
  /** At 30 equally spaced levels from 0 to 1. */
  readonly curve: readonly number[];
}

export function alphaPrecision(
  real: Points,
  synthetic: Points,
  centre: Float64Array,
  normalisation: Normalisation = 'integral',
): PrecisionOrRecall {
  const radii = quantilesAtLevels(distancesTo(centre, real));
  const curve = sharesWithin(distancesTo(centre, synthetic), radii);
  return { score: scoreOf(curve, normalisation), curve };
}
