/**
 * The stages of a long job, one after the other: each is told, can be cancelled before it begins, and is
 * kept when it is done, so that a job that was stopped goes on behind it.
 */

import { checkpoint } from './checkpoint.ts';
import { openPace, type Progress } from './progress.ts';
import { keep, keepOnce, type WorkStore, within } from './store.ts';

/** What is done of a stage. */
export type Counts = Pick<Progress, 'done' | 'total'> & Partial<Pick<Progress, 'kept'>>;

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
  await checkpoint(signal);
  let isKept = true;
  const result = await keep(store, name, () => {
    isKept = false;
    return work(within(store, name));
  });
  if (isKept) tell(name, { done: 1, total: 1, kept: 1 });
  return result;
}

/** A stage without parts: where many processes do the same job, one does it. */
export async function runSingleStage<Result>(
  { store, signal, tell }: StageControls,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  tell(name, { done: 0, total: 1 });
  await checkpoint(signal);
  let isDone = false;
  const result = await keepOnce(
    store,
    name,
    () => {
      isDone = true;
      return work();
    },
    signal,
  );
  if (!isDone) tell(name, { done: 1, total: 1, kept: 1 });
  return result;
}

/** Of a whole job, in units of roughly equal time. */
export interface StageProgress extends Progress {
  readonly stage: string;
}

/** Stages of known weight, for a job that is told as one. */
export interface WeightedStages {
  /** Does a piece of work of the given weight. */
  run<Result>(stage: string, weight: number, work: () => Result): Promise<Result>;
  /** Work that was done elsewhere. */
  advance(stage: string, weight: number): void;
}

export function weightedStages(
  total: number,
  signal: AbortSignal | undefined,
  onProgress: ((progress: StageProgress) => void) | undefined,
): WeightedStages {
  let done = 0;
  let current = '';
  const tell = openPace((progress) => onProgress?.({ ...progress, stage: current }));
  const advance = (stage: string, weight: number) => {
    done = Math.min(done + weight, total);
    current = stage;
    tell(done, total);
  };
  return {
    async run(stage, weight, work) {
      advance(stage, 0);
      await checkpoint(signal);
      const result = work();
      advance(stage, weight);
      return result;
    },
    advance,
  };
}
