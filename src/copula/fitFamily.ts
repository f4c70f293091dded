/** Maximum likelihood for one family and rotation, over the full bounds of its parameters. */

import { maximise } from '../numerics/maximise.ts';
import { type Family, type FamilyName, families, type Rotation } from './family.ts';
import type { PairLikelihood } from './pairLikelihood.ts';
import { byPlace, searchSpace } from './searchSpace.ts';
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

type Bounds = Pick<Family, 'lower' | 'upper'>;

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
  const starts = startsOf(name, rotation, tau, known);
  const bounds = searchBounds(family);
  const climb = climber(likelihood, family, rotation, bounds, hopeless);
  const begin = starts.begin.map((at) => within(bounds, at));
  let fit = climb(best(begin, (at) => likelihood.value(family, rotation, at)));
  const climbAgain = (start: readonly number[]) => {
    const other = climb(start);
    if (other.logLik > fit.logLik) fit = other;
  };
  const inside = starts.behind?.(fit.parameters);
  if (inside && fit.complete) climbAgain(inside);
  for (const point of starts.nested) {
    if (point.logLik > fit.logLik + SLACK && fit.complete) climbAgain(point.parameters);
  }
  return fit;
}

/** The search from a start to the maximum next to it. */
function climber(
  likelihood: PairLikelihood,
  family: Family,
  rotation: Rotation,
  bounds: Bounds,
  hopeless: Hopeless | undefined,
): (start: readonly number[]) => FamilyFit {
  const { constraints, ...space } = searchSpace(family.name, bounds.lower, bounds.upper);
  const parametersAt = (place: readonly number[]) => within(bounds, space.parametersAt(place));
  return (start) => {
    const top = maximise({
      evaluate(place) {
        const parameters = parametersAt(place);
        const evaluation = likelihood.evaluate(family, rotation, parameters);
        return byPlace(evaluation, space.slopes(parameters));
      },
      lower: space.lower,
      upper: space.upper,
      start: space.placeOf(within(bounds, start)),
      ...(constraints ? { constraints } : {}),
      ...(hopeless ? { hopeless } : {}),
    });
    const parameters = parametersAt(top.at);
    const complete = !top.abandoned;
    return { family: family.name, rotation, parameters, logLik: top.value, complete };
  };
}

/** Where the search may go: the family's bounds, less the points at which its formulas are singular. */
function searchBounds({ name, lower, upper }: Family): Bounds {
  if (name !== 'gaussian' && name !== 'student') return { lower, upper };
  return { lower: [1e-9 - 1, ...lower.slice(1)], upper: [1 - 1e-9, ...upper.slice(1)] };
}

function within({ lower, upper }: Bounds, parameters: readonly number[]): readonly number[] {
  return parameters.map((value, k) => Math.min(Math.max(value, lower[k]), upper[k]));
}

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
