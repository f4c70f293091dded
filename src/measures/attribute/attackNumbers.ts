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
import { type Moments, momentsOf, standardise } from './regression.ts';
import {
  type AttackedFeature,
  attackedFeature,
  guessScores,
  regressSensitive,
  type SensitiveRegression,
  scoresOf,
} from './regressSensitive.ts';

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
  readonly heldOut: TableFeatures | undefined;
}

export function attackNumbers({ name, tolerance, ...tables }: NumberTask): NumberAttack {
  const { real, heldOut } = tables;
  const learned = learn(tables.synthetic, name, 'synthetic');
  const fromReal = learn(real, name, 'real');
  const scale = scaleOf(real, learned.of, tolerance);
  const onReal = judge(real, learned, scale);
  const onHeldOut = heldOut && heldOut.rows > 0 ? judge(heldOut, learned, scale) : null;
  return {
    kind: 'numbers',
    name,
    tolerance,
    regression: learned.regression,
    coefficients: learned.on.map((feature, k) => ({
      feature: real.names[feature],
      coefficient: learned.found.coefficients[k],
    })),
    regressionOnReal: fromReal.regression,
    rightFromReal: judge(real, fromReal, scale).right,
    real: onReal,
    control: onHeldOut,
    beyondControl: onHeldOut && beyondControl(onReal, onHeldOut),
  };
}

interface Learned extends AttackedFeature {
  readonly found: SensitiveRegression;
  /** Of the table learned from. */
  readonly moments: Moments;
  readonly isScaled: readonly boolean[];
  readonly regression: Regression;
}

function learn(table: TableFeatures, name: string, what: string): Learned {
  const attacked = attackedFeature(table, name);
  const features = attacked.on.length;
  if (features === 0) {
    throw new InputError(
      `Sensitive columns: the tables share no column besides '${name}' to guess it from.`,
    );
  }
  if (table.rows <= features + 2) {
    throw new InputError(
      `Sensitive columns: the ${what} table has ${table.rows} rows with a value of '${name}', too few for a regression on ${features} features. Give more rows, fewer columns, or leave it out.`,
    );
  }
  const { rows, isNumber: isScaled } = table;
  const standardised = standardise(table, 0);
  const found = regressSensitive(standardised, attacked, isScaled);
  const { mab, wcab, r2, adjustedR2, floor, noise } = found;
  return {
    ...attacked,
    found,
    moments: standardised.moments,
    isScaled,
    regression: { rows, features, mab, wcab, r2, adjustedR2, floor, noise },
  };
}

interface Scale {
  /** Of the real column. */
  readonly mean: number;
  readonly sd: number;
  /** Values at least so far from the mean are unusual. */
  readonly far: number;
  readonly tolerance: number;
}

function scaleOf(real: TableFeatures, of: number, tolerance: number): Scale {
  const { mean, sd } = momentsOf(real, 0);
  return { mean: mean[of], sd: sd[of], far: farLimit(real.columns[of], mean[of]), tolerance };
}

function judge(
  people: TableFeatures,
  { of, on, found, moments, isScaled }: Learned,
  { mean, sd, far, tolerance }: Scale,
): NumberGuesses {
  const truth = people.columns[of];
  const known = on.map((feature) => scoresOf(people, feature, moments, isScaled));
  const errorOf = (score: number, i: number) =>
    (moments.mean[of] + moments.sd[of] * score - truth[i]) / sd;
  const errors = guessScores(found, known, people.rows).map(errorOf);
  const plain = truth.map((_, i) => errorOf(0, i));
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
