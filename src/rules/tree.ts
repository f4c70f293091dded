/**
 * The distribution of a column given others, by a tree: each branch asks for the level of a category, whether a number
 * lies below a bound, or whether a cell is missing, and each leaf holds a distribution of the column. That is the column's distribution in
 * the whole table with other weights: on the scale from 0 to 1 on which its margin is uniform, so many rows in each
 * of a few cells, spread evenly within. What the margin knows, such as which values many rows share, holds in every
 * leaf. Plain data.
 */

import { firstNotBelow } from '../margins/discrete.ts';
import { type ColumnMargin, decode } from '../margins/margin.ts';
import type { RuleColumn } from './ruleColumn.ts';

export interface Branch {
  readonly from: string;
  /** Of a category: the places of the levels that go to the first of the two nodes. */
  readonly levels?: readonly number[];
  /** Of a number: smaller ones go to the first. */
  readonly below?: number;
  /** Asked whether the cell is missing: then it goes to the first. */
  readonly missing?: true;
  /** Places of nodes, behind that of the branch. */
  readonly first: number;
  readonly second: number;
}

export interface Leaf {
  /** The place of its distribution. */
  readonly leaf: number;
}

export interface Tree {
  readonly kind: 'tree';
  /** From the root on. */
  readonly nodes: readonly (Branch | Leaf)[];
  /** The distribution in the whole table. */
  readonly margin: ColumnMargin;
  /** The upper ends of the cells on the margin's scale, ascending, the last 1. */
  readonly cuts: readonly number[];
  /** By leaf, the share of its rows in each cell and those before it, the last 1. */
  readonly leaves: readonly (readonly number[])[];
  /** Of a category: its levels. */
  readonly levels?: readonly string[];
}

/** The columns that a tree asks for. */
export function askedBy({ nodes }: Pick<Tree, 'nodes'>): string[] {
  return [...new Set(nodes.flatMap((node) => ('from' in node ? [node.from] : [])))];
}

/** By row, the place of its leaf's distribution; the level or number of a missing cell counts as of the second node. */
export function leafOf(
  { nodes }: Pick<Tree, 'nodes'>,
  columns: ReadonlyMap<string, Pick<RuleColumn, 'values'>>,
): (row: number) => number {
  const asked = nodes.map((node) => {
    if ('leaf' in node) return undefined;
    const { values } = columns.get(node.from) as RuleColumn;
    const { levels, below = Number.NaN } = node;
    if (node.missing) return (row: number) => Number.isNaN(values[row]);
    const isFirst = new Uint8Array(levels ? Math.max(...levels, 0) + 1 : 0);
    for (const level of levels ?? []) isFirst[level] = 1;
    return levels
      ? (row: number) => isFirst[values[row]] === 1
      : (row: number) => values[row] < below;
  });
  return (row) => {
    let at = 0;
    for (let node = nodes[at]; !('leaf' in node); node = nodes[at]) {
      at = asked[at]?.(row) ? node.first : node.second;
    }
    return (nodes[at] as Leaf).leaf;
  };
}

/** From a place in a leaf's distribution to one on the margin's scale. */
export function marginPlace(
  cuts: readonly number[],
  below: readonly number[],
  place: number,
): number {
  let cell = firstNotBelow(below, place);
  while (below[cell] === 0) cell++;
  const [from, base] = cell > 0 ? [cuts[cell - 1], below[cell - 1]] : [0, 0];
  const share = (place - base) / (below[cell] - base);
  return Math.min(from + Math.max(share, 0) * (cuts[cell] - from), cuts[cell]);
}

/** The way back. */
export function leafPlace(cuts: readonly number[], below: readonly number[], u: number): number {
  const cell = firstNotBelow(cuts, u);
  const [from, base] = cell > 0 ? [cuts[cell - 1], below[cell - 1]] : [0, 0];
  return base + (Math.min((u - from) / (cuts[cell] - from), 1) || 0) * (below[cell] - base);
}

/** `drawn`: from 0 to 1, the place in the distribution of the row's leaf. */
export function decodeTree(
  drawn: Float64Array,
  tree: Tree,
  columns: ReadonlyMap<string, RuleColumn>,
  spread: () => Float64Array,
): Float64Array {
  const { cuts, leaves, margin } = tree;
  const of = leafOf(tree, columns);
  const places = drawn.map((place, row) => marginPlace(cuts, leaves[of(row)], place));
  return decode(margin, places, spread);
}
