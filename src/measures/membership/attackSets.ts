/**
 * The unit of work of an attacker: for one target, level and feature set it learns from the shadow
 * sets and gives probabilities for the sets of the game. Plain data in and out.
 */

import type { StreamKey } from '../../random/keyPath.ts';
import { rngFromKey } from '../../random/rng.ts';
import { trainForest } from './attacker.ts';

/** Sets by their summaries: for each block of features a matrix, one set after the other. */
export type SetGroup = readonly Float64Array[];

export interface AttackTask {
  /** By block, the number of features. */
  readonly widths: readonly number[];
  /** Shadow sets without and with the target. */
  readonly shadowOut: readonly SetGroup[];
  readonly shadowIn: readonly SetGroup[];
  /** Groups of sets to guess. */
  readonly groups: readonly SetGroup[];
  readonly trees: number;
  readonly key: StreamKey;
}

/** By group and set, the probability that the target was in the training table. */
export type AttackResult = readonly Float64Array[];

export function attackSets({
  widths,
  shadowOut,
  shadowIn,
  groups,
  trees,
  key,
}: AttackTask): AttackResult {
  const training = [...shadowOut, ...shadowIn];
  const sets = (some: readonly SetGroup[]) =>
    some.reduce((sum, group) => sum + group[0].length / widths[0], 0);
  const labels = new Int32Array(sets(training)).fill(1, sets(shadowOut));
  const attacker = trainForest(columnsOfSets(training, widths), labels, trees, rngFromKey(key));
  return groups.map((group) => attacker.guess(columnsOfSets([group], widths)));
}

/** One column a feature, over all sets of all groups. */
function columnsOfSets(groups: readonly SetGroup[], widths: readonly number[]): Float64Array[] {
  return widths.flatMap((width, block) => {
    const sets = groups.reduce((sum, group) => sum + group[block].length / width, 0);
    const columns = Array.from({ length: width }, () => new Float64Array(sets));
    let set = 0;
    for (const group of groups) {
      const matrix = group[block];
      for (let at = 0; at < matrix.length; at += width, set++) {
        for (let j = 0; j < width; j++) columns[j][set] = matrix[at + j];
      }
    }
    return columns;
  });
}
