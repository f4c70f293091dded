import { InputError } from '../../numerics/inputError.ts';
import { acceptTree, type NodePair } from './acceptTree.ts';
import { edgeInWords, type TreeEdge } from './edges.ts';
import { type GrowingVine, seedVine } from './growingVine.ts';
import { keyOf, withVariable } from './variableSet.ts';

/**
 * A vine from its trees in variables, checked on the way: every edge must find, in the tree below,
 * the two edges it joins. (In a regular vine two edges of a tree that have all but one variable in
 * common always share a node, so finding them is the proximity condition.) Takes time in proportion
 * to the number of variables in all edges together.
 */
export function growFromTrees(trees: readonly (readonly TreeEdge[])[], d: number): GrowingVine {
  if (!Number.isInteger(d) || d < 1) {
    throw new InputError(`Vine: the number of variables is ${d}. Give a whole number from 1.`);
  }
  if (trees.length > d - 1) {
    throw new InputError(
      `Vine: found ${trees.length} trees, but ${d} variables allow ${d - 1}. Leave out the others.`,
    );
  }
  let vine = seedVine(d);
  for (const edges of trees) {
    const tree = vine.trees.length + 1;
    for (const edge of edges) checkEdge(edge, tree, d);
    vine = acceptTree(
      vine,
      tree === 1 ? edges.map(({ a, b }) => ({ p: a, q: b })) : nodesJoined(vine, edges),
    );
  }
  return vine;
}

/** The pair of nodes that every edge joins, found by the variables each must have. */
function nodesJoined(vine: GrowingVine, edges: readonly TreeEdge[]): NodePair[] {
  const below = vine.trees.length;
  const nodeOf = new Map<string, number>();
  vine.trees[below - 1].forEach((edge, node) => {
    nodeOf.set(keyOf(edge.variables), node);
  });
  return edges.map((edge) => {
    const given = Int32Array.from(edge.given).sort();
    const find = (variable: number): number => {
      const variables = withVariable(given, variable);
      const node = nodeOf.get(keyOf(variables));
      if (node !== undefined) return node;
      throw new InputError(
        `Tree ${below + 1}: the ${edgeInWords(edge)} breaks the proximity condition, as tree ${below} has no edge on the variables ${variables.join(', ')}. Variables are counted from 0; check both trees.`,
      );
    };
    return { p: find(edge.a), q: find(edge.b) };
  });
}

function checkEdge(edge: TreeEdge, tree: number, d: number): void {
  const fault = edgeFault(edge, tree, d);
  if (fault !== undefined) throw new InputError(`Tree ${tree}: the ${edgeInWords(edge)} ${fault}.`);
}

function edgeFault({ a, b, given }: TreeEdge, tree: number, d: number): string | undefined {
  if (given.length !== tree - 1)
    return `has ${given.length} conditioning variables; in this tree it needs ${tree - 1}`;
  const variables = [a, b, ...Array.from(given)];
  for (const variable of variables) {
    if (!Number.isInteger(variable) || variable < 0 || variable >= d) {
      return `names variable ${variable}; variables are counted from 0 to ${d - 1}`;
    }
  }
  const sorted = Int32Array.from(variables).sort();
  for (let i = 1; i < sorted.length; i++) {
    if (sorted[i] === sorted[i - 1])
      return `names variable ${sorted[i]} twice; an edge needs different variables`;
  }
  return undefined;
}
