/** Between two pieces of a long job: events that wait have their turn, and a job that was cancelled ends. */

import { yieldToEvents } from './yieldToEvents.ts';

export async function checkpoint(signal?: AbortSignal | undefined): Promise<void> {
  await yieldToEvents();
  signal?.throwIfAborted();
}
