/** Kendall's tau of a pair copula from its parameters, and back. */

import { kernel } from '../numerics/kernel.ts';
import { rootOfIncreasing } from '../numerics/root.ts';
import type { PairCopula } from './evaluate.ts';
import { type FamilyName, families } from './family.ts';

/** The families that tau alone determines, and Student's t, whose rho it determines. */
export type TauFamily = Exclude<FamilyName, 'independence' | 'bb1' | 'bb6' | 'bb7' | 'bb8'>;

/** Kendall's tau, within 1e-14 over the full bounds of the parameters. */
export function tauOf({ family, rotation, parameters }: PairCopula): number {
  const [theta = 0, delta = 0] = parameters;
  const tau = kernel().tau(families[family].code, theta, delta);
  return rotation === 90 || rotation === 270 ? -tau : tau;
}

/**
 * The parameters at which a family has the given tau, kept inside their bounds: of Student's t only
 * rho, whatever the degrees of freedom. A family that rotates takes the size of tau; its sign is the
 * rotation's.
 */
export function parametersOfTau(family: TauFamily, tau: number): number[] {
  const size = Math.abs(tau);
  switch (family) {
    case 'gaussian':
    case 'student':
      return [kernel().sinQuarterTurns(tau)];
    case 'clayton':
      return [bounded(family, (2 * size) / (1 - size))];
    case 'gumbel':
      return [bounded(family, 1 / (1 - size))];
    case 'frank': {
      const theta = inverted(family, size, 0);
      return [tau < 0 ? -theta : theta];
    }
    case 'joe':
      return [inverted(family, size, families.joe.lower[0])];
  }
}

function bounded(family: TauFamily, theta: number): number {
  const { lower, upper } = families[family];
  return Math.min(Math.max(theta, lower[0]), upper[0]);
}

function inverted(family: TauFamily, tau: number, least: number): number {
  const { code, upper } = families[family];
  return rootOfIncreasing((theta) => kernel().tau(code, theta, 0) - tau, least, upper[0]);
}
