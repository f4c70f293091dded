/**
 * Linear regression: least squares, or with a ridge or lasso penalty, from the cross products of
 * standardised columns. A coefficient of least squares has a relative error of about eps over the
 * smallest share that a column keeps given the others.
 */

import type { Features } from '../features/features.ts';
import { crossProducts } from '../numerics/crossProducts.ts';
import { sum } from '../numerics/sum.ts';
import type { Rng } from '../random/rng.ts';
import {
  chooseStrength,
  drawFolds,
  type PenaltySettings,
  rowsFrom,
  strengthPath,
} from './choosePenalty.ts';
import { checkFeatures, checkSameFeatures, checkTarget } from './learner.ts';
import { type Penalty, solveElasticNet, solveRidge } from './penalisedSquares.ts';
import {
  applyPredictor,
  type LinearPredictor,
  standardise,
  toOriginalScale,
} from './standardise.ts';

export interface LinearModel extends LinearPredictor {
  readonly names: readonly string[];
  /** The penalty used, if any. */
  readonly penalty?: Penalty;
  readonly notes: readonly string[];
}

/** Least squares unless a penalty is given; only choosing a penalty's strength needs `rng`. */
export function fitLinear(
  features: Features,
  values: Float64Array,
  settings: PenaltySettings | undefined,
  rng: Rng,
): LinearModel {
  checkTarget({ kind: 'numeric', values });
  checkFeatures(features, values.length);
  const problem = prepare(features.columns, values);
  const penalty = settings && {
    mix: settings.mix,
    strength: settings.strength ?? chosenStrength(features.columns, values, settings, rng),
  };
  const { slopes, dependent } = solve(problem, penalty, undefined);
  const notes = [
    ...leftOut(features.names, problem.scaled.kept),
    ...dependent.map((k) => {
      const name = features.names[problem.scaled.kept[k]];
      return `Column '${name}' is a sum of multiples of columns before it: its coefficient is 0.`;
    }),
  ];
  const predictor = toOriginalScale(problem.centre, slopes, problem.scaled);
  return { names: features.names, ...predictor, ...(penalty && { penalty }), notes };
}

export function predictLinear(model: LinearModel, features: Features): Float64Array {
  checkSameFeatures(model.names, features);
  const rows = features.columns.length === 0 ? 0 : features.columns[0].length;
  checkFeatures(features, rows);
  return applyPredictor(model, features.columns, rows);
}

/** A note for each column that does not vary. */
export function leftOut(names: readonly string[], kept: readonly number[]): string[] {
  const varies = new Set(kept);
  return names
    .filter((_, j) => !varies.has(j))
    .map((name) => `Column '${name}' does not vary: its coefficient is 0.`);
}

/** The mean squares and products of standardised columns, and of these with the centred response. */
function prepare(columns: readonly Float64Array[], values: Float64Array) {
  const n = values.length;
  const scaled = standardise(columns);
  const d = scaled.columns.length;
  const centre = sum(values) / n;
  const centred = values.map((value) => value - centre);
  const products = crossProducts([...scaled.columns, centred]).map((product) => product / n);
  const gram = new Float64Array(d * d);
  for (let j = 0; j < d; j++) {
    gram.set(products.subarray(j * (d + 1), j * (d + 1) + d), j * d);
  }
  return { scaled, centre, gram, linear: products.slice(d * (d + 1), d * (d + 1) + d) };
}

type Problem = ReturnType<typeof prepare>;

function solve(
  { gram, linear }: Problem,
  penalty: Penalty | undefined,
  start: Float64Array | undefined,
): { slopes: Float64Array; dependent: readonly number[] } {
  if (!penalty || penalty.mix === 0) {
    const { solution, dependent } = solveRidge(gram, linear, penalty?.strength ?? 0);
    return { slopes: solution, dependent };
  }
  const tolerance = 1e-10 * largestSize(linear);
  const from = start ?? new Float64Array(linear.length);
  return { slopes: solveElasticNet(gram, linear, penalty, from, tolerance), dependent: [] };
}

function chosenStrength(
  columns: readonly Float64Array[],
  values: Float64Array,
  { mix, folds = 5 }: PenaltySettings,
  rng: Rng,
): number {
  const strengths = strengthPath(largestSize(prepare(columns, values).linear), mix);
  const parts = drawFolds(new Int32Array(values.length), folds, rng.split('folds'));
  return chooseStrength(
    (train, held, path) => {
      const problem = prepare(
        columns.map((column) => rowsFrom(column, train)),
        rowsFrom(values, train),
      );
      const heldColumns = columns.map((column) => rowsFrom(column, held));
      const truth = rowsFrom(values, held);
      let start: Float64Array | undefined;
      return path.map((strength) => {
        const { slopes } = solve(problem, { mix, strength }, start);
        start = slopes;
        const predictor = toOriginalScale(problem.centre, slopes, problem.scaled);
        const predicted = applyPredictor(predictor, heldColumns, held.length);
        return sum(truth.map((y, i) => (y - predicted[i]) * (y - predicted[i])));
      });
    },
    strengths,
    parts,
  );
}

export function largestSize(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
