/** Runs a job with as many threads as asked for, and cleans up however it ends. */

import { InputError } from '../numerics/inputError.ts';
import { openPool } from './pool.ts';
import { cooperative, type Runner } from './runner.ts';
import type { UnitTable } from './units.ts';

export interface RunnerSettings {
  /** Number of threads; 1 (the default) works in the calling thread. */
  readonly threads?: number | undefined;
  /** Cancels the job: it rejects with the signal's reason, and threads end at once. */
  readonly signal?: AbortSignal | undefined;
}

/** `units` are those that the job may ask for; threads know them by name (src/worker.ts). */
export async function withRunner<Table extends UnitTable<Table>, Result>(
  units: Table,
  { threads = 1, signal }: RunnerSettings,
  job: (runner: Runner<Table>) => Promise<Result>,
): Promise<Result> {
  if (!Number.isInteger(threads) || threads < 1) {
    throw new InputError(`Threads: found ${threads}. Give a whole number of at least 1.`);
  }
  signal?.throwIfAborted();
  if (threads === 1) return job(cooperative(units, signal));
  const pool = await openPool(threads);
  const cancel = () => pool.close(signal?.reason);
  signal?.addEventListener('abort', cancel);
  try {
    // it may have fired while the threads were started
    signal?.throwIfAborted();
    return await job(pool as Runner<Table>);
  } finally {
    signal?.removeEventListener('abort', cancel);
    pool.close();
  }
}
