/**
 * What a forest says about the rows that its trees did not see (Breiman 2001, section 3.1): votes
 * or predictions of each row by the trees it was left out of, and the error as trees are added.
 */

import type { Target } from '../features/target.ts';
import { leafOf, majorityOf, type Tree } from './tree.ts';

export interface OutOfBag {
  /**
   * The error after 1, 2, ... trees, over the rows that some tree left out by then; NaN while there
   * are none. Classes: the share whose majority vote is wrong, where a tied vote counts as the coin
   * would fall on average. Numbers: the mean squared error.
   */
  readonly errorPath: Float64Array;
  /** The error of the whole forest. */
  readonly error: number;
  /** How many trees left each row out. */
  readonly timesOut: Int32Array;
  /**
   * Classes: for each level the share of a row's votes. Numbers: one column, the mean prediction.
   * NaN for a row that no tree left out.
   */
  readonly predictions: readonly Float64Array[];
}

/** Takes tree after tree with the rows it left out. */
export interface OutOfBagCount {
  add(tree: Tree, out: Int32Array): void;
  finish(): OutOfBag;
}

export function outOfBagCount(
  target: Target,
  columns: readonly Float64Array[],
  trees: number,
): OutOfBagCount {
  const rows = target.kind === 'classes' ? target.codes.length : target.values.length;
  const width = target.kind === 'classes' ? target.levels.length : 1;
  const sums = new Float64Array(rows * width);
  const timesOut = new Int32Array(rows);
  const errors = new Float64Array(rows);
  const errorPath = new Float64Array(trees);
  let done = 0;
  let seen = 0;
  let total = 0;

  function errorOf(row: number): number {
    if (target.kind === 'classes') return voteError(sums, row * width, width, target.codes[row]);
    const miss = sums[row] / timesOut[row] - target.values[row];
    return miss * miss;
  }

  return {
    add(tree, out) {
      for (let i = 0; i < out.length; i++) {
        const row = out[i];
        const leaf = leafOf(tree, columns, row);
        if (target.kind === 'classes') sums[row * width + majorityOf(tree, leaf)]++;
        else sums[row] += tree.leaves[leaf];
        if (timesOut[row]++ === 0) seen++;
        const error = errorOf(row);
        total += error - errors[row];
        errors[row] = error;
      }
      errorPath[done++] = total / seen;
    },
    finish: () => ({
      errorPath,
      error: errorPath[errorPath.length - 1],
      timesOut,
      predictions: Array.from({ length: width }, (_, c) =>
        Float64Array.from(timesOut, (times, row) => sums[row * width + c] / times),
      ),
    }),
  };
}

/** 0 if the true class has most votes alone, 1 if another has, else the chance to lose the toss. */
function voteError(votes: Float64Array, at: number, classes: number, truth: number): number {
  const own = votes[at + truth];
  let tied = 0;
  for (let c = 0; c < classes; c++) {
    if (votes[at + c] > own) return 1;
    if (votes[at + c] === own) tied++;
  }
  return 1 - 1 / tied;
}
