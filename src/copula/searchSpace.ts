/**
 * The coordinates in which a family's parameters are searched: there the log-likelihood is close to a
 * parabola, so that few steps lead to its maximum. Places are points in these coordinates.
 */

import { kernel } from '../numerics/kernel.ts';
import type { Constraint, Evaluation } from '../numerics/maximise.ts';
import type { FamilyName } from './family.ts';

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

/** The space of a family whose parameters may go from `lower` to `upper`. */
export function searchSpace(
  family: FamilyName,
  lower: readonly number[],
  upper: readonly number[],
): SearchSpace {
  if (family === 'bb8') return ridgeOfBb8(lower, upper);
  return scaled(scales[family], lower, upper);
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
interface Scale {
  placeOf(parameter: number): number;
  parameterAt(place: number): number;
  /** d parameter / d place. */
  slope(parameter: number): number;
}

const plain: Scale = { placeOf: (x) => x, parameterAt: (y) => y, slope: () => 1 };

const reciprocal: Scale = {
  placeOf: (x) => 1 / x,
  parameterAt: (y) => 1 / y,
  slope: (x) => -x * x,
};

/** Fisher's transformation of a correlation, log((1 + x)/(1 - x)) / 2. */
const fisher: Scale = {
  placeOf: (x) => 0.5 * (kernel().log1p(x) - kernel().log1p(-x)),
  parameterAt: (y) => {
    const away = kernel().expm1(-2 * Math.abs(y));
    return Math.sign(y) * (-away / (2 + away));
  },
  slope: (x) => (1 - x) * (1 + x),
};

/** log(x + shift). */
function logarithm(shift: number): Scale {
  return {
    placeOf: (x) => kernel().log(x + shift),
    parameterAt: (y) => kernel().exp(y) - shift,
    slope: (x) => x + shift,
  };
}

/**
 * Logarithms of what 1 - tau divides by: theta + 2 for Clayton's parameter, theta itself for Gumbel's
 * and, nearly, Joe's.
 */
const scales: Readonly<Record<Exclude<FamilyName, 'bb8'>, readonly Scale[]>> = {
  independence: [],
  gaussian: [fisher],
  student: [fisher, reciprocal],
  clayton: [logarithm(2)],
  gumbel: [logarithm(0)],
  frank: [plain],
  joe: [logarithm(0)],
  bb1: [logarithm(2), logarithm(0)],
  bb6: [logarithm(0), logarithm(0)],
  bb7: [logarithm(0), logarithm(2)],
};

function scaled(
  each: readonly Scale[],
  lower: readonly number[],
  upper: readonly number[],
): SearchSpace {
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
}

/** Where T(delta) = delta / (BEND - delta) has its pole; T then grows like tau / (theta - 1). */
const BEND = 1.3;

/**
 * BB8 is searched by shape T(delta) and strength (theta - 1) T(delta). For weak dependence Kendall's
 * tau is about (theta - 1) T(delta) / 7, so that the long ridge of equal dependence, from Frank's
 * copula at small delta to Joe's at delta = 1, runs along one coordinate. The bounds of theta become
 * lines through the origin.
 */
function ridgeOfBb8(lower: readonly number[], upper: readonly number[]): SearchSpace {
  const shape = (delta: number) => delta / (BEND - delta);
  const [least, most] = [shape(lower[1]), shape(upper[1])];
  const [weakest, strongest] = [lower[0] - 1, upper[0] - 1];
  return {
    lower: [least, weakest * least],
    upper: [most, strongest * most],
    constraints: [
      [1, 0, most],
      [-1, 0, -least],
      [weakest, -1, 0],
      [-strongest, 1, 0],
    ],
    placeOf: ([theta, delta]) => [shape(delta), (theta - 1) * shape(delta)],
    parametersAt: ([x, y]) => [1 + y / x, (BEND * x) / (1 + x)],
    slopes([theta, delta]) {
      const x = shape(delta);
      return [(1 - theta) / x, 1 / x, BEND / ((1 + x) * (1 + x)), 0];
    },
  };
}
