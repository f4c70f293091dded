/**
 * Can a model tell synthetic rows from real ones? Gradient-boosted trees learn to, on all columns at
 * once, and are judged on rows that they did not learn from. The area under the ROC curve is 0.5 if
 * nothing gives the synthetic rows away, and 1 if all of them are recognised.
 */

import type { TableFeatures } from '../../features/features.ts';
import { fitBoosting, predictBoosting } from '../../learners/boosting.ts';
import { drawFolds } from '../../learners/choosePenalty.ts';
import { asClasses } from '../../learners/learner.ts';
import { auc } from '../../learners/scores.ts';
import { aucInterval } from '../../numerics/aucInterval.ts';
import type { Interval } from '../../numerics/intervals.ts';
import type { Rng } from '../../random/rng.ts';
import { drawSome } from '../drawAtMost.ts';
import type { Comparable } from './comparable.ts';
import { namedFeatures } from './featureTable.ts';

/** Rows of each kind, at most. */
const MOST_ROWS = 2000;
/** Rows of each kind that an area can be computed from, in every fold. */
const LEAST_ROWS = 10;
/**
 * Held-out rows are fair: a generator that repeats training rows is not taken for a good one by them. Of
 * fewer than these a model learns too little to tell, and training rows serve.
 */
const LEAST_HELD_OUT = 500;
const FOLDS = 5;
const BOOSTING = { rounds: 100, depth: 3, bins: 64 } as const;

export interface Detection {
  /** Null where there are too few rows. */
  readonly detectionAuc: Interval | null;
  readonly notes: readonly string[];
}

/** Of tables side by side. */
export function tableDetection({ plan, real, synthetic, heldOut }: Comparable, rng: Rng): Detection {
  const isHeldOut = heldOut !== undefined && heldOut.rows >= LEAST_HELD_OUT;
  const [own, made] = [isHeldOut ? heldOut : real, synthetic].map((table) =>
    namedFeatures(plan, table),
  );
  const rows = Math.min(own.rows, made.rows, MOST_ROWS);
  if (rows < LEAST_ROWS) {
    return { detectionAuc: null, notes: [`detection: ${rows} rows of each kind are too few`] };
  }
  return { detectionAuc: detectionAuc(own, made, rng), notes: notesOn() };
}

/** Of as many real as synthetic rows: the larger table is drawn from. */
export function detectionAuc(
  real: TableFeatures,
  synthetic: TableFeatures,
  rng: Rng,
): Interval {
  const rows = Math.min(real.rows, synthetic.rows, MOST_ROWS);
  const picked = [real, synthetic].map((table, kind) =>
    table.rows === rows ? undefined : drawSome(table.rows, rows, rng.split('rows', kind)),
  );
  const columns = real.columns.map((column, j) => {
    const both = new Float64Array(2 * rows);
    [column, synthetic.columns[j]].forEach((cells, kind) => {
      const places = picked[kind];
      both.set(places ? Float64Array.from(places, (row) => cells[row]) : cells, kind * rows);
    });
    return both;
  });
  const codes = Int32Array.from({ length: 2 * rows }, (_, row) => (row < rows ? 0 : 1));
  const folds = drawFolds(codes, FOLDS, rng.split('folds'));
  const areas = folds.map((held, fold) => foldArea(columns, codes, held, rng.split('fold', fold)));
  // a row takes part in one fold
  const area = areas.reduce((sum, each) => sum + each, 0) / FOLDS;
  return aucInterval(area, rows, rows);
}

/** The area on the rows held, of a model that learned from the others. */
function foldArea(
  columns: readonly Float64Array[],
  codes: Int32Array,
  held: Int32Array,
  rng: Rng,
): number {
  const isHeld = new Uint8Array(codes.length);
  for (const row of held) isHeld[row] = 1;
  const train = Int32Array.from(codes.keys()).filter((row) => !isHeld[row]);
  const names = columns.map((_, j) => String(j));
  const pick = (rows: Int32Array) => ({
    names,
    columns: columns.map((column) => Float64Array.from(rows, (row) => column[row])),
  });
  const codesOf = (rows: Int32Array) => Int32Array.from(rows, (row) => codes[row]);
  const target = { kind: 'classes', codes: codesOf(train), levels: ['real', 'synthetic'] } as const;
  const model = fitBoosting(pick(train), target, BOOSTING, rng);
  const { probabilities } = asClasses(predictBoosting(model, pick(held)));
  return auc(probabilities[1], codesOf(held));
}
