/** What the elliptical families share: a correlation, at whose ends all mass lies on a line. */

import { kernel } from '../../numerics/kernel.ts';
import { BRINK } from './brink.ts';

/** How close to its ends a correlation is searched. */
const SEARCHED = 1e-9;

export const correlation = {
  lower: -1,
  upper: 1,
  leastSearched: SEARCHED - 1,
  mostSearched: 1 - SEARCHED,
  regular: (rho: number): number => Math.min(Math.max(rho, BRINK - 1), 1 - BRINK),
  /** sin(pi tau / 2). */
  ofTau: (tau: number): number => kernel().sinQuarterTurns(tau),
} as const;
