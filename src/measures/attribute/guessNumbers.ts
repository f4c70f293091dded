/**
 * The attack on a sensitive column of numbers: the regressions of many sets, and what they guess for
 * the victims.
 */

import type { TableFeatures } from '../../features/features.ts';
import type { Rng } from '../../random/rng.ts';
import { type Conventions, type Moments, regress, standardise } from './regression.ts';

/** What the attacks on one sensitive column found, over all sets of a level. */
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
   * By victim: the mean squared error of the guesses, that of guessing the mean, and the share that was
   * right.
   */
  readonly squaredError: Float64Array;
  readonly squaredErrorOfMean: Float64Array;
  readonly right: Float64Array;
}

/** The features that an attack on a column is about, and those that it uses. */
export function regressorsOf(features: TableFeatures, sensitive: string) {
  const of = features.names.indexOf(sensitive);
  const missing = features.names.indexOf(`${sensitive} is missing`);
  const on = [...features.names.keys()].filter((j) => features.sources[j] !== sensitive);
  return { of, on, missing };
}

/** What an attack needs to know besides the sets. */
export interface NumberAttack {
  readonly conventions: Conventions;
  /** The people whose values are guessed, and the moments of the whole real table. */
  readonly victims: TableFeatures;
  readonly population: Moments;
  /** A guess counts as right within this distance, in standard deviations. */
  readonly tolerance: number;
}

export function openRegression(task: NumberAttack, example: TableFeatures, sensitive: string) {
  const { conventions, victims, population, tolerance } = task;
  const { of, on, missing } = regressorsOf(example, sensitive);
  const isScaled = example.names.map(
    (_, j) => example.isNumber[j] || conventions.alsoStandardised.includes(example.sources[j]),
  );
  const scoreOf = (feature: number, row: number): number => {
    const value = victims.columns[feature][row];
    if (!isScaled[feature]) return value;
    const { mean, sd } = population;
    return sd[feature] === 0 ? 0 : (value - mean[feature]) / sd[feature];
  };
  const known = Array.from({ length: victims.rows }, (_, row) => on.map((j) => scoreOf(j, row)));
  const truth = known.map((_, row) => scoreOf(of, row));
  const meanCoefficients = new Float64Array(on.length);
  const meanSquaredCoefficients = new Float64Array(on.length);
  const squaredError = new Float64Array(victims.rows);
  const right = new Float64Array(victims.rows);
  let [used, mab, wcab, r2, adjustedR2, floor, noise] = [0, 0, 0, 0, 0, 0, 0];
  let permutedMab = Number.NaN;

  return {
    add(features: TableFeatures, shared: ReturnType<typeof standardise>, rng: Rng): void {
      const complete = missing < 0 ? features : rowsWithout(features, missing);
      if (complete.rows <= on.length + 1) return;
      const set = missing < 0 ? shared : standardise(complete, conventions.ddof);
      const found = regress(set, of, on, isScaled);
      used++;
      r2 += found.r2;
      adjustedR2 += found.adjustedR2;
      floor += found.floor;
      noise += found.noise;
      let size = 0;
      found.coefficients.forEach((coefficient, k) => {
        const absolute = Math.abs(coefficient);
        size += absolute;
        if (absolute > wcab) wcab = absolute;
        meanCoefficients[k] += coefficient;
        meanSquaredCoefficients[k] += coefficient * coefficient;
      });
      mab += size / on.length;
      for (let row = 0; row < victims.rows; row++) {
        let guess = found.intercept;
        for (let k = 0; k < on.length; k++) guess += found.coefficients[k] * known[row][k];
        const error = guess - truth[row];
        squaredError[row] += error * error;
        if (Math.abs(error) < tolerance) right[row]++;
      }
      if (used === 1) permutedMab = shuffledMab(complete, rng);
    },
    findings(): NumberFindings {
      const mean = (sum: number) => sum / used;
      return {
        sets: used,
        mab: mean(mab),
        wcab,
        r2: mean(r2),
        adjustedR2: mean(adjustedR2),
        floor: mean(floor),
        noise: mean(noise),
        permutedMab,
        meanCoefficients: meanCoefficients.map(mean),
        meanSquaredCoefficients: meanSquaredCoefficients.map(mean),
        squaredError: squaredError.map(mean),
        squaredErrorOfMean: Float64Array.from(truth, (score) => score * score),
        right: right.map(mean),
      };
    },
  };

  function shuffledMab(features: TableFeatures, rng: Rng): number {
    const order = rng.permutation(features.rows);
    const columns = features.columns.map((column, j) =>
      j === of ? Float64Array.from(order, (row) => column[row]) : column,
    );
    const { coefficients } = regress(
      standardise({ ...features, columns }, conventions.ddof),
      of,
      on,
      isScaled,
    );
    return coefficients.reduce((sum, each) => sum + Math.abs(each), 0) / on.length;
  }
}

/** The rows in which the state `missing` is 0. */
function rowsWithout(features: TableFeatures, missing: number): TableFeatures {
  const state = features.columns[missing];
  const rows = [...state.keys()].filter((row) => state[row] === 0);
  const columns = features.columns.map((column) => Float64Array.from(rows, (row) => column[row]));
  return { ...features, rows: rows.length, columns };
}
