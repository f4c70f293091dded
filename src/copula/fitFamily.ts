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
  const coordinates = coordinatesOf(name);
  const { lower, upper } = coordinates.box(searchBounds(family));
  const climb = (start: readonly number[]): FamilyFit => {
    const top: Maximum = maximise({
      evaluate: (at) =>
        pulledBack(
          likelihood.evaluate(family, rotation, coordinates.out(at)),
          coordinates.slopes?.(at),
        ),
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
  /** Derivatives of the parameters by the coordinates; nothing where both are the same. */
  slopes?(at: readonly number[]): Slopes;
}

/** The first parameter by the first and the second coordinate, then the second parameter. */
type Slopes = readonly [number, number, number, number];

function coordinatesOf(name: FamilyName): Coordinates {
  if (name === 'student') return inverseFreedom;
  return name === 'bb8' ? betweenJoeAndFrank : natural;
}

const natural: Coordinates = {
  in: (parameters) => parameters,
  out: (at) => at,
  box: (bounds) => bounds,
};

/** Student's t: rho as it is, the degrees of freedom as 1/nu. */
const inverseFreedom: Coordinates = {
  in: ([rho, nu]) => [rho, 1 / nu],
  out: ([rho, inverse]) => [rho, 1 / inverse],
  box: ({ lower, upper }) => ({
    lower: [lower[0], 1 / upper[1]],
    upper: [upper[0], 1 / lower[1]],
  }),
  slopes: ([, inverse]) => [1, 0, 0, -1 / (inverse * inverse)],
};

/**
 * BB8: its copulas of one strength lie along a hyperbola, from Joe's at delta = 1 to Frank's, where
 * theta * delta is what counts. In r = 1/theta and z = theta delta / (theta delta + 1 - delta) the
 * hyperbola is nearly straight: a search takes a third of the steps, and what its parabola promises
 * is close to what comes, so that giving up on it is safe.
 */
const betweenJoeAndFrank: Coordinates = {
  in: ([theta, delta]) => [1 / theta, (theta * delta) / (theta * delta + (1 - delta))],
  out: ([r, z]) => [1 / r, Math.max((z * r) / (z * r + (1 - z)), families.bb8.lower[1])],
  box: ({ lower, upper }) => ({
    lower: [1 / upper[0], lower[1]],
    upper: [1 / lower[0], 1],
  }),
  slopes: ([r, z]) => {
    const whole = z * r + (1 - z);
    const free = z * r >= families.bb8.lower[1] * whole ? 1 / (whole * whole) : 0;
    return [-1 / (r * r), 0, z * (1 - z) * free, r * free];
  },
};

/** An evaluation in the parameters as one in the coordinates. */
function pulledBack(evaluation: Evaluation, slopes: Slopes | undefined): Evaluation {
  if (!slopes) return evaluation;
  const [a, b, c, d] = slopes;
  const { value, gradient, information } = evaluation;
  const [g, h] = gradient;
  const [i, j, k] = information;
  return {
    value,
    gradient: [a * g + c * h, b * g + d * h],
    information: [
      a * a * i + 2 * a * c * j + c * c * k,
      a * b * i + (a * d + b * c) * j + c * d * k,
      b * b * i + 2 * b * d * j + d * d * k,
    ],
  };
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
