/** Rotations of a pair copula. */

import type { Family } from './family.ts';

/** Counter-clockwise, in degrees. */
export type Rotation = 0 | 90 | 180 | 270;

export function rotationsOf({ rotates }: Family): readonly Rotation[] {
  return rotates ? [0, 90, 180, 270] : [0];
}

/**
 * What the kernel is told of a rotation: bit 0 turns the first argument around, bit 1 the second.
 * All families here are exchangeable, so 90 degrees is c(1 - u1, u2) and 270 is c(u1, 1 - u2).
 */
export function flipsOf(rotation: Rotation): number {
  return { 0: 0, 90: 1, 180: 3, 270: 2 }[rotation];
}

/** The rotation of the same copula with its arguments exchanged. */
export function mirrored(rotation: Rotation): Rotation {
  return rotation === 90 ? 270 : rotation === 270 ? 90 : rotation;
}

/** Whether large values of one variable go with small ones of the other: a quarter turn. */
export function isQuarterTurn(rotation: Rotation): boolean {
  return rotation === 90 || rotation === 270;
}
