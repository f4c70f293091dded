/**
 * How often a process that waits for others looks for what they have done: soon at first, so that little is
 * lost where they end at the same time, then ever more seldom, so that many who wait for one long unit do not
 * keep the file server busy.
 */

export interface Looks {
  /** Waits until it is time to look again; there may be no hurry. */
  next(isUnhurried?: boolean): Promise<void>;
  /** Something has happened: whoever waits looks at once, and soon again. */
  again(): void;
}

/** Milliseconds of the first wait and of the longest, and by how much each is longer than the last. */
const [SHORTEST, LONGEST, LONGER] = [20, 500, 1.5];

export function openLooks(signal: AbortSignal | undefined): Looks {
  const waiting = new Set<() => void>();
  let wait = SHORTEST;
  return {
    next(isUnhurried = false) {
      const time = isUnhurried ? LONGEST : wait;
      if (!isUnhurried) wait = Math.min(LONGEST, LONGER * wait);
      return new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer);
          waiting.delete(end);
          signal?.removeEventListener('abort', end);
          if (signal?.aborted) reject(signal.reason);
          else resolve();
        };
        const timer = setTimeout(end, time);
        waiting.add(end);
        signal?.addEventListener('abort', end);
      });
    },
    again() {
      wait = SHORTEST;
      for (const end of [...waiting]) end();
    },
  };
}
