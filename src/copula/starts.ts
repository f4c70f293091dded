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
        [theta / 2, between(delta)],
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
        [between(theta), between(delta)],
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
        [between(theta), delta / 2],
        inside(clayton, delta >= 0.01 && delta <= 25, [1, delta]),
      );
    }
    case 'bb8': {
      const joe = nested('joe');
      const [theta] = joe.parameters;
      // BB8 tends to Frank's copula along (1 - delta)^theta = e^-frank
      const frank = Math.abs(known('frank', 0).parameters[0]);
      const along = (power: number) => [power, 1 - kernel().exp(-frank / power)];
      return {
        begin: [along(6), along(2), [Math.min(theta, 8), 0.95]],
        nested: inside(joe, theta <= 8, [theta, 1]),
      };
    }
  }
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

/** Halfway between independence at 1 and the nested family's parameter. */
function between(parameter: number): number {
  return 0.5 * (1 + parameter);
}

function clip(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
