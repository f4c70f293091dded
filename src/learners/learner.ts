/** What learners learn from and what they give back: plain columns, complete and of equal length. */

import type { Features } from '../features/features.ts';
import type { Target } from '../features/target.ts';
import { InputError } from '../numerics/inputError.ts';

export interface ClassPrediction {
  readonly kind: 'classes';
  readonly levels: readonly string[];
  /** One column a level; a row's values sum to 1. */
  readonly probabilities: readonly Float64Array[];
}

export interface NumericPrediction {
  readonly kind: 'numeric';
  readonly values: Float64Array;
}

export type Prediction = ClassPrediction | NumericPrediction;

/** What a learner knows of its response once it is fitted. */
export type Response =
  | { readonly kind: 'classes'; readonly levels: readonly string[] }
  | { readonly kind: 'numeric' };

export function responseOf(target: Target): Response {
  return target.kind === 'classes'
    ? { kind: 'classes', levels: target.levels }
    : { kind: 'numeric' };
}

export function rowsOf(target: Target): number {
  return target.kind === 'classes' ? target.codes.length : target.values.length;
}

/** Refuses columns that no learner can use: gaps, infinities, lengths that differ. */
export function checkFeatures({ names, columns }: Features, rows: number): void {
  if (names.length !== columns.length) {
    throw new RangeError(`features: ${names.length} names for ${columns.length} columns`);
  }
  columns.forEach((column, j) => {
    if (column.length !== rows) {
      throw new InputError(
        `Feature '${names[j]}': found ${column.length} rows where the response has ${rows}. Give columns of equal length.`,
      );
    }
    const gap = firstNotFinite(column);
    if (gap >= 0) {
      throw new InputError(
        `Feature '${names[j]}', row ${gap + 1}: found no finite number. Fill or leave out missing values before a model learns from them.`,
      );
    }
  });
}

/** Refuses an empty or incomplete response. */
export function checkTarget(target: Target): void {
  if (rowsOf(target) === 0) {
    throw new InputError('Response: found no rows. A model needs at least one to learn from.');
  }
  if (target.kind === 'numeric') {
    const gap = firstNotFinite(target.values);
    if (gap < 0) return;
    throw new InputError(
      `Response, row ${gap + 1}: found no finite number. Leave out rows whose response is missing.`,
    );
  }
  const { codes, levels } = target;
  const stray = codes.findIndex((code) => code < 0 || code >= levels.length);
  if (stray >= 0) {
    throw new InputError(
      `Response, row ${stray + 1}: found none of the ${levels.length} levels. Leave out rows whose response is missing.`,
    );
  }
}

/** Refuses to predict from other columns than those a model was fitted to. */
export function checkSameFeatures(fitted: readonly string[], { names }: Features): void {
  const at = fitted.findIndex((name, j) => name !== names[j]);
  if (at < 0 && names.length === fitted.length) return;
  throw new InputError(
    at < 0
      ? `Features: found ${names.length} where the model was fitted to ${fitted.length}. Give the same columns.`
      : `Features: found ${names[at] === undefined ? 'nothing' : `'${names[at]}'`} where the model was fitted to '${fitted[at]}'. Give the same columns in the same order.`,
  );
}

/** The prediction of classes, where nothing else can have been asked for. */
export function asClasses(prediction: Prediction): ClassPrediction {
  if (prediction.kind === 'classes') return prediction;
  throw new Error('a prediction of classes was expected, found one of numbers');
}

function firstNotFinite(values: Float64Array): number {
  return values.findIndex((value) => !Number.isFinite(value));
}
