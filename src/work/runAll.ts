/** Many units of one kind: as many at a time as the runner can do, results in the order of the tasks. */

import type { Runner } from './runner.ts';
import { type WithShared, withInputs } from './shared.ts';
import type { WorkStore } from './store.ts';
import type { UnitTable } from './units.ts';

export interface Failure {
  /** Which task it was. */
  readonly task: number;
  /** Names the unit and the shape of its input, never a value. */
  readonly reason: string;
}

export interface Outcome<Result> {
  /** By task; nothing where the unit failed. */
  readonly results: readonly (Result | undefined)[];
  /** Units that failed do not take the others with them. */
  readonly failures: readonly Failure[];
}

export interface RunSettings {
  readonly signal?: AbortSignal | undefined;
  /** Told after each unit, failed ones included, and whether it was in the store; what it throws ends the run. */
  readonly done?: (isKept: boolean) => void;
  /** Results of units, by name and place of the task. Failures are not kept. */
  readonly store?: WorkStore | undefined;
}

export async function runAll<Table extends UnitTable<Table>, Name extends keyof Table & string>(
  runner: Runner<Table>,
  name: Name,
  tasks: readonly WithShared<Parameters<Table[Name]>[0]>[],
  { signal, done, store }: RunSettings = {},
): Promise<Outcome<Awaited<ReturnType<Table[Name]>>>> {
  type Result = Awaited<ReturnType<Table[Name]>>;
  const results = new Array<Result | undefined>(tasks.length).fill(undefined);
  const failures: Failure[] = [];
  const keyOf = (task: number) => `${name} ${task}`;
  if (store?.joint) {
    await store.joint.doAll({
      unit: name,
      tasks: tasks.length,
      keyOf,
      inputOf: (task) => withInputs(tasks[task], runner.inputAt),
      run: (task) => runner.run(name, tasks[task]),
      size: runner.size,
      signal,
      finished(task, outcome, isKept) {
        if ('result' in outcome) results[task] = outcome.result as Result;
        else failures.push({ task, reason: outcome.reason });
        done?.(isKept);
      },
    });
    return { results, failures: failures.sort((a, b) => a.task - b.task) };
  }
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < tasks.length) {
      const task = next++;
      const found = (await store?.get(keyOf(task))) as Result | undefined;
      if (found !== undefined) {
        results[task] = found;
        done?.(true);
        continue;
      }
      try {
        results[task] = await runner.run(name, tasks[task]);
      } catch (error) {
        // a cancelled run is no failure of a unit
        signal?.throwIfAborted();
        failures.push({ task, reason: error instanceof Error ? error.message : String(error) });
      }
      if (results[task] !== undefined) await store?.put(keyOf(task), results[task]);
      done?.(false);
    }
  };
  await Promise.all(Array.from({ length: Math.min(runner.size, tasks.length) }, work));
  failures.sort((a, b) => a.task - b.task);
  return { results, failures };
}
