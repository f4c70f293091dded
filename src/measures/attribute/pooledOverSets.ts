/**
 * The paper's attack, the same regression on many sets: the size of its coefficients, and how its guesses
 * for the targets fare on average.
 */

import type { SensitiveRegression } from './regressSensitive.ts';

export interface PooledFindings {
  /** Sets with enough rows for a regression. */
  readonly sets: number;
  /** The mean size of the coefficients. */
  readonly mab: number;
  /** The largest size of any. */
  readonly wcab: number;
  readonly r2: number;
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

/** `truth`: by target, in standard deviations from the mean, as guesses are. */
export function pooledOverSets(regressors: number, truth: Float64Array, tolerance: number) {
  const sums = emptySums(regressors, truth.length);
  return {
    add(found: SensitiveRegression, guesses: Float64Array, permutedMab: () => number): void {
      addRegression(sums, found);
      addGuesses(sums, guesses, truth, tolerance);
      if (sums.sets === 1) sums.permutedMab = permutedMab();
    },
    findings: () => meansOf(sums, truth),
  };
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Findings before they are divided by the number of sets. */
type Sums = Mutable<Omit<PooledFindings, 'squaredErrorOfMean'>>;

function emptySums(regressors: number, people: number): Sums {
  return {
    sets: 0,
    mab: 0,
    wcab: 0,
    r2: 0,
    floor: 0,
    noise: 0,
    permutedMab: Number.NaN,
    meanCoefficients: new Float64Array(regressors),
    meanSquaredCoefficients: new Float64Array(regressors),
    squaredError: new Float64Array(people),
    right: new Float64Array(people),
  };
}

function addRegression(sums: Sums, found: SensitiveRegression): void {
  sums.sets++;
  for (const name of ['mab', 'r2', 'floor', 'noise'] as const) sums[name] += found[name];
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

function meansOf(sums: Sums, truth: Float64Array): PooledFindings {
  const mean = (sum: number) => sum / sums.sets;
  return {
    sets: sums.sets,
    mab: mean(sums.mab),
    wcab: sums.wcab,
    r2: mean(sums.r2),
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
