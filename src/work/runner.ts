/**
 * Who does units of work. Results do not depend on it: a unit is a pure function of its input. Here
 * the calling thread does them; `pool.ts` hands them to threads.
 */

import type { Shared, WithShared } from './shared.ts';
import { runUnit, type UnitTable } from './units.ts';
import { yieldToEvents } from './yieldToEvents.ts';

/** Does the units of a table of units, one or many at a time. */
export interface Runner<Table extends UnitTable<Table>> {
  /** How many units can be under way at the same time. */
  readonly size: number;
  /** How many more are best asked for at a time, so that no thread waits for the next one. Default: none. */
  readonly ahead?: number;
  run<Name extends keyof Table & string>(
    name: Name,
    task: WithShared<Parameters<Table[Name]>[0]>,
  ): Promise<ReturnType<Table[Name]>>;
  /** For tasks that have this value in common: it is sent once, and must not change. */
  share<Value>(value: Value): Value | Shared<Value>;
  /** What was shared. */
  inputAt(address: string): unknown;
}

/** How many units to ask for at a time, where there are many of them. */
export function mostAtATime({ size, ahead = 0 }: { size: number; ahead?: number }): number {
  return size + ahead;
}

/** Where units run in the calling thread, nothing is sent and nothing has an address. */
const unsent = {
  share: <Value>(value: Value): Value => value,
  inputAt(address: string): never {
    throw new Error(`no input has the address ${address}`);
  },
};

/** The calling thread, on the spot. */
export function inline<Table extends UnitTable<Table>>(units: Table): Runner<Table> {
  return {
    size: 1,
    ...unsent,
    async run(name, task) {
      const unit = units[name] as (input: never) => ReturnType<Table[typeof name]>;
      return unit(task as never);
    },
  };
}

/** The calling thread, which lets others have a turn between units so that it can be cancelled. */
export function cooperative<Table extends UnitTable<Table>>(
  units: Table,
  signal: AbortSignal | undefined,
): Runner<Table> {
  const run = async (name: string, task: unknown) => {
    await yieldToEvents();
    signal?.throwIfAborted();
    return runUnit({ ...units }, name, task);
  };
  return { size: 1, ...unsent, run } as Runner<Table>;
}
