import { InputError } from '../../numerics/inputError.ts';
import type { TreeEdge } from './edges.ts';
import { growFromTrees } from './growFromTrees.ts';
import type { GrowingVine } from './growingVine.ts';
import type { VineStructure } from './vineStructure.ts';

/** A vine as an array, and where each entry of the array was among the edges of the trees. */
export interface Arrangement {
  readonly structure: VineStructure;
  /** `edge[k][i]`: the edge of tree k+1, as an index into it, that is entry (k, i); -1 for i <= k. */
  readonly edge: readonly Int32Array[];
  /** 1 where the array has the two arguments of that edge the other way round. */
  readonly swapped: readonly Uint8Array[];
}

export interface ArrangeOptions {
  /** The variable to come first (position 0), such as the response. By default whichever is left. */
  readonly first?: number;
}

/**
 * The array of a vine given as trees in variables; `trees` may end before tree d-1. Trees that are
 * no regular vine are refused with the reason. See `arrange` for how positions are dealt out.
 */
export function structureFromTrees(
  trees: readonly (readonly TreeEdge[])[],
  { d, ...options }: ArrangeOptions & { readonly d: number },
): VineStructure {
  return arrange(growFromTrees(trees, d), options).structure;
}

/**
 * The array of a grown vine, truncated or not.
 *
 * Positions are dealt out from the highest. The variable that gets one must be in a single edge of
 * the top tree that is left, as one of its conditioned pair; it is then so in all lower trees, its
 * partners are read off those edges, and they are removed. A tree has two leaves, so there are
 * always two such variables: the smallest goes, unless it is the one to come first.
 *
 * The result depends on the set of edges only, not on their order. Takes O(d^2) steps and as many
 * as there are variables in all edges together.
 */
export function arrange({ d, trees }: GrowingVine, { first }: ArrangeOptions = {}): Arrangement {
  if (first !== undefined && !(Number.isInteger(first) && first >= 0 && first < d)) {
    throw new InputError(
      `Vine: the variable to come first is ${first}, but variables are counted from 0 to ${d - 1}. Give one of them.`,
    );
  }
  const truncation = trees.length;
  const left = openTally(trees, d);
  const position = new Int32Array(d).fill(-1);
  const order = new Array<number>(d);
  const edge = trees.map(() => new Int32Array(d).fill(-1));
  for (let i = d - 1; i >= 0; i--) {
    const top = Math.min(truncation, i);
    const mayGo = (v: number) => position[v] < 0 && (top === 0 || left.isLeaf(top - 1, v));
    let v = 0;
    while (v < d && (!mayGo(v) || (v === first && i > 0))) v++;
    if (v === d)
      throw new Error('a vine that acceptTree has checked always has a variable to take next');
    position[v] = i;
    order[i] = v;
    for (let k = 0; k < top; k++) edge[k][i] = left.removeEdgeOf(k, v);
  }

  const partners = trees.map(() => new Int32Array(d).fill(-1));
  const swapped = trees.map(() => new Uint8Array(d));
  for (let k = 0; k < truncation; k++) {
    for (let i = k + 1; i < d; i++) {
      const { a, b } = trees[k][edge[k][i]];
      partners[k][i] = position[a === order[i] ? b : a];
      swapped[k][i] = a === order[i] ? 0 : 1;
    }
  }
  return { structure: { order, truncation, partners }, edge, swapped };
}

/**
 * The edges that are left: per tree and variable in how many of them it is, and the sum of their
 * indices, which is the index itself once a single edge is left.
 */
function openTally(trees: GrowingVine['trees'], d: number) {
  const count = trees.map(() => new Int32Array(d));
  const indexSum = trees.map(() => new Int32Array(d));
  trees.forEach((tree, k) => {
    tree.forEach(({ variables }, e) => {
      for (const v of variables) {
        count[k][v]++;
        indexSum[k][v] += e;
      }
    });
  });
  return {
    /** Whether a variable is in a single edge of a tree, as one of its conditioned pair. */
    isLeaf(k: number, v: number): boolean {
      if (count[k][v] !== 1) return false;
      const { a, b } = trees[k][indexSum[k][v]];
      return v === a || v === b;
    },
    /** Removes the single edge of a tree that has the variable, and gives its index. */
    removeEdgeOf(k: number, v: number): number {
      const e = indexSum[k][v];
      for (const w of trees[k][e].variables) {
        count[k][w]--;
        indexSum[k][w] -= e;
      }
      return e;
    },
  };
}
