/**
 * The attacker with a random forest: it sees bends, thresholds and dependence that differs between
 * classes. How much it explains is read from the rows that its trees did not see. A table that repeats
 * rows shows them to other trees, which is what copies give away.
 */

import { type Features, pickFeatures, type TableFeatures } from '../../features/features.ts';
import { type Forest, growForest, predictForest } from '../../learners/forest.ts';
import { r2 } from '../../learners/scores.ts';
import type { Rng } from '../../random/rng.ts';
import { drawSome } from '../drawAtMost.ts';
import type { AttackedFeature } from './regressSensitive.ts';

/** Enough for a standard error of R2 that is small beside that of one set. */
export const ATTACK_FOREST = { trees: 100, nodeSize: 5 } as const;
/** Rows that a forest learns from, at most: of a set in a game, and where there is one table alone. */
export const FOREST_ROWS = 1000;
export const MOST_FOREST_ROWS = 2000;

export interface LearnedForest extends AttackedFeature {
  readonly forest: Forest;
  /** Of the rows that trees did not see; below 0 if the mean of all rows guesses better. */
  readonly r2: number;
}

export function learnForest(
  features: TableFeatures,
  { of, on }: AttackedFeature,
  most: number,
  rng: Rng,
): LearnedForest {
  const some =
    features.rows <= most
      ? features
      : pickFeatures(features, drawSome(features.rows, most, rng.split('rows')));
  const values = some.columns[of];
  // a third of the features, but of few features more: one alone would make poor trees
  const mtry = Math.min(on.length, Math.max(3, Math.ceil(on.length / 3)));
  const forest = growForest(
    knownOf(some, on),
    { kind: 'numeric', values },
    { ...ATTACK_FOREST, mtry },
    rng.split('forest'),
  );
  return { of, on, forest, r2: unseenR2(forest, values) };
}

/** Guesses for people whose other columns are known, in the units of the column. */
export function guessByForest({ forest, on }: LearnedForest, people: TableFeatures): Float64Array {
  const prediction = predictForest(forest, knownOf(people, on));
  if (prediction.kind !== 'numeric') throw new Error('a prediction of numbers was expected');
  return prediction.values;
}

function knownOf({ names, columns }: TableFeatures, on: readonly number[]): Features {
  return { names: on.map((j) => names[j]), columns: on.map((j) => columns[j]) };
}

function unseenR2({ report }: Forest, values: Float64Array): number {
  const predictions = report.outOfBag?.predictions[0];
  if (!predictions) throw new Error('a forest with rows out of its bags was expected');
  const isSeen = (_: number, row: number) => !Number.isNaN(predictions[row]);
  return r2(predictions.filter(isSeen), values.filter(isSeen));
}
