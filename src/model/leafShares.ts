/**
 * The distribution of a leaf (rules/tree.ts) from counts of its rows, so that nothing is told of fewer than k of
 * them: cells with fewer are counted together, neighbours among numbers, all rare ones of a category, and what such a
 * group has is spread over it as the node above has it, which has more rows and is told in the same way. Groups are
 * counted to the nearest k, as all counts of a model are.
 */

import { roundedCount } from '../margins/roundedCounts.ts';

export interface CellCounts {
  readonly counts: Float64Array;
  /** The shares of the cells in the node above; of the root, in the whole table. */
  readonly above: Float64Array;
  /** Whether cells are numbers in their order. */
  readonly isOrdered: boolean;
}

/** The shares of the cells; those of the node above where a node has too few rows for any of its own. */
export function leafShares({ counts, above, isOrdered }: CellCounts, k: number): Float64Array {
  const groups = isOrdered ? neighbours(counts, k) : withRest(counts, k);
  let exact = 0;
  let before = 0;
  const sizes = groups.map((cells) => {
    for (const cell of cells) exact += counts[cell];
    const size = roundedCount(exact, k) - before;
    before += size;
    return size;
  });
  if (before === 0) return above;
  const shares = new Float64Array(counts.length);
  groups.forEach((cells, g) => {
    const all = cells.reduce((sum, cell) => sum + above[cell], 0);
    for (const cell of cells) {
      const share = all > 0 ? above[cell] / all : 1 / cells.length;
      shares[cell] = (sizes[g] / before) * share;
    }
  });
  return shares;
}

/** Cells of at least k rows, and between these runs of others, each with k rows as long as there are so many. */
function neighbours(counts: Float64Array, k: number): number[][] {
  const groups: number[][] = [];
  let own: number[] = [];
  let rows = 0;
  const close = () => {
    if (own.length > 0) groups.push(own);
    own = [];
    rows = 0;
  };
  counts.forEach((count, cell) => {
    if (count >= k) close();
    own.push(cell);
    rows += count;
    if (rows >= k) close();
  });
  close();
  return groups;
}

/** Each cell of at least k rows, and all others together. */
function withRest(counts: Float64Array, k: number): number[][] {
  const cells = Array.from(counts.keys());
  const rest = cells.filter((cell) => counts[cell] < k);
  const kept = cells.filter((cell) => counts[cell] >= k).map((cell) => [cell]);
  return rest.length > 0 ? [...kept, rest] : kept;
}
