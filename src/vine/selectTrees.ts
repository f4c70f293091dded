/**
 * Dissmann's algorithm (Dissmann et al. 2013): tree by tree, the spanning tree of greatest total
 * |tau| among the edges that the proximity condition allows, then the fit of its pair copulas.
 */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import type { SelectSettings } from '../copula/selectPair.ts';
import { allOf } from '../work/allOf.ts';
import { mostAtATime } from '../work/runner.ts';
import type { EdgeResult } from './fitEdge.ts';
import type { TellProgress } from './fitTrees.ts';
import type { Split } from './split.ts';
import { acceptTree } from './structure/acceptTree.ts';
import {
  type ArgumentSource,
  type Candidate,
  candidateOf,
  nextCandidates,
} from './structure/candidates.ts';
import { type GrowingVine, nodeCount, seedVine } from './structure/growingVine.ts';
import { maximumSpanningTree } from './structure/maximumSpanningTree.ts';
import { starTree } from './structure/starTree.ts';
import { edgeCount } from './structure/vineStructure.ts';
import type { VineRunner } from './units.ts';
import type { AnyEdge } from './vine.ts';

export interface SelectedTrees {
  readonly vine: GrowingVine;
  /** The fitted edges by tree and edge. */
  readonly edges: readonly (readonly AnyEdge[])[];
}

/** `data` are by variable. With `star`, the first tree joins every variable with that one. */
export async function selectTrees(
  data: readonly CopulaColumn[],
  { truncation, star }: { readonly truncation: number; readonly star?: number },
  split: Split | undefined,
  settings: SelectSettings,
  runner: VineRunner,
  progress?: TellProgress,
): Promise<SelectedTrees> {
  const d = data.length;
  const total = edgeCount(d, truncation);
  const edges: AnyEdge[][] = [];
  let vine = seedVine(d);
  let nodes: readonly EdgeResult[] = [];
  let done = 0;
  for (let k = 0; k < truncation; k++) {
    const supply = (node: number, from: ArgumentSource): CopulaColumn =>
      (from === 'data' ? data[node] : nodes[node][from]) as CopulaColumn;
    const chosen =
      k === 0 && star !== undefined
        ? starTree(d, star).map(({ p, q }) => candidateOf(vine, p, q) as Candidate)
        : await strongest(vine, supply, runner);
    const last = k === truncation - 1;
    const results = await allOf(chosen, mostAtATime(runner), async ({ p, q, aFrom, bFrom }) => {
      const result = await runner.run('fitEdge', {
        first: supply(p, aFrom),
        second: supply(q, bFrom),
        settings,
        split,
        withRoot: k === 0,
        needsDirect: !last,
        // nothing is conditioned on a variable that a star joins with its root
        needsIndirect: !last && !(k === 0 && star !== undefined),
      });
      done++;
      progress?.(done, total);
      return result;
    });
    vine = acceptTree(vine, chosen);
    nodes = results;
    edges.push(results.map(({ edge }) => edge));
  }
  return { vine, edges };
}

/** The spanning tree of greatest total |tau|. */
async function strongest(
  vine: GrowingVine,
  supply: (node: number, from: ArgumentSource) => CopulaColumn,
  runner: VineRunner,
): Promise<Candidate[]> {
  const candidates = nextCandidates(vine);
  const share = Math.ceil(candidates.length / runner.size);
  const shares = Array.from({ length: runner.size }, (_, s) =>
    candidates.slice(s * share, (s + 1) * share),
  );
  const weights = await Promise.all(
    shares.map((part) => runner.run('weighPairs', weighTask(part, supply))),
  );
  const weighted = candidates.map(({ p, q }, c) => ({
    p,
    q,
    weight: weights[Math.floor(c / share)][c % share],
  }));
  return maximumSpanningTree(nodeCount(vine), weighted).map((index) => candidates[index]);
}

/** The distinct columns of some candidates, and which two each of them joins. */
function weighTask(
  candidates: readonly Candidate[],
  supply: (node: number, from: ArgumentSource) => CopulaColumn,
) {
  const columns: Float64Array[] = [];
  const places = new Map<string, number>();
  const place = (node: number, from: ArgumentSource): number => {
    const key = `${node} ${from}`;
    let index = places.get(key);
    if (index === undefined) {
      index = columns.push(supply(node, from).u) - 1;
      places.set(key, index);
    }
    return index;
  };
  const pairs = Int32Array.from(
    candidates.flatMap(({ p, q, aFrom, bFrom }) => [place(p, aFrom), place(q, bFrom)]),
  );
  return { columns, pairs };
}
