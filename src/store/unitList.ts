/** The units of a stage as one process goes through them: where it begins, and which it sees done. */

import { createHash } from 'node:crypto';
import { hostname } from 'node:os';

/** Each process begins at another place of the list, so that they seldom want the same unit. */
export function fromOwnPlace(tasks: number): number[] {
  const digest = createHash('sha256').update(`${hostname()} ${process.pid}`).digest();
  const first = tasks === 0 ? 0 : digest.readUInt32LE(0) % tasks;
  return Array.from({ length: tasks }, (_, at) => (first + at) % tasks);
}

/** What is there, as of the last look. */
export interface Listing {
  has(name: string): boolean;
  /** Looks again, unless the last look was less than so many milliseconds ago. Default: in any case. */
  look(unlessWithin?: number): void;
  /** From now on it is as if it were not there. */
  ignore(name: string): void;
}

export function openListing(list: () => string[], first: ReadonlySet<string>): Listing {
  const ignored = new Set<string>();
  let names = first;
  let looked = performance.now();
  return {
    has: (name) => names.has(name) && !ignored.has(name),
    look(unlessWithin = 0) {
      const now = performance.now();
      if (now - looked < unlessWithin) return;
      looked = now;
      names = new Set(list());
    },
    ignore: (name) => void ignored.add(name),
  };
}
