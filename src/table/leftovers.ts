/**
 * What would be left behind if the program ended at this moment: files and folders half written. Who
 * can end it while the thread that writes is at work is told of them, and removes them.
 */

type Listener = (path: string, isThere: boolean) => void;

let listener: Listener = () => undefined;

export function onLeftover(tell: Listener): void {
  listener = tell;
}

/** To be called before the path is made. */
export function mayBeLeft(path: string): void {
  listener(path, true);
}

/** The path is gone, or is now what it shall be. */
export function isSettled(path: string): void {
  listener(path, false);
}
