/** Runs a job with as many threads as asked for, and cleans up however it ends. */

import { InputError } from '../numerics/inputError.ts';
import type { Crew } from '../vine/crew.ts';
import { openPool } from './pool.ts';
import { turn } from './turn.ts';
import { runUnit, type Units } from './units.ts';

export interface CrewSettings {
  /** Number of threads; 1 (the default) works in the calling thread. */
  readonly threads?: number | undefined;
  /** Cancels the job: it rejects with the signal's reason, and threads end at once. */
  readonly signal?: AbortSignal | undefined;
}

/** `units` are those that the job may ask for; threads know them by name (src/worker.ts). */
export async function withCrew<
  Table extends { readonly [Name in keyof Table]: Units[string] },
  Result,
>(
  units: Table,
  { threads = 1, signal }: CrewSettings,
  job: (crew: Crew<Table>) => Promise<Result>,
): Promise<Result> {
  if (!Number.isInteger(threads) || threads < 1) {
    throw new InputError(`Threads: found ${threads}. Give a whole number from 1 on.`);
  }
  signal?.throwIfAborted();
  if (threads === 1) return job(breathing(units, signal));
  const pool = await openPool(threads);
  const cancel = () => pool.close(signal?.reason);
  signal?.addEventListener('abort', cancel);
  try {
    // it may have fired while the threads were started
    signal?.throwIfAborted();
    return await job(pool as Crew<Table>);
  } finally {
    signal?.removeEventListener('abort', cancel);
    pool.close();
  }
}

/** The calling thread, which lets others have a turn between units so that it can be cancelled. */
function breathing<Table extends { readonly [Name in keyof Table]: Units[string] }>(
  units: Table,
  signal: AbortSignal | undefined,
): Crew<Table> {
  const run = async (name: string, task: unknown) => {
    await turn();
    signal?.throwIfAborted();
    return runUnit({ ...units }, name, task);
  };
  return { size: 1, run } as Crew<Table>;
}
