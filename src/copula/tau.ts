/** Kendall's tau of a pair copula from its parameters, and back. */

import { kernel } from '../numerics/kernel.ts';
import { rootOfIncreasing } from '../numerics/root.ts';
import type { PairCopula } from './evaluate.ts';
import { families } from './families/index.ts';
import type { Family, FamilyName } from './family.ts';
import { isQuarterTurn } from './rotation.ts';

/** The families that tau alone determines, and Student's t, whose rho it determines. */
export type TauFamily = Exclude<FamilyName, 'independence' | 'bb1' | 'bb6' | 'bb7' | 'bb8'>;

/** Kendall's tau, within 1e-14 over the full bounds of the parameters. */
export function tauOf({ family, rotation, parameters }: PairCopula): number {
  const [theta = 0, delta = 0] = parameters;
  const tau = kernel().tau(families[family].code, theta, delta);
  return isQuarterTurn(rotation) ? -tau : tau;
}

/**
 * The parameters at which a family has the given tau, kept inside their bounds: of Student's t only
 * rho, whatever the degrees of freedom. A family that rotates takes the size of tau; its sign is the
 * rotation's.
 */
export function parametersOfTau(name: TauFamily, tau: number): number[] {
  const family = families[name];
  const own = family.rotates ? Math.abs(tau) : tau;
  const theta = family.thetaOfTau ? family.thetaOfTau(own) : searchedTheta(family, own);
  return [Math.min(Math.max(theta, family.lower[0]), family.upper[0])];
}

/** Theta by the kernel's tau, which rises with it; a family that does not rotate is odd in theta. */
function searchedTheta({ code, rotates, lower, upper }: Family, tau: number): number {
  const size = Math.abs(tau);
  const rise = (theta: number) => kernel().tau(code, theta, 0) - size;
  const theta = rootOfIncreasing(rise, rotates ? lower[0] : 0, upper[0]);
  return tau < 0 ? -theta : theta;
}
