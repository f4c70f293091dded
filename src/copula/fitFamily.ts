/** Maximum likelihood for one family and rotation, over the full bounds of its parameters. */

import { type Evaluation, type Maximum, maximise } from '../numerics/maximise.ts';
import { type Family, type FamilyName, families, type Rotation } from './family.ts';
import type { PairLikelihood } from './pairLikelihood.ts';
import { type KnownFits, startsOf } from './starts.ts';

export interface FamilyFit {
  readonly family: FamilyName;
  readonly rotation: Rotation;
  readonly parameters: readonly number[];
  readonly logLik: number;
  /** False if the search was given up because the family could no longer win. */
  readonly complete: boolean;
}

/** Told the log-likelihood reached and the rise still expected: true gives the family up. */
export type Hopeless = (logLik: number, expectedRise: number) => boolean;

/** A nested family's fit counts as better from this much on. */
const SLACK = 1e-7;

/**
 * Fits one family. `tau` is Kendall's tau of the pair, `known` gives the fits of the families that
 * this one nests.
 */
export function fitFamily(
  likelihood: PairLikelihood,
  name: FamilyName,
  rotation: Rotation,
  tau: number,
  known: KnownFits,
  hopeless?: Hopeless,
): FamilyFit {
  const family = families[name];
  if (family.parameters.length === 0) {
    return { family: name, rotation, parameters: [], logLik: 0, complete: true };
  }
  const coordinates = name === 'student' ? inverseFreedom : natural;
  const { lower, upper } = coordinates.box(searchBounds(family));
  const climb = (start: readonly number[]): FamilyFit => {
    const top: Maximum = maximise({
      evaluate: (at) => coordinates.evaluate(at, (p) => likelihood.evaluate(family, rotation, p)),
      lower,
      upper,
      start: coordinates.in(start),
      ...(hopeless ? { hopeless } : {}),
    });
    const parameters = coordinates.out(top.at);
    return { family: name, rotation, parameters, logLik: top.value, complete: !top.abandoned };
  };
  const starts = startsOf(name, rotation, tau, known);
  let fit = climb(best(starts.begin, (at) => likelihood.value(family, rotation, at)));
  for (const point of starts.nested) {
    if (point.logLik > fit.logLik + SLACK && fit.complete) {
      const again = climb(point.parameters);
      if (again.logLik > fit.logLik) fit = again;
    }
  }
  return fit;
}

/** Where the search may go: the family's bounds, less the points at which its formulas are singular. */
function searchBounds(family: Family): { lower: readonly number[]; upper: readonly number[] } {
  const { name, lower, upper } = family;
  if (name === 'gaussian' || name === 'student') {
    return { lower: [1e-9 - 1, ...lower.slice(1)], upper: [1 - 1e-9, ...upper.slice(1)] };
  }
  return name === 'bb1' ? { lower: [1e-7, lower[1]], upper } : { lower, upper };
}

/** Coordinates of the search, in which the log-likelihood is close to a parabola. */
interface Coordinates {
  in(parameters: readonly number[]): readonly number[];
  out(at: readonly number[]): readonly number[];
  box(bounds: { lower: readonly number[]; upper: readonly number[] }): typeof bounds;
  evaluate(at: readonly number[], at0: (parameters: readonly number[]) => Evaluation): Evaluation;
}

const natural: Coordinates = {
  in: (parameters) => parameters,
  out: (at) => at,
  box: (bounds) => bounds,
  evaluate: (at, inner) => inner(at),
};

/** Student's t: rho as it is, the degrees of freedom as 1/nu. */
const inverseFreedom: Coordinates = {
  in: ([rho, nu]) => [rho, 1 / nu],
  out: ([rho, inverse]) => [rho, 1 / inverse],
  box: ({ lower, upper }) => ({
    lower: [lower[0], 1 / upper[1]],
    upper: [upper[0], 1 / lower[1]],
  }),
  evaluate(at, inner) {
    const { value, gradient, information } = inner(inverseFreedom.out(at));
    const slope = -1 / (at[1] * at[1]);
    return {
      value,
      gradient: [gradient[0], gradient[1] * slope],
      information: [information[0], information[1] * slope, information[2] * slope * slope],
    };
  },
};

function best<T>(candidates: readonly T[], value: (candidate: T) => number): T {
  let chosen = candidates[0];
  if (candidates.length === 1) return chosen;
  let most = Number.NEGATIVE_INFINITY;
  for (const candidate of candidates) {
    const worth = value(candidate);
    if (worth > most) {
      most = worth;
      chosen = candidate;
    }
  }
  return chosen;
}
