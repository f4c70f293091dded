/**
 * Searches on few rows: neighbours taken together (condense.ts) tell which families cannot win. On a coarse outline
 * all families are searched; on a finer one those that were close, where there are rows enough for it to pay; those
 * that are left on all rows.
 */

import { condensePair } from './condense.ts';
import type { CopulaColumn } from './copulaColumn.ts';
import { EXACT, type FamilyFit, ROUGH, refineFit } from './fitFamily.ts';
import type { PairLikelihood } from './pairLikelihood.ts';

interface Outline {
  /** Of bins of independent columns, on the normal scale; dependence needs narrower ones. */
  readonly width: number;
  /** Fewer rows are not worth it. */
  readonly fewest: number;
  /** Nor is an outline with more than this share of the rows. */
  readonly most: number;
  /** By how much a family may look dearer than another, and still win. */
  readonly allowance: (cost: number) => number;
}

export const COARSE: Outline = {
  width: 0.5,
  fewest: 300,
  most: 0.5,
  allowance: (cost) => 1 + 0.02 * Math.abs(cost),
};

/**
 * In 41 pairs of SUPPORT2 (9,105 rows) differences of costs between families near the best were off by at most 0.42
 * times this allowance, where the coarse outline has them off by up to 3.5 times as much as it.
 */
export const FINE: Outline = {
  width: 0.2,
  fewest: 2000,
  most: 0.25,
  allowance: (cost) => 0.25 + 0.01 * Math.abs(cost),
};

/** Nothing where it would not pay. */
export function outlined(
  { width, fewest, most }: Outline,
  first: CopulaColumn,
  second: CopulaColumn,
  bounds: readonly number[],
  tau: number,
  scores?: readonly Float64Array[],
) {
  const n = first.u.length;
  if (n < fewest) return undefined;
  const own = width / (1 + 4 * Math.abs(tau));
  return condensePair(first, second, bounds, own, Math.floor(most * n), scores);
}

export interface Refinement {
  readonly precision: typeof EXACT;
  readonly allowance: (cost: number) => number;
  /** A fit is given up where this multiple of the rise that its parabola promises, and a slack, would not do. */
  readonly reserve: number;
  readonly slack: number;
}

/** From a coarse outline to a finer one. */
export const FINER: Refinement = {
  precision: ROUGH,
  allowance: FINE.allowance,
  reserve: 4,
  slack: 0.1,
};

/** To all rows, from a coarse outline; and from what is near to them. */
export const FINAL: Refinement = {
  precision: { ...EXACT, rise: 1e-7 },
  allowance: () => 0,
  reserve: 4,
  slack: 0.1,
};
export const FINAL_FROM_NEAR: Refinement = { ...FINAL, reserve: 3, slack: 0.02 };

/** Brings fits to their maximum under a likelihood; those that may be the best, cheapest first. */
export function refined(
  fits: readonly FamilyFit[],
  likelihood: PairLikelihood,
  price: number,
  { precision, allowance, reserve, slack }: Refinement,
): FamilyFit[] {
  const costOf = ({ parameters, logLik }: FamilyFit) => price * parameters.length - 2 * logLik;
  const byCost = (a: FamilyFit, b: FamilyFit) => costOf(a) - costOf(b);
  let cost = Number.POSITIVE_INFINITY;
  const found: FamilyFit[] = [];
  for (const fit of [...fits].sort(byCost)) {
    const isHopeless = (logLik: number, rise: number) =>
      price * fit.parameters.length - 2 * (logLik + reserve * rise + slack) >
      cost + allowance(cost);
    const own = refineFit(likelihood, fit, isHopeless, precision);
    if (!own.complete) continue;
    cost = Math.min(cost, costOf(own));
    found.push(own);
  }
  return found.filter((each) => costOf(each) <= cost + allowance(cost)).sort(byCost);
}
