/**
 * Whether a worker is still there. One that is ended from outside, or for want of memory, sends no event; but it
 * gives back the lock that it held. Some browsers give pages from a disk no locks: there nobody is told.
 */

/** Held by whoever calls it as long as it lives; false where there are no locks. */
export function holdWhileAlive(name: string): Promise<boolean> {
  return new Promise((held) => {
    const forEver = new Promise<never>(() => undefined);
    const request = navigator.locks?.request(name, () => {
      held(true);
      return forEver;
    });
    if (request) request.catch(() => held(false));
    else held(false);
  });
}

/** Once the holder is gone. */
export async function whenGone(name: string): Promise<void> {
  await navigator.locks.request(name, () => undefined);
}
