/** Tail dependence of a pair copula from its parameters. */

import type { PairCopula } from './evaluate.ts';
import { families } from './families/index.ts';
import { isQuarterTurn } from './rotation.ts';

/** How likely one variable is extreme given that the other is. */
export interface TailDependence {
  /** The limit of P(U1 <= q | U2 <= q) as q falls to 0. */
  readonly lower: number;
  /** The limit of P(U1 > q | U2 > q) as q rises to 1. */
  readonly upper: number;
}

/** Formulas: Joe (2014), Dependence Modeling with Copulas, chapter 4. */
export function tailDependence({ family, rotation, parameters }: PairCopula): TailDependence {
  // turned by a quarter, what depends in the tails is a small value with a large one
  if (isQuarterTurn(rotation)) return { lower: 0, upper: 0 };
  const [theta = 0, delta = 0] = parameters;
  const { lower, upper } = families[family].tailDependence(theta, delta);
  return rotation === 180 ? { lower: upper, upper: lower } : { lower, upper };
}
