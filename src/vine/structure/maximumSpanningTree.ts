import { InputError } from '../../numerics/inputError.ts';
import { connect, disjointSets } from './disjointSets.ts';

/** An edge that a tree may use: two nodes and how much it is worth. */
export interface WeightedPair {
  readonly p: number;
  readonly q: number;
  readonly weight: number;
}

/**
 * The spanning tree of greatest total weight, as indices into `candidates` in ascending order
 * (Kruskal, O(m log m) for m candidates).
 *
 * Of equal weights the pair with the smaller lower node goes first, then the one with the smaller
 * upper node. So the tree depends neither on the order in which candidates were listed or
 * computed, nor on which end of a pair is called p.
 */
export function maximumSpanningTree(
  nodeCount: number,
  candidates: readonly WeightedPair[],
): number[] {
  const m = candidates.length;
  const weight = new Float64Array(m);
  const lower = new Int32Array(m);
  const upper = new Int32Array(m);
  for (let c = 0; c < m; c++) {
    const pair = candidates[c];
    if (Number.isNaN(pair.weight)) {
      throw new InputError(
        `Spanning tree: the weight of nodes ${pair.p} and ${pair.q} is not a number. Check their columns for missing or constant values.`,
      );
    }
    weight[c] = pair.weight;
    lower[c] = Math.min(pair.p, pair.q);
    upper[c] = Math.max(pair.p, pair.q);
  }
  const ranked = Uint32Array.from({ length: m }, (_, c) => c).sort((x, y) =>
    weight[x] !== weight[y]
      ? weight[x] > weight[y]
        ? -1
        : 1
      : lower[x] - lower[y] || upper[x] - upper[y] || x - y,
  );

  const sets = disjointSets(nodeCount);
  const chosen: number[] = [];
  for (let r = 0; r < m && chosen.length < nodeCount - 1; r++) {
    const c = ranked[r];
    if (connect(sets, lower[c], upper[c])) chosen.push(c);
  }
  if (chosen.length < nodeCount - 1) {
    throw new InputError(
      `Spanning tree: the ${m} candidate edges do not connect all ${nodeCount} nodes. Give candidates that do.`,
    );
  }
  return chosen.sort((x, y) => x - y);
}
