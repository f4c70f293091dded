/**
 * The sequential fit of a vine with a given structure. Every edge waits only for the two edges below
 * it, so that many threads stay busy across the trees. Of the edges that are ready lower trees go
 * first, and a column is let go as soon as its last reader has taken it.
 */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import type { SelectSettings } from '../copula/selectPair.ts';
import { mostAtATime } from '../work/runner.ts';
import type { EdgeResult } from './fitEdge.ts';
import type { Split } from './split.ts';
import { edgeCount, type VineStructure } from './structure/vineStructure.ts';
import { type WalkPlan, walkPlan } from './structure/walkPlan.ts';
import type { VineRunner } from './units.ts';
import { type AnyEdge, CUT } from './vine.ts';

/** Told after each edge how many are done; may throw to cancel. */
export type TellProgress = (done: number, total: number) => void;

export interface TreesToFit {
  readonly structure: VineStructure;
  /** By position, the last tree in which it is joined with its partner; edges beyond are independence. */
  readonly trees: readonly number[];
  readonly split: Split | undefined;
}

/** `data` are by position. Gives the edges by tree and position. */
export async function fitTrees(
  data: readonly CopulaColumn[],
  { structure, trees, split }: TreesToFit,
  settings: SelectSettings,
  runner: VineRunner,
  progress?: TellProgress,
): Promise<(AnyEdge | undefined)[][]> {
  const total = edgeCount(structure.order.length, structure.truncation);
  const plan = walkPlan(structure);
  const columns = columnStore(data, plan);
  const schedule = openSchedule(plan, data.length);
  const edges = plan.column.map(() => new Array<AnyEdge | undefined>(data.length).fill(undefined));
  let done = 0;
  const fit = async ({ k, i }: Place): Promise<void> => {
    const [first, second] = [
      columns.take(k, i, false),
      columns.take(k, plan.column[k][i], plan.indirect[k][i] === 1),
    ];
    const [needsDirect, needsIndirect] = [
      plan.needsDirect[k][i] === 1,
      plan.needsIndirect[k][i] === 1,
    ];
    const wanted = { first, second, settings, split, withRoot: k === 0 };
    const result: EdgeResult =
      k < trees[i]
        ? await runner.run('fitEdge', { ...wanted, needsDirect, needsIndirect })
        : {
            edge: CUT,
            ...(needsDirect && { direct: first }),
            ...(needsIndirect && { indirect: second }),
          };
    edges[k][i] = result.edge;
    if (result.direct) columns.put(k + 1, i, false, result.direct);
    if (result.indirect) columns.put(k + 1, i, true, result.indirect);
    schedule.announce(k + 1, i);
    done++;
    progress?.(done, total);
  };

  const underWay = new Set<Promise<void>>();
  const most = mostAtATime(runner);
  while (done < total) {
    while (underWay.size < most) {
      const place = schedule.next();
      if (!place) break;
      const task = fit(place);
      underWay.add(task);
      const ended = () => underWay.delete(task);
      task.then(ended, ended);
    }
    await Promise.race(underWay);
  }
  return edges;
}

/** An edge: entry i of tree k + 1. */
interface Place {
  readonly k: number;
  readonly i: number;
}

/** Which edges can be fitted: those both of whose arguments are there. */
function openSchedule(plan: WalkPlan, d: number) {
  const ready: number[][] = plan.column.map(() => []);
  const missing = plan.column.map(() => new Uint8Array(d).fill(2));
  const arrived = (k: number, i: number): void => {
    missing[k][i]--;
    if (missing[k][i] === 0) ready[k].push(i);
  };
  /** The columns of position m are there for tree k + 1. */
  const announce = (k: number, m: number): void => {
    if (k >= plan.column.length) return;
    if (m > k) arrived(k, m);
    for (let i = k + 1; i < d; i++) if (plan.column[k][i] === m) arrived(k, i);
  };
  /** An edge of the lowest tree that has one. */
  const next = (): Place | undefined => {
    const k = ready.findIndex((edges) => edges.length > 0);
    return k < 0 ? undefined : { k, i: ready[k].shift() as number };
  };
  for (let m = 0; m < d; m++) announce(0, m);
  return { announce, next };
}

/** The conditional distributions that are still to be read, by tree, position and side. */
function columnStore(data: readonly CopulaColumn[], plan: WalkPlan) {
  const kept = new Map<string, { column: CopulaColumn; readers: number }>();
  const key = (k: number, i: number, indirect: boolean) => `${k} ${i} ${indirect}`;
  const readersOf = (k: number, m: number, indirect: boolean): number => {
    let count = indirect || m <= k ? 0 : 1;
    const wanted = indirect ? 1 : 0;
    for (let i = k + 1; i < data.length; i++) {
      if (plan.column[k][i] === m && plan.indirect[k][i] === wanted) count++;
    }
    return count;
  };
  const put = (k: number, i: number, indirect: boolean, column: CopulaColumn): void => {
    kept.set(key(k, i, indirect), { column, readers: readersOf(k, i, indirect) });
  };
  const take = (k: number, i: number, indirect: boolean): CopulaColumn => {
    const place = key(k, i, indirect);
    const entry = kept.get(place);
    if (!entry) throw new Error(`column ${place} was let go before its last reader took it`);
    entry.readers--;
    if (entry.readers === 0) kept.delete(place);
    return entry.column;
  };
  if (plan.column.length > 0) {
    for (const [i, column] of data.entries()) put(0, i, false, column);
  }
  return { put, take };
}
