import { InputError } from '../../numerics/inputError.ts';
import { candidateOf } from './candidates.ts';
import { connect, disjointSets } from './disjointSets.ts';
import { edgeInWords } from './edges.ts';
import { type GrowingVine, type GrownEdge, nodeCount } from './growingVine.ts';
import { withVariable } from './variableSet.ts';

/** Two nodes to be joined; a `Candidate` is one. */
export interface NodePair {
  readonly p: number;
  readonly q: number;
}

/**
 * The vine with one more tree, made of the given pairs of nodes: a spanning tree of pairs that
 * satisfy the proximity condition. The order of the pairs, and of the ends of each, is kept.
 */
export function acceptTree(vine: GrowingVine, chosen: readonly NodePair[]): GrowingVine {
  const tree = vine.trees.length + 1;
  const nodes = nodeCount(vine);
  if (nodes < 2) {
    throw new InputError(
      `Tree ${tree}: a vine on ${vine.d} variables has ${vine.d - 1} trees. Stop before this one.`,
    );
  }
  if (chosen.length !== nodes - 1) {
    throw new InputError(
      `Tree ${tree}: found ${chosen.length} edges, but a tree on ${nodes} nodes has ${nodes - 1}. Give a spanning tree.`,
    );
  }
  const sets = disjointSets(nodes);
  const edges = chosen.map(({ p, q }): GrownEdge => {
    for (const node of [p, q]) {
      if (Number.isInteger(node) && node >= 0 && node < nodes) continue;
      throw new InputError(
        `Tree ${tree}: there is no node ${node}. Nodes are counted from 0 to ${nodes - 1}.`,
      );
    }
    if (p === q) {
      throw new InputError(
        `Tree ${tree} joins ${nodeInWords(vine, p)} with itself. Join different nodes.`,
      );
    }
    const edge = candidateOf(vine, p, q);
    if (edge === undefined) {
      throw new InputError(
        `Tree ${tree} joins ${nodeInWords(vine, p)} with ${nodeInWords(vine, q)}, which breaks the proximity condition: they share no node of tree ${tree - 1}. Join edges that do.`,
      );
    }
    if (!connect(sets, p, q)) {
      throw new InputError(
        `Tree ${tree}: the ${edgeInWords(edge)} closes a cycle, which leaves other nodes unconnected. Give a spanning tree.`,
      );
    }
    const { a, b, given } = edge;
    return { p, q, a, b, given, variables: withVariable(withVariable(given, a), b) };
  });
  return { d: vine.d, trees: [...vine.trees, edges] };
}

function nodeInWords({ trees }: GrowingVine, node: number): string {
  return trees.length === 0
    ? `variable ${node}`
    : `the ${edgeInWords(trees[trees.length - 1][node])}`;
}
