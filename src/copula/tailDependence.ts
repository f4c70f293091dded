/** Tail dependence of a pair copula from its parameters. */

import { kernel } from '../numerics/kernel.ts';
import type { PairCopula } from './evaluate.ts';

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
  if (rotation === 90 || rotation === 270) return { lower: 0, upper: 0 };
  const [theta = 0, delta = 0] = parameters;
  const { lower, upper } = unrotated(family, theta, delta);
  return rotation === 180 ? { lower: upper, upper: lower } : { lower, upper };
}

function unrotated(family: PairCopula['family'], theta: number, delta: number): TailDependence {
  switch (family) {
    case 'independence':
    case 'frank':
      return { lower: 0, upper: 0 };
    case 'gaussian':
      return theta === 1 ? { lower: 1, upper: 1 } : { lower: 0, upper: 0 };
    case 'student': {
      const both = ofStudent(theta, delta);
      return { lower: both, upper: both };
    }
    case 'clayton':
      return { lower: lowerOf(theta), upper: 0 };
    case 'gumbel':
    case 'joe':
      return { lower: 0, upper: upperOf(theta) };
    case 'bb1':
      return { lower: lowerOf(theta * delta), upper: upperOf(delta) };
    case 'bb6':
      return { lower: 0, upper: upperOf(theta * delta) };
    case 'bb7':
      return { lower: lowerOf(delta), upper: upperOf(theta) };
    case 'bb8':
      return { lower: 0, upper: delta === 1 ? upperOf(theta) : 0 };
  }
}

/** 2^(-1/power), 0 at power = 0. */
function lowerOf(power: number): number {
  return power > 0 ? kernel().exp(-Math.LN2 / power) : 0;
}

/** 2 - 2^(1/power), which vanishes at power = 1 without loss of digits. */
function upperOf(power: number): number {
  return -2 * kernel().expm1(Math.LN2 * ((1 - power) / power));
}

/** 2 T_(nu+1)(-sqrt((nu+1)(1-rho)/(1+rho))) (Embrechts, McNeil & Straumann 2002). */
function ofStudent(rho: number, nu: number): number {
  if (rho === -1) return 0;
  return 2 * kernel().studentCdf(-Math.sqrt(((nu + 1) * (1 - rho)) / (1 + rho)), nu + 1);
}
