/** A decision tree as plain arrays, and the way of a row through it. */

/**
 * Nodes stand in the order of a walk that takes the left child first, so the left child of a node
 * is the one behind it.
 */
export interface Tree {
  /** The feature a node asks for; -1 in a leaf. */
  readonly feature: Int32Array;
  /** A row goes left if its value is at most this; 0 in a leaf. */
  readonly threshold: Float64Array;
  /** The right child; in a leaf, the number of the leaf. */
  readonly right: Int32Array;
  /** `width` numbers for each leaf, one leaf after another. */
  readonly leaves: Float64Array;
  readonly width: number;
}

/** The number of the leaf that a row ends in. */
export function leafOf(tree: Tree, columns: readonly Float64Array[], row: number): number {
  const { feature, threshold, right } = tree;
  let node = 0;
  let asked = feature[0];
  while (asked >= 0) {
    node = columns[asked][row] <= threshold[node] ? node + 1 : right[node];
    asked = feature[node];
  }
  return right[node];
}

/** The class with the largest number in a leaf; the first of those that share it. */
export function majorityOf(tree: Tree, leaf: number): number {
  const { leaves, width } = tree;
  const at = leaf * width;
  let best = 0;
  for (let c = 1; c < width; c++) if (leaves[at + c] > leaves[at + best]) best = c;
  return best;
}
