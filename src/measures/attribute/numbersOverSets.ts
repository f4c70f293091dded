/**
 * The game's attack on a sensitive column of numbers: the same regression on many sets, and how its
 * guesses for the targets fare on average.
 */

import type { TableFeatures } from '../../features/features.ts';
import type { Rng } from '../../random/rng.ts';
import { type Conventions, type Moments, type Standardised, standardise } from './regression.ts';
import { attackedFeature, guessScores, regressSensitive, scoresOf } from './regressSensitive.ts';

/** What the attacks on one sensitive column found, over all sets of a truncation. */
export interface NumberFindings {
  /** Sets with enough rows for a regression. */
  readonly sets: number;
  /** The mean size of the coefficients. */
  readonly mab: number;
  /** The largest size of any. */
  readonly wcab: number;
  readonly r2: number;
  readonly adjustedR2: number;
  readonly floor: number;
  readonly noise: number;
  /** `mab` when the sensitive column of the first set is shuffled. */
  readonly permutedMab: number;
  /** By regressor, over the sets. */
  readonly meanCoefficients: Float64Array;
  readonly meanSquaredCoefficients: Float64Array;
  /**
   * By target: the mean squared error of the guesses, that of guessing the mean, and the share that was
   * right.
   */
  readonly squaredError: Float64Array;
  readonly squaredErrorOfMean: Float64Array;
  readonly right: Float64Array;
}

/** What an attack needs to know besides the sets. */
export interface NumberTargets {
  readonly conventions: Conventions;
  /** The people whose values are guessed, and the moments of the whole real table. */
  readonly targets: TableFeatures;
  readonly population: Moments;
  /** A guess counts as right within this distance, in standard deviations. */
  readonly tolerance: number;
}

export function numbersOverSets(task: NumberTargets, example: TableFeatures, sensitive: string) {
  const { conventions, targets, population, tolerance } = task;
  const attacked = attackedFeature(example, sensitive);
  const { of, on } = attacked;
  const missing = example.names.indexOf(`${sensitive} is missing`);
  const isScaled = example.names.map(
    (_, j) => example.isNumber[j] || conventions.alsoStandardised.includes(example.sources[j]),
  );
  const scores = (feature: number) => scoresOf(targets, feature, population, isScaled);
  const known = on.map(scores);
  const truth = scores(of);
  const sums = emptySums(on.length, targets.rows);

  return {
    add(features: TableFeatures, shared: Standardised, rng: Rng): void {
      const complete = missing < 0 ? features : rowsWithout(features, missing);
      if (complete.rows <= on.length + 1) return;
      const set = missing < 0 ? shared : standardise(complete, conventions.ddof);
      const found = regressSensitive(set, attacked, isScaled);
      addRegression(sums, found);
      addGuesses(sums, guessScores(found, known, targets.rows), truth, tolerance);
      if (sums.sets > 1) return;
      const shuffled = standardise(withShuffled(complete, of, rng), conventions.ddof);
      sums.permutedMab = regressSensitive(shuffled, attacked, isScaled).mab;
    },
    findings: () => meansOf(sums, truth),
  };
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Findings before they are divided by the number of sets. */
type Sums = Mutable<Omit<NumberFindings, 'squaredErrorOfMean'>>;

function emptySums(regressors: number, people: number): Sums {
  return {
    sets: 0,
    mab: 0,
    wcab: 0,
    r2: 0,
    adjustedR2: 0,
    floor: 0,
    noise: 0,
    permutedMab: Number.NaN,
    meanCoefficients: new Float64Array(regressors),
    meanSquaredCoefficients: new Float64Array(regressors),
    squaredError: new Float64Array(people),
    right: new Float64Array(people),
  };
}

function addRegression(sums: Sums, found: ReturnType<typeof regressSensitive>): void {
  sums.sets++;
  for (const name of ['mab', 'r2', 'adjustedR2', 'floor', 'noise'] as const) {
    sums[name] += found[name];
  }
  sums.wcab = Math.max(sums.wcab, found.wcab);
  found.coefficients.forEach((coefficient, k) => {
    sums.meanCoefficients[k] += coefficient;
    sums.meanSquaredCoefficients[k] += coefficient * coefficient;
  });
}

function addGuesses(
  sums: Sums,
  guesses: Float64Array,
  truth: Float64Array,
  tolerance: number,
): void {
  guesses.forEach((guess, row) => {
    const error = guess - truth[row];
    sums.squaredError[row] += error * error;
    if (Math.abs(error) < tolerance) sums.right[row]++;
  });
}

function meansOf(sums: Sums, truth: Float64Array): NumberFindings {
  const mean = (sum: number) => sum / sums.sets;
  return {
    sets: sums.sets,
    mab: mean(sums.mab),
    wcab: sums.wcab,
    r2: mean(sums.r2),
    adjustedR2: mean(sums.adjustedR2),
    floor: mean(sums.floor),
    noise: mean(sums.noise),
    permutedMab: sums.permutedMab,
    meanCoefficients: sums.meanCoefficients.map(mean),
    meanSquaredCoefficients: sums.meanSquaredCoefficients.map(mean),
    squaredError: sums.squaredError.map(mean),
    squaredErrorOfMean: truth.map((score) => score * score),
    right: sums.right.map(mean),
  };
}

/** With the cells of one feature in another order. */
function withShuffled(features: TableFeatures, shuffled: number, rng: Rng): TableFeatures {
  const order = rng.permutation(features.rows);
  const columns = features.columns.map((column, j) =>
    j === shuffled ? Float64Array.from(order, (row) => column[row]) : column,
  );
  return { ...features, columns };
}

/** The rows in which the state `missing` is 0. */
function rowsWithout(features: TableFeatures, missing: number): TableFeatures {
  const state = features.columns[missing];
  const rows = [...state.keys()].filter((row) => state[row] === 0);
  const columns = features.columns.map((column) => Float64Array.from(rows, (row) => column[row]));
  return { ...features, rows: rows.length, columns };
}
