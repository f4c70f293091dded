/**
 * The strength of a penalty by cross-validation: the one with the least mean loss on rows that the
 * fit did not see. Folds are drawn from a seeded stream, class by class when the response is a class.
 */

import { InputError } from '../numerics/inputError.ts';
import { kernel } from '../numerics/kernel.ts';
import type { Rng } from '../random/rng.ts';

export interface PenaltySettings {
  /** From 0, ridge, to 1, lasso. */
  readonly mix: number;
  /**
   * In units of the mean loss of a row, for columns of variance 1; chosen by cross-validation
   * unless given.
   */
  readonly strength?: number;
  /** Folds of the cross-validation; 5 unless given. */
  readonly folds?: number;
}

/** Fits rows at falling strengths, one after another; gives for each the loss on the other rows. */
export type LossPath = (
  train: Int32Array,
  held: Int32Array,
  strengths: Float64Array,
) => Float64Array;

/** The strength with the least summed loss over all folds; the largest of those that share it. */
export function chooseStrength(
  lossPath: LossPath,
  strengths: Float64Array,
  folds: readonly Int32Array[],
): number {
  const totals = new Float64Array(strengths.length);
  folds.forEach((held, k) => {
    const train = joined(folds.filter((_, other) => other !== k));
    lossPath(train, held, strengths).forEach((loss, i) => {
      totals[i] += loss;
    });
  });
  return strengths[totals.indexOf(totals.reduce((least, x) => Math.min(least, x), Infinity))];
}

/**
 * From the strength at which every coefficient of a lasso is 0 (or a hundred times it, for ridge, of
 * which no strength does that) down by a factor of 10,000 (1,000,000), evenly on the scale of logarithms.
 */
export function strengthPath(largestPull: number, mix: number): Float64Array {
  const [steps, top, ratio] =
    mix === 0 ? [25, 100 * largestPull, 1e-6] : [40, largestPull / mix, 1e-4];
  return Float64Array.from({ length: steps }, (_, i) => top * kernel().pow(ratio, i / (steps - 1)));
}

/** Rows dealt to folds in random order; one kind after another, so that each fold has its share. */
export function drawFolds(kinds: Int32Array, folds: number, rng: Rng): Int32Array[] {
  if (!Number.isInteger(folds) || folds < 2 || folds > kinds.length) {
    throw new InputError(
      `Penalty, folds: found ${folds} for ${kinds.length} rows. Give a whole number from 2 to the number of rows, or the strength of the penalty.`,
    );
  }
  const order = [...rng.permutation(kinds.length)];
  order.sort((a, b) => kinds[a] - kinds[b]);
  return Array.from({ length: folds }, (_, fold) =>
    Int32Array.from(order.filter((_, i) => i % folds === fold)).sort(),
  );
}

/** The rows of a column. */
export function rowsFrom(column: Float64Array, rows: Int32Array): Float64Array {
  return Float64Array.from(rows, (row) => column[row]);
}

function joined(parts: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all.sort();
}
