/** Maximum likelihood for one family and rotation, over the full bounds of its parameters. */

import { maximise } from '../numerics/maximise.ts';
import { families } from './families/index.ts';
import type { Bounds, Family, FamilyName } from './family.ts';
import type { PairLikelihood } from './pairLikelihood.ts';
import type { Rotation } from './rotation.ts';
import { byPlace } from './searchSpace.ts';
import type { KnownPoint } from './starts.ts';

export interface FamilyFit {
  readonly family: FamilyName;
  readonly rotation: Rotation;
  readonly parameters: readonly number[];
  readonly logLik: number;
  /** False if the search was given up because the family could no longer win. */
  readonly complete: boolean;
}

/** Told the log-likelihood reached, the rise still expected and, if known, a slack: true gives the family up. */
export type Hopeless = (logLik: number, expectedRise: number, slack?: number) => boolean;

/** The fits made so far for the same pair. */
export type KnownFits = (family: FamilyName, rotation: Rotation) => KnownPoint;

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
  const starts = family.starts(startingTau(family, tau), (inner) =>
    known(inner, families[inner].rotates ? rotation : 0),
  );
  if (name === 'student' && hopeless && staysGaussian(likelihood, known('gaussian', 0), hopeless)) {
    const { parameters, logLik } = known('gaussian', 0);
    return {
      family: name,
      rotation,
      parameters: [...parameters, family.upper[1]],
      logLik,
      complete: false,
    };
  }
  const bounds = family.searchBounds ?? family;
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
    if (!isInside(family, point.parameters)) continue;
    if (point.logLik > fit.logLik + SLACK && fit.complete) climbAgain(point.parameters);
  }
  return fit;
}

/** The slack next to the Gaussian copula's maximum. */
const STUDENT_SLACK = 0.5;

/**
 * Whether Student's copula cannot win by what its log-likelihood does where it leaves the Gaussian one: the
 * parabola there is that of a maximum in rho, and says more than that of a start.
 */
function staysGaussian(
  likelihood: PairLikelihood,
  { parameters: [rho], logLik }: KnownPoint,
  hopeless: Hopeless,
): boolean {
  const limit = likelihood.towardsStudent?.(rho);
  if (!limit) return false;
  const [byRho, byFreedom] = limit.gradient;
  const [i11, i12, i22] = limit.information;
  // the slope and curvature along the ridge of best rho
  const slope = byFreedom - (i12 / i11) * byRho;
  const curvature = i22 - (i12 * i12) / i11;
  if (!(curvature > 0)) return false;
  const rise = slope > 0 ? (slope * slope) / (2 * curvature) : 0;
  return hopeless(logLik, rise, STUDENT_SLACK);
}

/** The search from a start to the maximum next to it. */
function climber(
  likelihood: PairLikelihood,
  family: Family,
  rotation: Rotation,
  bounds: Bounds,
  hopeless: Hopeless | undefined,
): (start: readonly number[]) => FamilyFit {
  const { constraints, ...space } = family.searchSpace(bounds.lower, bounds.upper);
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

/** Kendall's tau as starts are made of it: not too near independence or dependence on a line. */
function startingTau({ rotates }: Family, tau: number): number {
  const size = Math.min(Math.max(Math.abs(tau), 0.01), 0.9);
  return tau < 0 && !rotates ? -size : size;
}

function isInside({ lower, upper }: Bounds, parameters: readonly number[]): boolean {
  return parameters.every((value, k) => value >= lower[k] && value <= upper[k]);
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
