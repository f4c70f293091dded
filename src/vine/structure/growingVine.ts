/**
 * A regular vine that grows tree by tree, as in the algorithm of Dissmann et al. (2013):
 *
 *   let vine = seedVine(d);
 *   repeat: candidates = nextCandidates(vine), weigh them by the data,
 *           vine = acceptTree(vine, chosen), chosen by maximumSpanningTree(nodeCount(vine), ...)
 *   arrange(vine, { first }) gives the array and where each edge went.
 *
 * The nodes of tree 1 are the variables; the nodes of tree k+1 are the edges of tree k, and two of
 * them may be joined if they share a node (the proximity condition).
 */

import type { VariableSet } from './variableSet.ts';

/** An edge of an accepted tree, and a node of the next. */
export interface GrownEdge {
  /** The two nodes it joins, as indices into the tree below (in tree 1: variables). */
  readonly p: number;
  readonly q: number;
  /** First argument of the pair copula: the variable that p adds to the shared node. */
  readonly a: number;
  /** Second argument: the variable that q adds. */
  readonly b: number;
  /** The variables of the shared node. */
  readonly given: VariableSet;
  /** a, b and `given` together. */
  readonly variables: VariableSet;
}

/** The trees chosen so far. */
export interface GrowingVine {
  /** The number of variables. */
  readonly d: number;
  /** The edges of the last tree are the nodes of the next. */
  readonly trees: readonly (readonly GrownEdge[])[];
}

/** A vine on d variables without trees. */
export function seedVine(d: number): GrowingVine {
  return { d, trees: [] };
}

/** The number of nodes of the next tree. */
export function nodeCount(vine: GrowingVine): number {
  return vine.d - vine.trees.length;
}
