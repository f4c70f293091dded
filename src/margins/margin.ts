/** The margins as a whole: what a fit gives, what a model keeps, and the way back to values. */

import type { Rng } from '../random/rng.ts';
import { type DiscreteMargin, decodeDiscrete, firstNotBelow } from './discrete.ts';
import { decodeEmpirical, type EmpiricalMargin, probabilityOfEmpirical } from './empirical.ts';
import type { LevelsMargin } from './levels.ts';
import { probabilityOf } from './quantileCurve.ts';
import { decodeSmooth, type SmoothMargin } from './smooth.ts';

/** The distribution of one variable of the vine: plain data, ready for JSON. */
export type ColumnMargin = SmoothMargin | EmpiricalMargin | DiscreteMargin | LevelsMargin;

/** A column on the copula scale; `left` holds the left limits of a discrete one. */
export interface Encoded {
  readonly u: Float64Array;
  readonly left?: Float64Array;
}

export interface FittedMargin {
  readonly margin: ColumnMargin;
  /** Takes the column of the fit, its missing values filled, to the copula scale. */
  readonly encode: (values: Float64Array, rng: Rng) => Encoded;
}

/**
 * From the copula scale to values; of a category, the places of its levels. `spread` gives a column of
 * uniforms, for levels that stand for several values.
 */
export function decode(
  margin: ColumnMargin,
  u: Float64Array,
  spread: () => Float64Array,
): Float64Array {
  switch (margin.kind) {
    case 'smooth':
      return decodeSmooth(margin, u);
    case 'empirical':
      return decodeEmpirical(margin, u);
    case 'discrete':
      return decodeDiscrete(margin, u, spread);
    case 'levels':
      return placesOf(margin.upper, u);
  }
}

function placesOf(upper: readonly number[], u: Float64Array): Float64Array {
  const places = new Float64Array(u.length);
  for (let i = 0; i < u.length; i++) places[i] = firstNotBelow(upper, u[i]);
  return places;
}

/** The probabilities that decode to a value: an interval, or a point given twice; nothing if none do. */
export function preimage(
  margin: ColumnMargin,
  value: number,
): readonly [number, number] | undefined {
  switch (margin.kind) {
    case 'smooth': {
      const atom = margin.atoms.find((each) => each.value === value);
      if (atom) return [atom.from, atom.to];
      if (value < margin.least || value > margin.largest) return undefined;
      const p = probabilityOf(margin, value);
      return [p, p];
    }
    case 'empirical': {
      const { values } = margin;
      if (value < values[0] || value > values[values.length - 1]) return undefined;
      const p = probabilityOfEmpirical(margin, value);
      return [p, p];
    }
    case 'discrete': {
      const level = margin.values.findIndex(([low, high]) => value >= low && value <= high);
      return level < 0 ? undefined : intervalOf(margin.upper, level);
    }
    case 'levels':
      return Number.isInteger(value) && value >= 0 && value < margin.upper.length
        ? intervalOf(margin.upper, value)
        : undefined;
  }
}

function intervalOf(upper: readonly number[], level: number): readonly [number, number] {
  return [level > 0 ? upper[level - 1] : 0, upper[level]];
}
