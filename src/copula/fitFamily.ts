/** Maximum likelihood for one family and rotation, over the full bounds of its parameters. */

import { type Evaluation, maximise, promisedRise } from '../numerics/maximise.ts';
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
  /**
   * If there are several groups of rows, the log-likelihoods that parameters of their own promise, by the
   * parabola where the search has ended.
   */
  readonly byGroup: readonly number[];
}

/** Told the log-likelihood reached, the rise still expected and, if known, a slack: true gives the family up. */
export type Hopeless = (logLik: number, expectedRise: number, slack?: number) => boolean;

/** The fits made so far for the same pair. */
export type KnownFits = (family: FamilyName, rotation: Rotation) => KnownPoint;

/** How near its maximum a log-likelihood is searched, and from how much on a nested family's fit counts as better. */
export interface Precision {
  readonly rise: number;
  readonly lead: number;
}

export const EXACT: Precision = { rise: 1e-9, lead: 1e-7 };
/** Enough to tell which families may be the best. */
export const ROUGH: Precision = { rise: 0.002, lead: 0.02 };

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
  precision = EXACT,
): FamilyFit {
  const family = families[name];
  if (family.parameters.length === 0) {
    return { family: name, rotation, parameters: [], logLik: 0, complete: true, byGroup: [] };
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
      byGroup: likelihood.lastByGroup().map(fromGaussian),
    };
  }
  const bounds = family.searchBounds ?? family;
  const climb = climber(likelihood, family, rotation, { bounds, hopeless, precision });
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
    if (point.logLik > fit.logLik + precision.lead && fit.complete) climbAgain(point.parameters);
  }
  return fit;
}

/** The search for one family's maximum from parameters that are nearly its own. */
export function refineFit(
  likelihood: PairLikelihood,
  { family: name, rotation, parameters }: FamilyFit,
  hopeless?: Hopeless,
  precision = EXACT,
): FamilyFit {
  const family = families[name];
  if (family.parameters.length === 0) {
    return { family: name, rotation, parameters: [], logLik: 0, complete: true, byGroup: [] };
  }
  const bounds = family.searchBounds ?? family;
  return climber(likelihood, family, rotation, { bounds, hopeless, precision })(parameters);
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
  const rise = riseByFreedom(limit);
  return rise !== undefined && hopeless(logLik, rise, STUDENT_SLACK);
}

/** The rise that the parabola promises where the degrees of freedom leave infinity; nothing if it is none. */
function riseByFreedom({ gradient: [byRho, byFreedom], information }: Evaluation) {
  const [i11, i12, i22] = information;
  // the slope and curvature along the ridge of best rho
  const slope = byFreedom - (i12 / i11) * byRho;
  const curvature = i22 - (i12 * i12) / i11;
  if (!(curvature > 0)) return undefined;
  return slope > 0 ? (slope * slope) / (2 * curvature) : 0;
}

/** What Student's copula with parameters of its own promises for rows of which the Gaussian one is known. */
function fromGaussian(limit: Evaluation): number {
  const [byRho] = limit.gradient;
  const [curvature] = limit.information;
  const byCorrelation = curvature > 0 ? (byRho * byRho) / (2 * curvature) : 0;
  return limit.value + byCorrelation + (riseByFreedom(limit) ?? 0);
}

interface Climb {
  readonly bounds: Bounds;
  readonly hopeless: Hopeless | undefined;
  readonly precision: Precision;
}

/** The search from a start to the maximum next to it. */
function climber(
  likelihood: PairLikelihood,
  family: Family,
  rotation: Rotation,
  { bounds, hopeless, precision }: Climb,
): (start: readonly number[]) => FamilyFit {
  const { constraints, ...space } = family.searchSpace(bounds.lower, bounds.upper);
  const parametersAt = (place: readonly number[]) => within(bounds, space.parametersAt(place));
  const region = { lower: space.lower, upper: space.upper, ...(constraints && { constraints }) };
  return (start) => {
    let last = start;
    const atPlace = (evaluation: Evaluation) =>
      byPlace(evaluation, space.slopes(parametersAt(last)));
    const top = maximise({
      ...region,
      evaluate(place) {
        last = place;
        return atPlace(likelihood.evaluate(family, rotation, parametersAt(place)));
      },
      start: space.placeOf(within(bounds, start)),
      tolerance: precision.rise,
      ...(hopeless ? { hopeless } : {}),
    });
    const parameters = parametersAt(top.at);
    return {
      family: family.name,
      rotation,
      parameters,
      logLik: top.value,
      complete: !top.abandoned,
      byGroup: likelihood
        .lastByGroup()
        .map((own) => own.value + promisedRise(atPlace(own), last, region)),
    };
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
