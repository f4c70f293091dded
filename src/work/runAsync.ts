/**
 * Long jobs as generators: between two steps they tell how far they are. The same job runs at once, or
 * with a checkpoint after each step, so that a cancellation or a click comes in between.
 */

import { checkpoint } from './checkpoint.ts';

/** A job that tells how far it is. */
export type Steps<Result, Told> = Generator<Told, Result>;

export interface RunSettings<Told> {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Told) => void) | undefined;
}

/** Runs a job to its end, with a checkpoint after each step. */
export async function runAsync<Result, Told>(
  job: Steps<Result, Told>,
  { signal, onProgress }: RunSettings<Told>,
): Promise<Result> {
  signal?.throwIfAborted();
  for (;;) {
    const { done, value } = job.next();
    if (done) return value;
    onProgress?.(value);
    await checkpoint(signal);
  }
}

/** Runs a job to its end at once. */
export function runSync<Result, Told>(job: Steps<Result, Told>): Result {
  for (;;) {
    const { done, value } = job.next();
    if (done) return value;
  }
}
