/** The units of a stage as one process goes through them: where it begins, and which it sees done. */

import { createHash } from 'node:crypto';
import { hostname } from 'node:os';

/** Each process begins at another place of the list, so that they seldom want the same unit. */
export function fromOwnPlace(tasks: number): number[] {
  const digest = createHash('sha256').update(`${hostname()} ${process.pid}`).digest();
  const first = tasks === 0 ? 0 : digest.readUInt32LE(0) % tasks;
  return Array.from({ length: tasks }, (_, at) => (first + at) % tasks);
}

/** What is there, looked up every `look` milliseconds. */
export function openListing(
  list: () => string[],
  first: ReadonlySet<string>,
  look: number,
): { has(name: string): boolean } {
  let [names, looked] = [first, performance.now()];
  return {
    has(name: string): boolean {
      if (performance.now() - looked > look) {
        names = new Set(list());
        looked = performance.now();
      }
      return names.has(name);
    },
  };
}
