/** A store in memory: what comes out is a copy of what went in, as from a disk. */

import type { WorkStore } from '../../src/work/store.ts';

export interface MemoryStore extends WorkStore {
  readonly kept: Map<string, unknown>;
  /** Keys in the order in which they were put. */
  readonly put: (key: string, value: unknown) => void;
}

export function memoryStore(): MemoryStore {
  const kept = new Map<string, unknown>();
  return {
    kept,
    get: (key) => structuredClone(kept.get(key)),
    put(key, value) {
      if (kept.has(key)) throw new Error(`${key}: done twice`);
      kept.set(key, structuredClone(value));
    },
  };
}
