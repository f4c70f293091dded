/** Units of work by name, as threads know them, and how a thread answers a call. */

import { transfer } from 'comlink';

/** A unit: a pure function of data that can be sent to another thread. */
export type Unit = (task: never) => unknown;

export type Units = Readonly<Record<string, Unit>>;

/** What a thread exposes to its pool. */
export interface Hand {
  run(name: string, task: unknown): unknown;
}

/** Runs units by name. Columns in a result are handed over, not copied. */
export function handOf(units: Units): Hand {
  return {
    run(name, task) {
      const unit = units[name] as ((input: unknown) => unknown) | undefined;
      if (!unit) throw new Error(`no unit of work is called ${name}`);
      const result = unit(task);
      return transfer(result, [...buffersOf(result)]);
    },
  };
}

/** The memory behind all typed arrays in a result, each once. */
function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) found.add(value.buffer as ArrayBuffer);
  else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) buffersOf(part, found);
  }
  return found;
}
