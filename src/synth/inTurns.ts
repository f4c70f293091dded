/**
 * Long jobs as generators: between two steps they tell how far they are. Run in turns, other events,
 * such as a cancellation or a click, come in between.
 */

import type { FitProgress } from './settings.ts';

/** How far a job is. */
export type Steps<Result> = Generator<FitProgress, Result>;

export interface TurnSettings {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: FitProgress) => void) | undefined;
}

/** Runs a job to its end, with a turn for others after each step. */
export async function inTurns<Result>(
  job: Steps<Result>,
  { signal, onProgress }: TurnSettings,
): Promise<Result> {
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = job.next();
    if (done) return value;
    onProgress?.(value);
    await turn();
  }
}

/** Runs a job to its end at once. */
export function atOnce<Result>(job: Steps<Result>): Result {
  for (;;) {
    const { done, value } = job.next();
    if (done) return value;
  }
}

/** Gives events that wait a turn; a message comes sooner than a timer. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}
