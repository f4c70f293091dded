/** Inputs of units at a worker: each is fetched once, and the last few are kept, up to so many bytes. */

import type { Sealer } from '../store/sealer.ts';
import { decode } from '../work/codec.ts';
import type { Depot } from './depot.ts';
import { names } from './messages.ts';

export interface Inputs {
  /** Rejects if it is not there, or not what was put there. */
  at(study: string, address: string): Promise<unknown>;
  /** Bytes that were fetched. */
  fetched(): number;
}

interface Held {
  readonly value: Promise<unknown>;
  bytes: number;
}

/** `dropped` is told of values that are kept no longer. */
export function openInputs(
  sealer: Sealer,
  depot: Depot,
  most: number,
  dropped: (value: unknown) => void,
): Inputs {
  // in the order of their last use
  const held = new Map<string, Held>();
  let fetched = 0;
  const load = async (name: string, address: string): Promise<unknown> => {
    const sealed = await depot.get(name);
    if (!sealed) throw new Error('an input is not there');
    const plain = sealer.unsealShared(sealed, name);
    if (!plain || sealer.id('blob', plain) !== address) throw new Error('an input was altered');
    fetched += plain.length;
    const entry = held.get(name);
    if (entry) entry.bytes = plain.length;
    // threads are given the same memory: a copy for each, and one on the way, was a table too many
    return decode(plain, true);
  };
  const shrink = (): void => {
    let sum = [...held.values()].reduce((total, { bytes }) => total + bytes, 0);
    for (const [name, { value, bytes }] of held) {
      // the last one stays, however large
      if (sum <= most || held.size === 1) return;
      held.delete(name);
      sum -= bytes;
      value.then(dropped, () => undefined);
    }
  };
  return {
    fetched: () => fetched,
    async at(study, address) {
      const name = names.blob(study, address);
      const there = held.get(name);
      held.delete(name);
      const own: Held = there ?? { value: load(name, address), bytes: 0 };
      held.set(name, own);
      try {
        const value = await own.value;
        shrink();
        return value;
      } catch (error) {
        held.delete(name);
        throw error;
      }
    },
  };
}
