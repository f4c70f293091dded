/**
 * Importance by permutation (Breiman 2001, section 10): how much worse a tree predicts the rows it
 * did not see once the values of one feature are shuffled among them; the mean over trees.
 */

import type { Target } from '../features/target.ts';
import type { Rng } from '../random/rng.ts';
import { leafOf, majorityOf, type Tree } from './tree.ts';

export interface PermutationImportance {
  /** Classes: mean decrease of the accuracy. Numbers: mean increase of the mean squared error. */
  readonly mean: Float64Array;
  /** The standard error of each mean over trees. */
  readonly standardError: Float64Array;
}

/** Takes tree after tree with the rows it left out; a tree that left none out is passed over. */
export interface PermutationCount {
  add(tree: Tree, out: Int32Array, rng: Rng): void;
  finish(): PermutationImportance;
}

export function permutationCount(
  target: Target,
  columns: readonly Float64Array[],
): PermutationCount {
  const sums = new Float64Array(columns.length);
  const squares = new Float64Array(columns.length);
  const shuffled = [...columns];
  const scratch = new Float64Array(columns.length === 0 ? 0 : columns[0].length);
  let trees = 0;

  return {
    add(tree, out, rng) {
      if (out.length === 0) return;
      trees++;
      const before = meanError(tree, target, columns, out);
      // a feature that the tree does not ask for cannot matter to it
      for (const feature of new Set(tree.feature)) {
        if (feature < 0) continue;
        const order = rng.split(feature).permutation(out.length);
        for (let i = 0; i < out.length; i++) scratch[out[i]] = columns[feature][out[order[i]]];
        shuffled[feature] = scratch;
        const worse = meanError(tree, target, shuffled, out) - before;
        shuffled[feature] = columns[feature];
        sums[feature] += worse;
        squares[feature] += worse * worse;
      }
    },
    finish() {
      const mean = sums.map((sum) => sum / trees);
      const standardError = squares.map((square, j) =>
        Math.sqrt(Math.max(0, square / trees - mean[j] * mean[j]) / trees),
      );
      return { mean, standardError };
    },
  };
}

function meanError(
  tree: Tree,
  target: Target,
  columns: readonly Float64Array[],
  rows: Int32Array,
): number {
  let sum = 0;
  for (let i = 0; i < rows.length; i++) {
    const leaf = leafOf(tree, columns, rows[i]);
    if (target.kind === 'classes') {
      if (majorityOf(tree, leaf) !== target.codes[rows[i]]) sum++;
    } else {
      const miss = tree.leaves[leaf] - target.values[rows[i]];
      sum += miss * miss;
    }
  }
  return sum / rows.length;
}
