/** Many units of one kind: as many at a time as the crew can do, results in the order of the tasks. */

import type { Crew } from '../vine/crew.ts';
import type { Units } from './units.ts';

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

/** `done` is told after each unit, failed ones included; what it throws ends the run. */
export async function runAll<
  Table extends { readonly [Name in keyof Table]: Units[string] },
  Name extends keyof Table & string,
>(
  crew: Crew<Table>,
  name: Name,
  tasks: readonly Parameters<Table[Name]>[0][],
  { signal, done }: { readonly signal?: AbortSignal | undefined; readonly done?: () => void } = {},
): Promise<Outcome<Awaited<ReturnType<Table[Name]>>>> {
  type Result = Awaited<ReturnType<Table[Name]>>;
  const results = new Array<Result | undefined>(tasks.length).fill(undefined);
  const failures: Failure[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < tasks.length) {
      const task = next++;
      try {
        results[task] = await crew.run(name, tasks[task]);
      } catch (error) {
        // a cancelled run is no failure of a unit
        signal?.throwIfAborted();
        failures.push({ task, reason: error instanceof Error ? error.message : String(error) });
      }
      done?.();
    }
  };
  await Promise.all(Array.from({ length: Math.min(crew.size, tasks.length) }, work));
  failures.sort((a, b) => a.task - b.task);
  return { results, failures };
}
