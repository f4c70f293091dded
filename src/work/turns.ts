/**
 * Units side by side, but some alone: if a process ends then, it is known whose fault it was, and units that
 * were only beside it are not given up with it.
 */
export interface Turns {
  take<Result>(isAlone: boolean, work: () => Promise<Result>): Promise<Result>;
}

export function openTurns(): Turns {
  let running = 0;
  let last: Promise<unknown> = Promise.resolve();
  const idle: (() => void)[] = [];
  const ended = () => {
    running--;
    if (running === 0) for (const tell of idle.splice(0)) tell();
  };
  return {
    async take(isAlone, work) {
      // behind those that wait to be alone
      const before = last;
      if (!isAlone) {
        await before;
        running++;
        return work().finally(ended);
      }
      const own = (async () => {
        await before;
        if (running > 0) await new Promise<void>((tell) => idle.push(tell));
        return work();
      })();
      last = own.catch(() => undefined);
      return own;
    },
  };
}
