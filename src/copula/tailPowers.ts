/** What the tail dependence of Archimedean families is made of: powers of 2. */

import { kernel } from '../numerics/kernel.ts';
import type { TailDependence } from './tailDependence.ts';

export const NO_TAILS: TailDependence = { lower: 0, upper: 0 };

/** 2^(-1/power), 0 at power = 0. */
export function lowerTail(power: number): number {
  return power > 0 ? kernel().exp(-Math.LN2 / power) : 0;
}

/** 2 - 2^(1/power), which vanishes at power = 1 without loss of digits. */
export function upperTail(power: number): number {
  return -2 * kernel().expm1(Math.LN2 * ((1 - power) / power));
}
