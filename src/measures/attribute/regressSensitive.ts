/**
 * The core of the attack on a sensitive column of numbers: a regression of it on everything else in
 * one synthetic table, and the guesses that follow for people whose other columns are known. An audit
 * asks for it once, a game once for each set.
 */

import type { TableFeatures } from '../../features/features.ts';
import { type AttackerRegression, type Moments, regress, type Standardised } from './regression.ts';

/** The feature that is guessed, and those that it is guessed from. */
export interface AttackedFeature {
  readonly of: number;
  readonly on: readonly number[];
}

export function attackedFeature(
  { names, sources }: TableFeatures,
  sensitive: string,
): AttackedFeature {
  return {
    of: names.findIndex((name, j) => sources[j] === sensitive && name === sensitive),
    on: [...sources.keys()].filter((j) => sources[j] !== sensitive),
  };
}

export interface SensitiveRegression extends AttackerRegression {
  /** Mean size of the coefficients, and the largest. */
  readonly mab: number;
  readonly wcab: number;
}

/** `isScaled` tells by feature whether it enters standardised. */
export function regressSensitive(
  set: Standardised,
  { of, on }: AttackedFeature,
  isScaled: readonly boolean[],
): SensitiveRegression {
  const found = regress(set, of, on, isScaled);
  const sizes = found.coefficients.map(Math.abs);
  return {
    ...found,
    mab: sizes.reduce((sum, size) => sum + size, 0) / sizes.length,
    wcab: sizes.reduce((most, size) => Math.max(most, size), 0),
  };
}

/** A feature of some people as the regression takes it, by given moments. */
export function scoresOf(
  { columns }: TableFeatures,
  feature: number,
  { mean, sd }: Moments,
  isScaled: readonly boolean[],
): Float64Array {
  if (!isScaled[feature]) return columns[feature];
  const [centre, unit] = [mean[feature], sd[feature]];
  return columns[feature].map((value) => (unit === 0 ? 0 : (value - centre) / unit));
}

/** A regression with what turns its guesses into values. */
export interface LearnedRegression extends AttackedFeature {
  readonly found: AttackerRegression;
  /** Of the rows learned from. */
  readonly moments: Moments;
  readonly isScaled: readonly boolean[];
}

/** The same as a linear function of features in their own units. */
export interface LinearGuess {
  readonly constant: number;
  /** By regressor. */
  readonly slopes: Float64Array;
}

export function linearGuess({ of, on, found, moments, isScaled }: LearnedRegression): LinearGuess {
  const unit = moments.sd[of];
  let constant = moments.mean[of] + unit * found.intercept;
  const slopes = found.coefficients.map((coefficient, k) => {
    const feature = on[k];
    if (!isScaled[feature] || moments.sd[feature] === 0) return unit * coefficient;
    const slope = (unit * coefficient) / moments.sd[feature];
    constant -= slope * moments.mean[feature];
    return slope;
  });
  return { constant, slopes };
}

/** Guesses for people whose other columns are known, in the units of the column. */
export function guessValues(learned: LearnedRegression, people: TableFeatures): Float64Array {
  const { constant, slopes } = linearGuess(learned);
  const guesses = new Float64Array(people.rows).fill(constant);
  learned.on.forEach((feature, k) => {
    const [slope, column] = [slopes[k], people.columns[feature]];
    for (let i = 0; i < guesses.length; i++) guesses[i] += slope * column[i];
  });
  return guesses;
}

/** Guesses in standard deviations from the mean; `known` holds the scores of each regressor. */
export function guessScores(
  { intercept, coefficients }: AttackerRegression,
  known: readonly Float64Array[],
  people: number,
): Float64Array {
  const guesses = new Float64Array(people).fill(intercept);
  known.forEach((scores, k) => {
    const coefficient = coefficients[k];
    for (let i = 0; i < people; i++) guesses[i] += coefficient * scores[i];
  });
  return guesses;
}
