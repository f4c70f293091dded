import type { GrowingVine } from './growingVine.ts';
import type { VariableSet } from './variableSet.ts';

/**
 * Where an argument of a candidate comes from: the column of data, or an output of the edge of the
 * tree below, `direct` = F(a | b, given) (hfunc2) or `indirect` = F(b | a, given) (hfunc1).
 */
export type ArgumentSource = 'data' | 'direct' | 'indirect';

/** A pair of nodes that the next tree may join, and the pair copula it would be. */
export interface Candidate {
  readonly p: number;
  readonly q: number;
  readonly a: number;
  readonly b: number;
  /** Shared between candidates. */
  readonly given: VariableSet;
  /** What node p supplies as first argument. */
  readonly aFrom: ArgumentSource;
  /** What node q supplies as second argument. */
  readonly bFrom: ArgumentSource;
}

const NOTHING: VariableSet = new Int32Array(0);

/**
 * All pairs of nodes that the next tree may join, each once and with p < q. For tree 1 these are
 * all pairs of variables; above, the pairs of edges that meet in a node. Takes time in proportion
 * to the answer: d^2 / 2 candidates after a star, about d after a path.
 */
export function nextCandidates(vine: GrowingVine): Candidate[] {
  const candidates: Candidate[] = [];
  if (vine.trees.length === 0) {
    for (let p = 0; p < vine.d; p++) {
      for (let q = p + 1; q < vine.d; q++) candidates.push(joinVariables(p, q));
    }
    return candidates;
  }
  edgesByNode(vine).forEach((meeting, node) => {
    const given = variablesOf(vine, node);
    for (let x = 0; x < meeting.length; x++) {
      for (let y = x + 1; y < meeting.length; y++) {
        candidates.push(joinEdges(vine, meeting[x], meeting[y], node, given));
      }
    }
  });
  return candidates;
}

/** The candidate of two different nodes of the next tree, or nothing if they share no node. */
export function candidateOf(vine: GrowingVine, p: number, q: number): Candidate | undefined {
  if (vine.trees.length === 0) return joinVariables(p, q);
  const edges = vine.trees[vine.trees.length - 1];
  const left = edges[p];
  const right = edges[q];
  const shared = left.p === right.p || left.p === right.q ? left.p : left.q;
  if (shared !== right.p && shared !== right.q) return undefined;
  return joinEdges(vine, p, q, shared, variablesOf(vine, shared));
}

function joinVariables(p: number, q: number): Candidate {
  return { p, q, a: p, b: q, given: NOTHING, aFrom: 'data', bFrom: 'data' };
}

/** The candidate of two edges that meet in the node `shared`, whose variables are `given`. */
function joinEdges(
  vine: GrowingVine,
  p: number,
  q: number,
  shared: number,
  given: VariableSet,
): Candidate {
  const edges = vine.trees[vine.trees.length - 1];
  const left = edges[p];
  const right = edges[q];
  return {
    p,
    q,
    // an edge passes on the variable that its other end, not the shared one, brought in
    a: left.p === shared ? left.b : left.a,
    b: right.p === shared ? right.b : right.a,
    given,
    aFrom: left.p === shared ? 'indirect' : 'direct',
    bFrom: right.p === shared ? 'indirect' : 'direct',
  };
}

/** The variables of a node of the last accepted tree. */
function variablesOf({ trees }: GrowingVine, node: number): VariableSet {
  return trees.length === 1 ? Int32Array.of(node) : trees[trees.length - 2][node].variables;
}

/** For every node of the last accepted tree, the edges that meet there, ascending. */
function edgesByNode({ trees }: GrowingVine): number[][] {
  const edges = trees[trees.length - 1];
  const meeting: number[][] = Array.from({ length: edges.length + 1 }, () => []);
  edges.forEach(({ p, q }, e) => {
    meeting[p].push(e);
    meeting[q].push(e);
  });
  return meeting;
}
