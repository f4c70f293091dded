/** The page's end of the engine: it is started once, and again when it has failed. */

import { proxy, type Remote, wrap } from 'comlink';
import { whenGone } from '../alive.ts';
import type { EngineApi } from '../engine/protocol.ts';
import { addressOf, startOwnWorker } from '../ownWorker.ts';

export interface EngineLink {
  readonly api: Remote<EngineApi>;
  end(): void;
}

/** Threads that measures share; more than eight would want more memory than they save time. */
const MOST_THREADS = 8;

const UNTOLD = 'it ended without a word';

let own = { text: '', address: '' };

/** `text`: the page's own script. */
export function useProgram(text: string): void {
  own = { text, address: addressOf(text) };
}

/** `failed` is told once if the engine dies. */
export function startEngine(failed: (reason: string) => void): EngineLink {
  const threads = Math.max(1, Math.min(MOST_THREADS, navigator.hardwareConcurrency || 1));
  const worker = startOwnWorker(own.address, `engine:${threads}`);
  let isOver = false;
  const over = (reason: string) => {
    if (isOver) return;
    isOver = true;
    worker.terminate();
    failed(reason);
  };
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    over(event.message || UNTOLD);
  });
  const api = wrap<EngineApi>(worker);
  const lock = `tvinesynth ${Math.random()}`;
  void api.begin(own.text, lock).then(async (isHeld) => {
    if (!isHeld) return;
    await whenGone(lock);
    over(UNTOLD);
  });
  return { api, end: () => worker.terminate() };
}

/** A function that the engine may call. */
export function callable<Arguments extends readonly unknown[]>(
  call: (...args: Arguments) => void,
): (...args: Arguments) => void {
  return proxy(call);
}
