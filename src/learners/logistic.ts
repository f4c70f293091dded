/**
 * Logistic regression for two classes, and for more by one against the rest: maximum likelihood, or
 * with a ridge or lasso penalty given or chosen by cross-validation.
 */

import type { Features } from '../features/features.ts';
import type { ClassTarget } from '../features/target.ts';
import { InputError } from '../numerics/inputError.ts';
import type { Rng } from '../random/rng.ts';
import {
  chooseStrength,
  drawFolds,
  type PenaltySettings,
  rowsFrom,
  strengthPath,
} from './choosePenalty.ts';
import { type ClassPrediction, checkFeatures, checkSameFeatures, checkTarget } from './learner.ts';
import { largestSize, leftOut } from './linear.ts';
import { logisticLoss, logisticProbabilities } from './logisticLoss.ts';
import { fitLogisticColumns, type LogisticFit } from './logisticNewton.ts';
import { fitOneVsRest, type OneVsRest, predictOneVsRest } from './oneVsRest.ts';
import type { Penalty } from './penalisedSquares.ts';
import {
  applyPredictor,
  type LinearPredictor,
  type Standardised,
  standardise,
  toOriginalScale,
} from './standardise.ts';

/** A model of the log odds of one class. */
export interface LogOdds extends LinearPredictor {
  readonly penalty?: Penalty;
}

export interface LogisticModel extends OneVsRest<LogOdds> {
  readonly names: readonly string[];
  readonly notes: readonly string[];
}

/** Maximum likelihood unless a penalty is given; only choosing a penalty's strength needs `rng`. */
export function fitLogistic(
  features: Features,
  target: ClassTarget,
  settings: PenaltySettings | undefined,
  rng: Rng,
): LogisticModel {
  checkTarget(target);
  checkFeatures(features, target.codes.length);
  const scaled = standardise(features.columns);
  const notes = leftOut(features.names, scaled.kept);
  const model = fitOneVsRest(target, (isClass, code): LogOdds => {
    const penalty = settings && {
      mix: settings.mix,
      strength:
        settings.strength ??
        chosenStrength(features.columns, scaled, isClass, settings, rng.split('class', code)),
    };
    const fit = fitLogisticColumns(scaled.columns, isClass, penalty);
    notes.push(...notesOn(fit, features.names, scaled.kept, target.levels[code]));
    const predictor = toOriginalScale(fit.intercept, fit.slopes, scaled);
    return { ...predictor, ...(penalty && { penalty }) };
  });
  return { names: features.names, ...model, notes: [...new Set(notes)] };
}

export function predictLogistic(model: LogisticModel, features: Features): ClassPrediction {
  checkSameFeatures(model.names, features);
  const { columns } = features;
  const rows = columns.length === 0 ? 0 : columns[0].length;
  checkFeatures(features, rows);
  return predictOneVsRest(model, rows, (logOdds) =>
    logisticProbabilities(applyPredictor(logOdds, columns, rows)),
  );
}

function notesOn(
  { dependent, separated, converged }: LogisticFit,
  names: readonly string[],
  kept: readonly number[],
  level: string,
): string[] {
  const notes = dependent.map(
    (k) =>
      `Column '${names[kept[k]]}' is a sum of multiples of other columns: its coefficient is 0.`,
  );
  if (separated) {
    notes.push(
      `The columns separate level '${level}' from the others: the coefficients of greatest likelihood are infinite, and those given are where the search ended. A penalty gives finite ones.`,
    );
  } else if (!converged) {
    notes.push(`The search for the coefficients of level '${level}' ended before it settled.`);
  }
  return notes;
}

/** Where only the loss of other rows counts, slopes need not be settled to the last digit. */
const ROUGH = 1e-4;

function chosenStrength(
  columns: readonly Float64Array[],
  scaled: Standardised,
  isClass: Int32Array,
  { mix, folds = 5 }: PenaltySettings,
  rng: Rng,
): number {
  const n = isClass.length;
  const classes = isClass.reduce((sum, value) => sum + value, 0);
  if (Math.min(classes, n - classes) < 2) {
    throw new InputError(
      'Penalty: cross-validation needs at least two rows of each class. Give the strength of the penalty.',
    );
  }
  const pulls = Float64Array.from(scaled.columns, (column) => {
    const sum = column.reduce((total, x, i) => total + x * (isClass[i] - classes / n), 0);
    return sum / n;
  });
  const strengths = strengthPath(largestSize(pulls), mix);
  return chooseStrength(
    (train, held, path) => {
      const part = standardise(columns.map((column) => rowsFrom(column, train)));
      const trainClass = Int32Array.from(train, (row) => isClass[row]);
      const heldClass = Int32Array.from(held, (row) => isClass[row]);
      const heldColumns = columns.map((column) => rowsFrom(column, held));
      const scratch = new Float64Array(held.length);
      let fit: LogisticFit | undefined;
      return path.map((strength) => {
        fit = fitLogisticColumns(part.columns, trainClass, { mix, strength }, fit, ROUGH);
        const predictor = toOriginalScale(fit.intercept, fit.slopes, part);
        return logisticLoss(
          applyPredictor(predictor, heldColumns, held.length),
          heldClass,
          scratch,
        );
      });
    },
    strengths,
    drawFolds(isClass, folds, rng.split('folds')),
  );
}
