/**
 * A pool of threads that do units of work. Which thread does a unit, and when, does not change its
 * result.
 */

import { startThread, type Thread } from './thread.ts';

export interface Pool {
  readonly size: number;
  /** The result of the unit called `name`; rejects if the unit fails or the pool is closed. */
  run(name: string, task: unknown): Promise<unknown>;
  /** Ends all threads at once; what is under way is rejected with `reason`. */
  close(reason?: unknown): void;
}

export async function openPool(size: number): Promise<Pool> {
  const idle: Thread[] = [];
  const waiting: ((thread: Thread) => void)[] = [];
  let refuse: (reason: unknown) => void = () => {};
  const broken = new Promise<never>((_, reject) => {
    refuse = reject;
  });
  // closing is no error of its own: those who wait for a unit hear of it
  broken.catch(() => {});
  let open = true;
  const threads = await Promise.all(
    Array.from({ length: size }, () => startThread((reason) => open && refuse(reason))),
  );
  idle.push(...threads);

  const release = (thread: Thread): void => {
    const next = waiting.shift();
    if (next) next(thread);
    else idle.push(thread);
  };
  return {
    size,
    async run(name, task) {
      const thread =
        idle.pop() ??
        (await Promise.race([broken, new Promise<Thread>((take) => waiting.push(take))]));
      try {
        return await Promise.race([broken, thread.hand.run(name, task)]);
      } finally {
        release(thread);
      }
    },
    close(reason = new Error('the pool of threads was closed')) {
      open = false;
      refuse(reason);
      for (const thread of threads) thread.end();
    },
  };
}
