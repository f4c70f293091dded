import type { Family } from './family.ts';
import { flipsOf, type Rotation } from './rotation.ts';

/** The arguments that every kernel function of the families takes. */
export interface Call {
  readonly code: number;
  readonly flips: number;
  readonly theta: number;
  readonly delta: number;
}

export function callOf(family: Family, rotation: Rotation, parameters: readonly number[]): Call {
  const [theta = 0, delta = 0] = parameters;
  const { code, regular } = family;
  return { code, flips: flipsOf(rotation), theta: regular ? regular(theta) : theta, delta };
}
