/**
 * An attacker with nothing but the synthetic table regresses a sensitive column of numbers on all
 * others, and guesses it for people whose other columns are known (the paper's attribute inference
 * attack, on one set). Everything is standardised by the synthetic table's moments, as that is what
 * the attacker has; errors are told in standard deviations of the real column.
 */

import type { TableFeatures } from '../../features/features.ts';
import { InputError } from '../../numerics/inputError.ts';
import { type Interval, meanInterval } from '../../numerics/intervals.ts';
import {
  type BeyondControl,
  beyondControl,
  type Guesses,
  guessesOf,
  unusualCount,
} from './guesses.ts';
import { momentsOf, regress, standardise } from './regression.ts';

export interface NumberGuesses extends Guesses {
  /** Of the guesses, in units of the real variance: 1 tells no more than the mean does, 0 all. */
  readonly meanSquaredError: Interval;
  readonly meanSquaredErrorByBaseline: number;
}

/** What a regression tells; see src/measures/attribute/regression.ts. */
export interface Regression {
  readonly rows: number;
  readonly features: number;
  /** Mean size of the coefficients, and the largest. */
  readonly mab: number;
  readonly wcab: number;
  readonly r2: number;
  readonly adjustedR2: number;
  /** The mean size that they would have by chance alone, and the part of it that is noise. */
  readonly floor: number;
  readonly noise: number;
}

export interface NumberAttack {
  readonly kind: 'numbers';
  readonly name: string;
  /** In standard deviations of the real column. */
  readonly tolerance: number;
  readonly regression: Regression;
  readonly coefficients: readonly { readonly feature: string; readonly coefficient: number }[];
  /** The same from the real table: what a copy of it would give away. */
  readonly regressionOnReal: Regression;
  readonly rightFromReal: Interval;
  /** Guesses about people in the real table, and about others. */
  readonly real: NumberGuesses;
  readonly control: NumberGuesses | null;
  readonly beyondControl: BeyondControl | null;
}

export interface NumberTask {
  readonly name: string;
  readonly tolerance: number;
  /** Rows in which the column is not missing. */
  readonly real: TableFeatures;
  readonly synthetic: TableFeatures;
  readonly control: TableFeatures | undefined;
}

export function attackNumbers({ name, tolerance, ...tables }: NumberTask): NumberAttack {
  const { real, control } = tables;
  const learned = learn(tables.synthetic, name, 'synthetic');
  const fromReal = learn(real, name, 'real');
  const { of } = placesOf(real, name);
  const { mean, sd } = momentsOf(real, 0);
  const scale = {
    mean: mean[of],
    sd: sd[of],
    far: farLimit(real.columns[of], mean[of]),
    tolerance,
  };
  const guess = (people: TableFeatures) => judge(people, name, learned, scale);
  const onReal = guess(real);
  const onControl = control && control.rows > 0 ? guess(control) : null;
  return {
    kind: 'numbers',
    name,
    tolerance,
    regression: learned.regression,
    coefficients: learned.on.map((feature, k) => ({
      feature: real.names[feature],
      coefficient: learned.coefficients[k],
    })),
    regressionOnReal: fromReal.regression,
    rightFromReal: judge(real, name, fromReal, scale).right,
    real: onReal,
    control: onControl,
    beyondControl: onControl && beyondControl(onReal, onControl),
  };
}

/** The feature attacked, and those known. */
function placesOf({ names, sources }: TableFeatures, name: string) {
  const of = names.findIndex((feature, j) => sources[j] === name && feature === name);
  return { of, on: [...sources.keys()].filter((j) => sources[j] !== name) };
}

function learn(set: TableFeatures, name: string, what: string) {
  const { of, on } = placesOf(set, name);
  if (on.length === 0) {
    throw new InputError(
      `Sensitive columns: the tables share no column besides '${name}' to guess it from.`,
    );
  }
  if (set.rows <= on.length + 2) {
    throw new InputError(
      `Sensitive columns: the ${what} table has ${set.rows} rows with a value of '${name}', too few for a regression on ${on.length} features. Give more rows, fewer columns, or leave it out.`,
    );
  }
  const standardised = standardise(set, 0);
  const found = regress(standardised, of, on, set.isNumber);
  const sizes = found.coefficients.map(Math.abs);
  const { r2, adjustedR2, floor, noise, intercept, coefficients } = found;
  return {
    of,
    on,
    moments: standardised.moments,
    isScaled: set.isNumber,
    intercept,
    coefficients,
    regression: {
      rows: set.rows,
      features: on.length,
      mab: sizes.reduce((sum, size) => sum + size, 0) / sizes.length,
      wcab: sizes.reduce((most, size) => Math.max(most, size), 0),
      r2,
      adjustedR2,
      floor,
      noise,
    },
  };
}

interface Scale {
  readonly mean: number;
  readonly sd: number;
  /** Values at least so far from the mean are unusual. */
  readonly far: number;
  readonly tolerance: number;
}

function judge(
  people: TableFeatures,
  name: string,
  { of, on, moments, isScaled, intercept, coefficients }: ReturnType<typeof learn>,
  { mean, sd, far, tolerance }: Scale,
): NumberGuesses {
  const truth = people.columns[placesOf(people, name).of];
  const guesses = new Float64Array(people.rows).fill(intercept);
  on.forEach((feature, k) => {
    const [shift, unit] = isScaled[feature]
      ? [moments.mean[feature], moments.sd[feature] === 0 ? 0 : 1 / moments.sd[feature]]
      : [0, 1];
    const slope = coefficients[k] * unit;
    const column = people.columns[feature];
    if (slope !== 0)
      for (let i = 0; i < guesses.length; i++) guesses[i] += slope * (column[i] - shift);
  });
  const errors = guesses.map(
    (guess, i) => (moments.mean[of] + moments.sd[of] * guess - truth[i]) / sd,
  );
  const plain = truth.map((value) => (moments.mean[of] - value) / sd);
  const isRight = (error: number) => (Math.abs(error) < tolerance ? 1 : 0);
  return {
    ...guessesOf({
      right: Uint8Array.from(errors, isRight),
      baseline: Uint8Array.from(plain, isRight),
      unusual: Uint8Array.from(truth, (value) => (Math.abs(value - mean) >= far ? 1 : 0)),
    }),
    meanSquaredError: meanInterval(errors.map((error) => error * error)),
    meanSquaredErrorByBaseline: plain.reduce((sum, error) => sum + error * error, 0) / plain.length,
  };
}

/** The distance to the mean that the most outlying hundredth of the values have. */
function farLimit(values: Float64Array, mean: number): number {
  const distances = values.map((value) => Math.abs(value - mean)).sort();
  return distances[distances.length - unusualCount(distances.length)];
}
