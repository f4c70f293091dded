/** A stage of a study: told, cancelled before it begins, and kept when it is done. */

import { keep, type WorkStore, within } from '../work/store.ts';
import { yieldToEvents } from '../work/yieldToEvents.ts';
import type { Counts } from './studyProgress.ts';

export interface StageControls {
  readonly threads?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly tell: (stage: string, counts: Counts) => void;
  readonly store?: WorkStore | undefined;
}

/** `work` tells of its own end, and is handed a store for the results of its parts, for the case that it does not come to its end. */
export async function runStage<Result>(
  { store, signal, tell }: StageControls,
  name: string,
  work: (parts: WorkStore | undefined) => Promise<Result>,
): Promise<Result> {
  tell(name, { done: 0, total: 1 });
  await yieldToEvents();
  signal?.throwIfAborted();
  let isKept = true;
  const result = await keep(store, name, () => {
    isKept = false;
    return work(within(store, name));
  });
  if (isKept) tell(name, { done: 1, total: 1, kept: 1 });
  return result;
}
