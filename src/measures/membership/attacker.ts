/**
 * The attacker: learns from summaries of sets whose label is known whether the target was in the
 * training table, and gives a probability for others. Here it is a random forest with the defaults of
 * scikit-learn, as in the paper's game: 100 fully grown trees on bootstrap samples, floor(sqrt(p)) of p
 * features at a node (but 2 of the 2 of nearness: one at random would often be of no use),
 * probabilities the mean of the leaves' shares.
 */

import { growForest, predictForest } from '../../learners/forest.ts';
import { asClasses } from '../../learners/learner.ts';
import type { Rng } from '../../random/rng.ts';

export interface Attacker {
  /** By set, the probability that the target was in the training table. `columns` are by feature. */
  guess(columns: readonly Float64Array[]): Float64Array;
}

/** `labels` are 1 for sets whose training table held the target. */
export function trainForest(
  columns: readonly Float64Array[],
  labels: Int32Array,
  trees: number,
  rng: Rng,
): Attacker {
  const names = columns.map((_, j) => String(j));
  const target = { kind: 'classes', codes: labels, levels: ['out', 'in'] } as const;
  const p = columns.length;
  const mtry = Math.max(Math.floor(Math.sqrt(p)), Math.min(p, 2));
  const forest = growForest({ names, columns }, target, { trees, mtry, outOfBag: false }, rng);
  return {
    guess: (others) =>
      asClasses(predictForest(forest, { names, columns: others })).probabilities[1],
  };
}
