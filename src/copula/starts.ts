/** Where the search for a family's parameters begins. */

import { kernel } from '../numerics/kernel.ts';
import type { FamilyName, Rotation } from './family.ts';

/** A point of known log-likelihood: a nested family's fit. */
export interface KnownPoint {
  readonly parameters: readonly number[];
  readonly logLik: number;
}

/** The fits made so far for the same pair. */
export type KnownFits = (family: FamilyName, rotation: Rotation) => KnownPoint;

export interface Starts {
  /** Points to begin from: the best of them is taken. */
  readonly begin: readonly (readonly number[])[];
  /** Another point to begin from, if the search has ended where a higher maximum may hide behind. */
  readonly behind?: (parameters: readonly number[]) => readonly number[] | undefined;
  /** The fits of nested families as points of this one, below which its fit must not end. */
  readonly nested: readonly KnownPoint[];
}

/** Families whose fits must be known before this one is fitted. */
export const nestedFamilies: Readonly<Record<FamilyName, readonly FamilyName[]>> = {
  independence: [],
  gaussian: [],
  student: ['gaussian'],
  clayton: [],
  gumbel: [],
  frank: [],
  joe: [],
  bb1: ['clayton', 'gumbel'],
  bb6: ['joe', 'gumbel'],
  bb7: ['joe', 'clayton'],
  bb8: ['joe', 'frank'],
};

/** One parameter: by Kendall's tau. Two: between the nested families. */
export function startsOf(
  family: FamilyName,
  rotation: Rotation,
  tau: number,
  known: KnownFits,
): Starts {
  const size = clip(Math.abs(tau), 0.01, 0.9);
  const sign = tau < 0 ? -1 : 1;
  const nested = (name: FamilyName) => known(name, rotation);
  switch (family) {
    case 'independence':
      return { begin: [], nested: [] };
    case 'gaussian': {
      // sin(pi tau / 2), by its first terms
      const square = size * size;
      return from([sign * size * (1.5708 - 0.6459 * square + 0.0751 * square * square)]);
    }
    case 'frank':
      return from([clip((sign * 9 * size) / (1 - size * Math.sqrt(size)), -30, 30)]);
    case 'clayton':
      return from([(2 * size) / (1 - size)]);
    case 'gumbel':
      return from([1 / (1 - size)]);
    case 'joe':
      return from([(1 + size) / (1 - size)]);
    case 'student':
      return from([known('gaussian', 0).parameters[0], 8]);
    case 'bb1': {
      const clayton = nested('clayton');
      const gumbel = nested('gumbel');
      const [theta] = clayton.parameters;
      const [delta] = gumbel.parameters;
      return from(
        [2 * half((theta + 2) / 2, delta) - 2, half((theta + 2) / 2, delta)],
        inside(clayton, theta <= 7, [theta, 1]),
        inside(gumbel, delta <= 7, [0, delta]),
      );
    }
    case 'bb6': {
      const joe = nested('joe');
      const gumbel = nested('gumbel');
      const [theta] = joe.parameters;
      const [delta] = gumbel.parameters;
      return from(
        [2 * half((theta + 1) / 2, delta) - 1, half((theta + 1) / 2, delta)],
        inside(joe, theta <= 6, [theta, 1]),
        inside(gumbel, delta <= 8, [1, delta]),
      );
    }
    case 'bb7': {
      const joe = nested('joe');
      const clayton = nested('clayton');
      const [theta] = joe.parameters;
      const [delta] = clayton.parameters;
      return from(
        [0.3 + 0.7 * theta, 0.7 * delta],
        inside(clayton, delta >= 0.01 && delta <= 25, [1, delta]),
      );
    }
    case 'bb8': {
      const joe = nested('joe');
      const [theta] = joe.parameters;
      // Frank's copula is the limit along (1 - delta)^theta = e^-frank, cut off by the bound of theta
      const frank = Math.abs(known('frank', 0).parameters[0]);
      const nearJoe = (power: number, delta: number) => [1 + (power - 1) * (3 - 2 * delta), delta];
      return {
        begin: [[7, 1 - kernel().exp(-frank / 7)], nearJoe(theta, 0.97)],
        // at delta = 1 the log-likelihood often has a small peak of its own, a cusp (1 - delta)^theta
        // away from a higher one
        behind: ([power, delta]) => (delta === 1 ? nearJoe(power, 0.995) : undefined),
        nested: inside(joe, theta <= 8, [theta, 1]),
      };
    }
  }
}

/**
 * What each parameter is to contribute when both share the dependence: the square root of the mean
 * strength. Strength is 1 / (1 - tau), here of the two nested families; strengths of an outer power
 * and its inner copula multiply.
 */
function half(strength1: number, strength2: number): number {
  return Math.sqrt(Math.sqrt(strength1 * strength2));
}

function from(begin: readonly number[], ...nested: readonly (readonly KnownPoint[])[]): Starts {
  return { begin: [begin], nested: nested.flat() };
}

function inside(
  fit: KnownPoint,
  allowed: boolean,
  parameters: readonly number[],
): readonly KnownPoint[] {
  return allowed ? [{ parameters, logLik: fit.logLik }] : [];
}

function clip(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
