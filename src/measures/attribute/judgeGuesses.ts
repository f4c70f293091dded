/** How guesses of a sensitive column of numbers fare on people whose values are known. */

import type { TableFeatures } from '../../features/features.ts';
import { type Interval, meanInterval } from '../../numerics/intervals.ts';
import { type Guesses, guessesOf, unusualCount } from './guesses.ts';
import { momentsOf } from './regression.ts';

export interface NumberGuesses extends Guesses {
  /** Of the guesses, in units of the real variance: 1 tells no more than the mean does, 0 all. */
  readonly meanSquaredError: Interval;
  readonly meanSquaredErrorByBaseline: number;
}

export interface Scale {
  /** The feature of the column. */
  readonly of: number;
  /** Of the real column. */
  readonly mean: number;
  readonly sd: number;
  /** Values at least so far from the mean are unusual. */
  readonly far: number;
  readonly tolerance: number;
}

export function scaleOf(real: TableFeatures, of: number, tolerance: number): Scale {
  const { mean, sd } = momentsOf(real, 0);
  return { of, mean: mean[of], sd: sd[of], far: farLimit(real.columns[of], mean[of]), tolerance };
}

/** `baseline`: what would be guessed for everybody. */
export function judgeGuesses(
  guesses: Float64Array,
  baseline: number,
  people: TableFeatures,
  { of, mean, sd, far, tolerance }: Scale,
): NumberGuesses {
  const truth = people.columns[of];
  const errors = guesses.map((guess, i) => (guess - truth[i]) / sd);
  const plain = truth.map((value) => (baseline - value) / sd);
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

/** The share of the real variance that guesses explain: below 0 if the mean is a better guess. */
export function explainedBy({
  meanSquaredError: { estimate, low, high, level },
}: NumberGuesses): Interval {
  return { estimate: 1 - estimate, low: 1 - high, high: Math.min(1, 1 - low), level };
}

/** The distance to the mean that the most outlying hundredth of the values have. */
function farLimit(values: Float64Array, mean: number): number {
  const distances = values.map((value) => Math.abs(value - mean)).sort();
  return distances[distances.length - unusualCount(distances.length)];
}
