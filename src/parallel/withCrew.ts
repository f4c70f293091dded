/** Runs a job with as many threads as asked for, and cleans up however it ends. */

import { type Crew, type VineUnits, vineUnits } from '../vine/crew.ts';
import { openPool } from './pool.ts';
import { runUnit } from './units.ts';

export interface CrewSettings {
  /** Number of threads; 1 (the default) works in the calling thread. */
  readonly threads?: number | undefined;
  /** Cancels the job: it rejects with the signal's reason, and threads end at once. */
  readonly signal?: AbortSignal | undefined;
}

export async function withCrew<Result>(
  { threads = 1, signal }: CrewSettings,
  job: (crew: Crew) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  if (threads === 1) return job(breathing(signal));
  const pool = await openPool(threads);
  const cancel = () => pool.close(signal?.reason);
  signal?.addEventListener('abort', cancel);
  try {
    // it may have fired while the threads were started
    signal?.throwIfAborted();
    return await job(pool as Crew);
  } finally {
    signal?.removeEventListener('abort', cancel);
    pool.close();
  }
}

/** The calling thread, which lets others have a turn between units so that it can be cancelled. */
function breathing(signal: AbortSignal | undefined): Crew {
  return {
    size: 1,
    async run(name, task) {
      await turn();
      signal?.throwIfAborted();
      return runUnit({ ...vineUnits }, name, task) as ReturnType<VineUnits[typeof name]>;
    },
  };
}

/** Gives events that wait, such as a cancellation, a turn. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}
