/**
 * Train on one table, test on another: how well a model that learned from synthetic rows predicts real
 * ones. A pure function of plain data and a stream, so it can run on any thread.
 */

import type { Features } from '../../features/features.ts';
import type { ClassTarget, Target } from '../../features/target.ts';
import {
  asClasses,
  type ClassPrediction,
  checkFeatures,
  checkSameFeatures,
  checkTarget,
  rowsOf,
} from '../../learners/learner.ts';
import { learnAndPredict, type ModelName, type ModelSettings } from '../../learners/models.ts';
import {
  accuracy,
  auc,
  balancedAccuracy,
  brier,
  f1,
  indicator,
  labelsOf,
  macroF1,
  multiClassBrier,
  oneVsRestAuc,
  r2,
  rmse,
} from '../../learners/scores.ts';
import { InputError } from '../../numerics/inputError.ts';
import type { Rng } from '../../random/rng.ts';
import { countedPeople } from '../../table/counted.ts';

export interface LabelledRows {
  readonly features: Features;
  readonly target: Target;
}

/**
 * Two classes: the second level is the positive one. More: `auc` is the mean of one against the rest,
 * `f1` the mean over classes, `brier` summed over classes.
 */
export interface ClassScores {
  /** Of the probabilities. */
  readonly auc: number;
  /** Mean recall of the labels; what the paper reports as AUC. */
  readonly balancedAccuracy: number;
  readonly accuracy: number;
  readonly f1: number;
  readonly brier: number;
}

export interface NumericScores {
  readonly r2: number;
  readonly rmse: number;
}

export type Evaluation = { readonly notes: readonly string[] } & (
  | { readonly kind: 'classes'; readonly scores: ClassScores }
  | { readonly kind: 'numeric'; readonly scores: NumericScores }
);

/** The scores on `test` of a model that learned from `train`. */
export function trainAndTest(
  model: ModelName,
  train: LabelledRows,
  test: LabelledRows,
  settings: ModelSettings,
  rng: Rng,
): Evaluation {
  for (const { features, target } of [train, test]) {
    checkTarget(target);
    checkFeatures(features, rowsOf(target));
  }
  checkSameFeatures(train.features.names, test.features);
  if (train.features.names.length === 0) {
    throw new InputError('Features: found none. A model needs at least one column to learn from.');
  }
  if (train.target.kind === 'numeric' && test.target.kind === 'numeric') {
    const { prediction, notes } = learnAndPredict(model, train, test.features, settings, rng);
    if (prediction.kind !== 'numeric') throw new Error('a prediction of numbers was expected');
    return { kind: 'numeric', scores: scoreNumbers(prediction.values, test.target.values), notes };
  }
  if (train.target.kind !== 'classes' || test.target.kind !== 'classes') {
    throw new InputError(
      `Response: found ${train.target.kind} to learn from and ${test.target.kind} to test on. Declare the column the same way in both tables.`,
    );
  }
  const { learned, tested } = sameLevels(train.target, test.target);
  if (new Set(tested.codes).size < 2) {
    throw new InputError(
      'Test rows: found a single class of the response. Scores of classes need rows of at least two.',
    );
  }
  const { prediction, notes } =
    constantPrediction(learned, tested) ??
    learnAndPredict(
      model,
      { features: train.features, target: learned },
      test.features,
      settings,
      rng,
    );
  return {
    kind: 'classes',
    scores: scoreClasses(asClasses(prediction), tested.codes),
    notes: [...notes, ...unseenLevels(learned, tested)],
  };
}

/** Of the test's own spread: NaN for r2 if all test rows share one value. */
function scoreNumbers(predicted: Float64Array, actual: Float64Array): NumericScores {
  return { r2: r2(predicted, actual), rmse: rmse(predicted, actual) };
}

function scoreClasses({ probabilities }: ClassPrediction, actual: Int32Array): ClassScores {
  const labels = labelsOf(probabilities);
  const isPositive = indicator(actual, 1);
  const two = probabilities.length === 2;
  return {
    auc: two ? auc(probabilities[1], isPositive) : oneVsRestAuc(probabilities, actual),
    balancedAccuracy: balancedAccuracy(labels, actual),
    accuracy: accuracy(labels, actual),
    f1: two ? f1(labels, actual, 1) : macroF1(labels, actual),
    brier: two ? brier(probabilities[1], isPositive) : multiClassBrier(probabilities, actual),
  };
}

/** Both responses with the training's levels, and behind them those that only the test declares. */
function sameLevels(train: ClassTarget, test: ClassTarget) {
  const levels = [...new Set([...train.levels, ...test.levels])];
  const codeOf = new Map(levels.map((level, code) => [level, code]));
  const codes = test.codes.map((code) => codeOf.get(test.levels[code]) ?? -1);
  return { learned: { ...train, levels }, tested: { ...test, codes, levels } };
}

/** Nothing can be learned from one class: it is predicted for every row. */
function constantPrediction({ codes, levels }: ClassTarget, test: ClassTarget) {
  const [only] = codes;
  if (codes.some((code) => code !== only)) return undefined;
  const probabilities = levels.map((_, k) =>
    new Float64Array(test.codes.length).fill(k === only ? 1 : 0),
  );
  const prediction: ClassPrediction = { kind: 'classes', levels, probabilities };
  return {
    prediction,
    notes: [`All training rows have level '${levels[only]}': it is predicted for every row.`],
  };
}

function unseenLevels(train: ClassTarget, test: ClassTarget): string[] {
  const seen = new Set(train.codes);
  return [...new Set(test.codes)]
    .filter((code) => !seen.has(code))
    .sort((a, b) => a - b)
    .map((code) => {
      const rows = test.codes.filter((other) => other === code).length;
      return `Level '${test.levels[code]}' is in ${countedPeople(rows, 'test row')} and in no training row: it is never predicted.`;
    });
}
