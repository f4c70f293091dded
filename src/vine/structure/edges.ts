import type { VineStructure } from './vineStructure.ts';

/** A pair of variables and the variables it is conditioned on. */
export interface TreeEdge {
  /** First argument of the pair copula. */
  readonly a: number;
  /** Second argument of the pair copula. */
  readonly b: number;
  readonly given: ArrayLike<number>;
}

/** An edge of a vine, in variables. */
export interface VineEdge extends TreeEdge {
  /** Counted from 1, as trees are. */
  readonly tree: number;
  /** In ascending order. */
  readonly given: readonly number[];
}

/**
 * All edges of a vine in variables, tree by tree. Within a tree the variable that is sampled last
 * comes first, so a C-vine lists its edges in the order that was given to it.
 */
export function edgesOf(structure: VineStructure): VineEdge[] {
  return treesOf(structure).flat();
}

/** The edges of a vine as `edgesOf`, in one list per tree. */
export function treesOf(structure: VineStructure): VineEdge[][] {
  const { order, truncation, partners } = structure;
  const trees: VineEdge[][] = [];
  for (let k = 0; k < truncation; k++) {
    const edges: VineEdge[] = [];
    for (let i = order.length - 1; i > k; i--) {
      edges.push({
        tree: k + 1,
        a: order[i],
        b: order[partners[k][i]],
        given: givenOf(structure, k, i),
      });
    }
    trees.push(edges);
  }
  return trees;
}

function givenOf({ order, partners }: VineStructure, k: number, i: number): number[] {
  const given: number[] = [];
  for (let j = 0; j < k; j++) given.push(order[partners[j][i]]);
  return given.sort((x, y) => x - y);
}

/** How messages name a variable. */
export type Label = (variable: number) => string;

/** "edge (4, 2 | 0, 3)", for messages. */
export function edgeInWords({ a, b, given }: TreeEdge, label: Label = String): string {
  const condition = given.length === 0 ? '' : ` | ${Array.from(given, label).join(', ')}`;
  return `edge (${label(a)}, ${label(b)}${condition})`;
}
