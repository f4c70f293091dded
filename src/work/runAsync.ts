/**
 * Long jobs as generators: between two steps they tell how far they are. Run in turns, other events,
 * such as a cancellation or a click, come in between.
 */

import type { FitProgress } from '../model/settings.ts';
import { yieldToEvents } from './yieldToEvents.ts';

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
    await yieldToEvents();
  }
}

/** Runs a job to its end at once. */
export function atOnce<Result>(job: Steps<Result>): Result {
  for (;;) {
    const { done, value } = job.next();
    if (done) return value;
  }
}
