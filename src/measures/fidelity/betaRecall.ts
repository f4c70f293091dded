/**
 * Beta-recall: do synthetic rows reach all kinds of real rows? A real row is covered if a synthetic
 * row is at least as near as the nearest other real row; it counts at level beta if that synthetic
 * row is among the share beta of those nearest to the synthetic centre. Alaa et al. (ICML 2022).
 *
 * A fresh sample of the truth is as likely to be nearest as another real row, so with equal numbers of
 * rows a perfect generator covers about half the real rows and scores about 0.5, not 1. Scores well
 * above that mean copying.
 */

import { type Interval, wilson } from '../../numerics/intervals.ts';
import type { PrecisionOrRecall } from './alphaPrecision.ts';
import { type Normalisation, quantilesAtLevels, scoreOf, sharesWithin } from './curve.ts';
import type { Neighbours } from './nearest.ts';
import { distancesTo, meanPoint, type Points } from './points.ts';

export interface BetaRecall extends PrecisionOrRecall {
  /** The share of real rows that are covered: the end of the curve. */
  readonly covered: Interval;
}

export function betaRecall(
  synthetic: Points,
  realToReal: Neighbours,
  realToSynthetic: Neighbours,
  normalisation: Normalisation = 'integral',
): BetaRecall {
  const rows = realToReal.row.length;
  const toCentre = distancesTo(meanPoint(synthetic), synthetic);
  const nearest = Float64Array.from(realToSynthetic.row, (row) => toCentre[row]);
  const isCovered = (_: number, i: number) => realToSynthetic.distance[i] <= realToReal.distance[i];
  const covered = nearest.filter(isCovered);
  const curve = sharesWithin(covered, quantilesAtLevels(nearest), rows);
  return {
    score: scoreOf(curve, normalisation),
    curve,
    covered: wilson(covered.length, rows),
  };
}
