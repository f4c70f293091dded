/**
 * The core of the attacks on a sensitive category: a logistic regression of it on everything else in
 * one synthetic table, or a random forest, and the level that follows for people whose other columns are
 * known. An audit asks for it once, a game once for each set.
 */

import type { Features } from '../../features/features.ts';
import type { ClassTarget } from '../../features/target.ts';
import { growForest, predictForest } from '../../learners/forest.ts';
import { asClasses } from '../../learners/learner.ts';
import { learnAndPredict } from '../../learners/models.ts';
import { labelsOf } from '../../learners/scores.ts';
import type { Rng } from '../../random/rng.ts';
import { drawSome } from '../drawAtMost.ts';
import { ATTACK_FOREST } from './learnForest.ts';

/** Rows with the category and everything else. */
export interface CategoryRows {
  readonly features: Features;
  readonly target: ClassTarget;
}

/**
 * By person, the code of the likeliest level. A ridge penalty of the weight of one row keeps
 * coefficients finite where columns separate the levels; the paper's game has none.
 */
export function guessCategory(
  learned: CategoryRows,
  people: Features,
  penalty: 'none' | 'one row',
  rng: Rng,
): Int32Array {
  const { prediction } =
    penalty === 'none'
      ? learnAndPredict('logistic', learned, people, {}, rng)
      : learnAndPredict(
          'ridge',
          learned,
          people,
          { penalty: { strength: 1 / learned.target.codes.length } },
          rng,
        );
  return labelsOf(asClasses(prediction).probabilities);
}

/** The same by a forest that learned from at most so many rows: it can be asked again. */
export function categoryForest(
  learned: CategoryRows,
  most: number,
  rng: Rng,
): (people: Features) => Int32Array {
  const { features, target } = someRows(learned, most, rng.split('rows'));
  const settings = { ...ATTACK_FOREST, outOfBag: false };
  const forest = growForest(features, target, settings, rng.split('forest'));
  return (people) => labelsOf(asClasses(predictForest(forest, people)).probabilities);
}

function someRows(all: CategoryRows, most: number, rng: Rng): CategoryRows {
  const { features, target } = all;
  if (target.codes.length <= most) return all;
  const rows = drawSome(target.codes.length, most, rng);
  const columns = features.columns.map((column) => Float64Array.from(rows, (row) => column[row]));
  return {
    features: { names: features.names, columns },
    target: { ...target, codes: Int32Array.from(rows, (row) => target.codes[row]) },
  };
}

/** How many rows have each level. */
export function levelCounts({ codes, levels }: ClassTarget): Int32Array {
  const counts = new Int32Array(levels.length);
  for (const code of codes) counts[code]++;
  return counts;
}

/** The guess that needs no attack: the most frequent level, the first of equally frequent ones. */
export function mostFrequentLevel(target: ClassTarget): number {
  return levelCounts(target).reduce(
    (best, count, code, counts) => (count > counts[best] ? code : best),
    0,
  );
}
