/**
 * Grows one tree at a time on coded columns. The scratch memory is made once and serves all trees
 * of a forest.
 */

import type { Rng } from '../random/rng.ts';
import { type CodedColumn, thresholdBetween } from './codedColumns.ts';
import type { SplitSearch } from './splitSearch.ts';
import type { Tree } from './tree.ts';

export interface TreeLimits {
  /** How many features a node may choose from. */
  readonly mtry: number;
  /** A node of at most this weight is not split. */
  readonly nodeSize: number;
  /** How many splits may lie above a leaf. */
  readonly maxDepth: number;
}

export interface TreeGrower {
  /**
   * The tree on the first `count` of `rows`, which are put into another order. The worth of every
   * split, what it adds to the criterion of the search, is added to `gains` at its feature.
   */
  grow(rows: Int32Array, count: number, rng: Rng, gains: Float64Array): Tree;
}

/** `search` decides what a good split is and what a leaf holds. */
export function treeGrower(
  columns: readonly CodedColumn[],
  search: SplitSearch,
  limits: TreeLimits,
  maxRows: number,
): TreeGrower {
  const { mtry, nodeSize, maxDepth } = limits;
  const { best, width } = search;
  const maxNodes = Math.max(1, 2 * maxRows - 1);
  const feature = new Int32Array(maxNodes);
  const threshold = new Float64Array(maxNodes);
  const right = new Int32Array(maxNodes);
  const leaves = new Float64Array(maxRows * width);
  const aside = new Int32Array(maxRows);
  const candidates = new Int32Array(columns.length);
  // right children that wait: first row, end of rows, depth, parent
  const waiting = new Int32Array(4 * (maxRows + 1));

  /** Shows features in random order to the search, until `mtry` of them vary in the node. */
  function searchNode(next: () => number): void {
    let left = candidates.length;
    let shown = 0;
    while (left > 0 && shown < mtry) {
      const at = mtry >= candidates.length ? left - 1 : Math.floor(next() * left);
      const chosen = candidates[at];
      left--;
      candidates[at] = candidates[left];
      candidates[left] = chosen;
      const { codes, lowest } = columns[chosen];
      if (search.consider(chosen, codes, lowest.length)) shown++;
    }
  }

  /** Puts the rows that go left first, and keeps the order on both sides; gives where right begins. */
  function divide(rows: Int32Array, from: number, to: number): number {
    const { codes } = columns[best.feature];
    const below = best.below;
    let middle = from;
    let others = 0;
    for (let i = from; i < to; i++) {
      const row = rows[i];
      if (codes[row] <= below) rows[middle++] = row;
      else aside[others++] = row;
    }
    for (let i = 0; i < others; i++) rows[middle + i] = aside[i];
    return middle;
  }

  function grow(rows: Int32Array, count: number, rng: Rng, gains: Float64Array): Tree {
    for (let j = 0; j < candidates.length; j++) candidates[j] = j;
    const next = uniformsOf(rng);
    let nodes = 0;
    let leafCount = 0;
    let waitingCount = 0;
    let [from, to, depth, parent] = [0, count, 0, -1];
    for (;;) {
      const node = nodes++;
      if (parent >= 0) right[parent] = node;
      const { weight, pure, score } = search.open(rows, from, to);
      const mayGrow = !pure && weight > nodeSize && depth < maxDepth;
      if (mayGrow) searchNode(next);
      if (mayGrow && best.feature >= 0) {
        feature[node] = best.feature;
        threshold[node] = thresholdBetween(columns[best.feature], best.below, best.above);
        gains[best.feature] += best.score - score;
        const middle = divide(rows, from, to);
        waiting[waitingCount++] = middle;
        waiting[waitingCount++] = to;
        waiting[waitingCount++] = depth + 1;
        waiting[waitingCount++] = node;
        [to, depth, parent] = [middle, depth + 1, -1];
      } else {
        feature[node] = -1;
        threshold[node] = 0;
        right[node] = leafCount;
        search.describe(leaves, leafCount * width);
        leafCount++;
        if (waitingCount === 0) break;
        parent = waiting[--waitingCount];
        depth = waiting[--waitingCount];
        to = waiting[--waitingCount];
        from = waiting[--waitingCount];
      }
    }
    return {
      feature: feature.slice(0, nodes),
      threshold: threshold.slice(0, nodes),
      right: right.slice(0, nodes),
      leaves: leaves.slice(0, leafCount * width),
      width,
    };
  }

  return { grow };
}

/** The doubles of a stream, one after another; made in pieces. */
function uniformsOf(rng: Rng): () => number {
  const PIECE = 512;
  let offset = 0;
  let at = PIECE;
  let piece = new Float64Array(0);
  return () => {
    if (at === PIECE) {
      piece = rng.uniforms(PIECE, offset) as Float64Array<ArrayBuffer>;
      offset += PIECE;
      at = 0;
    }
    return piece[at++];
  };
}
