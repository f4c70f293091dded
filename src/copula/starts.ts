/** Where the search for a family's parameters begins. */

import type { FamilyName } from './family.ts';

/** A point of known log-likelihood: a nested family's fit. */
export interface KnownPoint {
  readonly parameters: readonly number[];
  readonly logLik: number;
}

/** The fit of a family to the same pair, rotated alike if it rotates. */
export type KnownFit = (family: FamilyName) => KnownPoint;

export interface Starts {
  /** Points to begin from: the best of them is taken. */
  readonly begin: readonly (readonly number[])[];
  /** Another point to begin from, if the search has ended where a higher maximum may hide behind. */
  readonly behind?: (parameters: readonly number[]) => readonly number[] | undefined;
  /** The fits of nested families as points of this one: those in its bounds are not to be undercut. */
  readonly nested: readonly KnownPoint[];
}

/** One point to begin from, and the fits of nested families. */
export function startAt(begin: readonly number[], ...nested: readonly KnownPoint[]): Starts {
  return { begin: [begin], nested };
}

/** A nested family's fit as a point of the family around it. */
export function pointOf({ logLik }: KnownPoint, ...parameters: readonly number[]): KnownPoint {
  return { parameters, logLik };
}

/**
 * What each parameter is to contribute when both share the dependence: the square root of the mean
 * strength. Strength is 1 / (1 - tau), here of the two nested families; strengths of an outer power
 * and its inner copula multiply.
 */
export function sharedStrength(strength1: number, strength2: number): number {
  return Math.sqrt(Math.sqrt(strength1 * strength2));
}
