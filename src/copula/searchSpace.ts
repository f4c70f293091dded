/**
 * The coordinates in which a family's parameters are searched: there the log-likelihood is close to a
 * parabola, so that few steps lead to its maximum. Places are points in these coordinates.
 */

import { kernel } from '../numerics/kernel.ts';
import type { Constraint, Evaluation } from '../numerics/maximise.ts';
import type { Family } from './family.ts';

export interface SearchSpace {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  /** Two parameters: the polygon that their bounds become. Default: the box. */
  readonly constraints?: readonly Constraint[];
  placeOf(parameters: readonly number[]): readonly number[];
  parametersAt(place: readonly number[]): readonly number[];
  /** The derivatives of the parameters by the place, one parameter after the other. */
  slopes(parameters: readonly number[]): readonly number[];
}

/** An evaluation by parameters as one by places. */
export function byPlace(
  { value, gradient, information }: Evaluation,
  slopes: readonly number[],
): Evaluation {
  if (gradient.length === 1) {
    const [a] = slopes;
    return { value, gradient: [a * gradient[0]], information: [a * a * information[0]] };
  }
  const [a, b, c, d] = slopes;
  const [g1, g2] = gradient;
  const [i11, i12, i22] = information;
  return {
    value,
    gradient: [a * g1 + c * g2, b * g1 + d * g2],
    information: [
      a * a * i11 + 2 * a * c * i12 + c * c * i22,
      a * b * i11 + (a * d + b * c) * i12 + c * d * i22,
      b * b * i11 + 2 * b * d * i12 + d * d * i22,
    ],
  };
}

/** A smooth monotone map of one parameter. */
export interface Scale {
  placeOf(parameter: number): number;
  parameterAt(place: number): number;
  /** d parameter / d place. */
  slope(parameter: number): number;
}

export const plain: Scale = { placeOf: (x) => x, parameterAt: (y) => y, slope: () => 1 };

export const reciprocal: Scale = {
  placeOf: (x) => 1 / x,
  parameterAt: (y) => 1 / y,
  slope: (x) => -x * x,
};

/** Fisher's transformation of a correlation, log((1 + x)/(1 - x)) / 2. */
export const fisher: Scale = {
  placeOf: (x) => 0.5 * (kernel().log1p(x) - kernel().log1p(-x)),
  parameterAt: (y) => {
    const away = kernel().expm1(-2 * Math.abs(y));
    return Math.sign(y) * (-away / (2 + away));
  },
  slope: (x) => (1 - x) * (1 + x),
};

/**
 * log(x + shift): of what 1 - tau divides by, theta + 2 for Clayton's parameter, theta itself for
 * Gumbel's and, nearly, Joe's.
 */
export function logarithm(shift: number): Scale {
  return {
    placeOf: (x) => kernel().log(x + shift),
    parameterAt: (y) => kernel().exp(y) - shift,
    slope: (x) => x + shift,
  };
}

/** A space in which every parameter has a scale of its own. */
export function scaled(...each: readonly Scale[]): Family['searchSpace'] {
  return (lower, upper) => {
    const ends = each.map((scale, k) => [scale.placeOf(lower[k]), scale.placeOf(upper[k])]);
    return {
      lower: ends.map(([a, b]) => Math.min(a, b)),
      upper: ends.map(([a, b]) => Math.max(a, b)),
      placeOf: (parameters) => parameters.map((x, k) => each[k].placeOf(x)),
      parametersAt: (place) => place.map((y, k) => each[k].parameterAt(y)),
      slopes(parameters) {
        const [a, d] = each.map((scale, k) => scale.slope(parameters[k]));
        return d === undefined ? [a] : [a, 0, 0, d];
      },
    };
  };
}
