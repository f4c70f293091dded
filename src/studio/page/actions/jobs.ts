/** Work that the engine is asked for: one job at a time, its progress, its error, and the end of the engine itself. */

import type { Told } from '../../engine/protocol.ts';
import { type EngineLink, startEngine } from '../engineLink.ts';
import * as state from '../state.ts';
import { clearTable } from './clear.ts';

let engine: EngineLink | undefined;
/** Answers to older questions are dropped. */
let asked = 0;
/** Ends the wait for the job: the engine itself has failed, or does not come to see that it was told to stop. */
let fail: ((reason: Error) => void) | undefined;

export function theEngine(): EngineLink {
  engine ??= startEngine((reason) => {
    engine = undefined;
    const error = new Error(
      `The engine stopped (${reason}). The table has to be read again; a smaller one, or closing other programs, helps if memory ran out.`,
    );
    fail?.(error);
    if (!fail) say('table', error);
    clearTable();
  });
  return engine;
}

/** Runs a job at a step: busy while it lasts, its error said there. Undefined if it failed or was cancelled. */
export async function during<Result>(
  step: state.StepName,
  job: state.Job,
  work: (tell: (told: Told) => void) => Promise<Result>,
): Promise<Result | undefined> {
  const own = ++asked;
  if (!isOwnJob(job)) next = undefined;
  state.failure.value = null;
  state.busy.value = { job, told: null };
  let isOver = false;
  // word of progress may come after the result
  const tell = (told: Told) => {
    if (own === asked && !isOver) state.busy.value = { job, told };
  };
  try {
    const died = new Promise<never>((_, reject) => {
      fail = reject;
    });
    const result = await Promise.race([work(tell), died]);
    return own === asked ? result : undefined;
  } catch (error) {
    if (own !== asked) return undefined;
    next = undefined;
    if ((error as Error).name !== 'AbortError') say(step, error);
    else announce('Cancelled.');
    return undefined;
  } finally {
    isOver = true;
    if (own === asked) {
      state.busy.value = null;
      fail = undefined;
      // a job of the page's own may follow at once
      setTimeout(beginNext);
    }
  }
}

/** What the page does by itself after a choice. */
export function isOwnJob(job: state.Job): boolean {
  return job === 'columns' || job === 'order';
}

/** What was asked for while the page was busy by itself. */
let next: (() => void) | undefined;

/** Begins when the page has done what it does by itself after a choice, unless that is cancelled or fails. */
export function begin(action: () => void): void {
  next = action;
  if (state.busy.value === null) beginNext();
  else announce('Begins when the preview is there.');
}

function beginNext(): void {
  if (state.busy.value !== null) return;
  const action = next;
  next = undefined;
  action?.();
}

const GONE =
  'The file can no longer be read: it was changed, moved or deleted since it was chosen. Choose it again.';

/** What browsers say of a file that is not what it was. */
const isUnreadable = (name: string) => name === 'NotReadableError' || name === 'NotFoundError';

export function say(step: state.StepName, error: unknown): void {
  const { name, message } = error as Error;
  const isKnown = name === 'InputError' || name === 'Error';
  state.failure.value = {
    step,
    message: isUnreadable(name) ? GONE : isKnown ? message : `Internal error: ${message}`,
  };
  announce(state.failure.value.message);
}

/** Milliseconds between two messages: a screen reader breaks off the first for a second that follows at once. */
const BETWEEN_MESSAGES = 1000;
let free = 0;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Of several messages within a second the last is said. */
export function announce(words: string): void {
  clearTimeout(waiting);
  const sayIt = () => {
    free = performance.now() + BETWEEN_MESSAGES;
    state.announced.value = words;
  };
  const wait = free - performance.now();
  if (wait <= 0) sayIt();
  else waiting = setTimeout(sayIt, wait);
}

/** Milliseconds that a cancelled job has to end by itself. */
const PATIENCE = 100;

/** The engine sees it between two pieces of its work. With many rows one may take seconds, and nobody waits for it. */
export function cancel(): void {
  const own = asked;
  void engine?.api.cancel();
  setTimeout(() => {
    if (own === asked) fail?.(new DOMException('Cancelled.', 'AbortError'));
  }, PATIENCE);
}
