/**
 * The sequential fit of a vine with a given structure. Every edge waits only for the two edges below
 * it, so that many threads stay busy across the trees. Of the edges that are ready lower trees go
 * first, and a column is let go as soon as its last reader has taken it.
 */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import type { PairFit, SelectSettings } from '../copula/selectPair.ts';
import type { VineStructure } from './structure/vineStructure.ts';
import { type WalkPlan, walkPlan } from './structure/walkPlan.ts';
import type { VineRunner } from './units.ts';

/** Told after each edge how many are done; may throw to cancel. */
export type TellProgress = (done: number, total: number) => void;

/** `data` are by position. Gives the pair copulas by tree and position. */
export async function fitTrees(
  data: readonly CopulaColumn[],
  structure: VineStructure,
  settings: SelectSettings,
  runner: VineRunner,
  progress?: TellProgress,
): Promise<(PairFit | undefined)[][]> {
  const d = structure.order.length;
  const trees = structure.truncation;
  const total = (trees * (2 * d - trees - 1)) / 2;
  const plan = walkPlan(structure);
  const columns = columnStore(data, plan);
  const fits: (PairFit | undefined)[][] = plan.column.map(() => new Array(d).fill(undefined));
  // per tree, the edges whose arguments are there; per edge, how many arguments are not
  const ready: number[][] = plan.column.map(() => []);
  const missing = plan.column.map(() => new Uint8Array(d).fill(2));
  let done = 0;

  const arrived = (k: number, i: number): void => {
    missing[k][i]--;
    if (missing[k][i] === 0) ready[k].push(i);
  };
  const announce = (k: number, m: number): void => {
    if (k >= trees) return;
    if (m > k) arrived(k, m);
    for (let i = k + 1; i < d; i++) if (plan.column[k][i] === m) arrived(k, i);
  };
  const fit = async (k: number, i: number): Promise<void> => {
    const result = await runner.run('fitEdge', {
      first: columns.take(k, i, false),
      second: columns.take(k, plan.column[k][i], plan.indirect[k][i] === 1),
      settings,
      needsDirect: plan.needsDirect[k][i] === 1,
      needsIndirect: plan.needsIndirect[k][i] === 1,
    });
    fits[k][i] = result.fit;
    if (result.direct) columns.put(k + 1, i, false, result.direct);
    if (result.indirect) columns.put(k + 1, i, true, result.indirect);
    announce(k + 1, i);
    done++;
    progress?.(done, total);
  };

  for (let m = 0; m < d; m++) announce(0, m);
  const underWay = new Set<Promise<void>>();
  while (done < total) {
    for (let k = 0; k < trees && underWay.size < runner.size; k++) {
      while (ready[k].length > 0 && underWay.size < runner.size) {
        const task = fit(k, ready[k].shift() as number);
        underWay.add(task);
        task.then(
          () => underWay.delete(task),
          () => underWay.delete(task),
        );
      }
    }
    await Promise.race(underWay);
  }
  return fits;
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
