/** A store that does all units in this process, one after the other, and notes what they cost. */

import { encode } from '../../src/work/codec.ts';
import type { WorkStore } from '../../src/work/store.ts';

export interface UnitKind {
  readonly unit: string;
  readonly units: number;
  /** CPU of one, on average. */
  readonly seconds: number;
  /** Inputs that units have in common: each worker fetches them once. */
  readonly sharedBytes: number;
  /** What each has of its own, and what it gives: means. */
  readonly ownBytes: number;
  readonly resultBytes: number;
}

export interface Measured {
  readonly rows: number;
  readonly columns: number;
  /** Seconds, of all. */
  readonly cpu: number;
  readonly kinds: readonly UnitKind[];
}

/** As the queue has it: larger parts lie beside it, once each. */
const SMALL = 512;

export function measuringStore(): { readonly store: WorkStore; kinds(): UnitKind[] } {
  const kept = new Map<string, unknown>();
  const sums = new Map<string, { units: number; seconds: number; own: number; result: number }>();
  const shared = new Map<string, Map<unknown, number>>();
  const sizes = new WeakMap<object, number>();
  const sizeOf = (part: unknown): number => {
    if (typeof part !== 'object' || part === null) return 16;
    const known = sizes.get(part) ?? encode(part).length;
    sizes.set(part, known);
    return known;
  };
  const store: WorkStore = {
    get: (key) => kept.get(key),
    put: (key, value) => void kept.set(key, value),
    joint: {
      async doAll(work) {
        const sum = sums.get(work.unit) ?? { units: 0, seconds: 0, own: 0, result: 0 };
        const inCommon = shared.get(work.unit) ?? new Map<unknown, number>();
        sums.set(work.unit, sum);
        shared.set(work.unit, inCommon);
        const seen = new Set<unknown>();
        for (let task = 0; task < work.tasks; task++) {
          for (const part of Object.values(work.inputOf(task) as object)) {
            const size = sizeOf(part);
            if (size <= SMALL) sum.own += size;
            else if (seen.has(part) || inCommon.has(part)) inCommon.set(part, size);
            else {
              seen.add(part);
              sum.own += size;
            }
          }
          const before = process.cpuUsage();
          const outcome = await work.run(task).then(
            (result) => ({ result }),
            (error: Error) => ({ reason: error.message }),
          );
          const { user, system } = process.cpuUsage(before);
          sum.seconds += (user + system) / 1e6;
          sum.units++;
          if ('result' in outcome) sum.result += encode(outcome.result).length;
          work.finished(task, outcome, false);
        }
        // what turned out to be shared was counted as the first one's own
        for (const part of seen) if (inCommon.has(part)) sum.own -= sizeOf(part);
      },
      once: (_key, work) => work(),
    },
  };
  return {
    store,
    kinds: () =>
      [...sums].map(([unit, { units, seconds, own, result }]) => ({
        unit,
        units,
        seconds: seconds / units,
        sharedBytes: [...(shared.get(unit)?.values() ?? [])].reduce((a, b) => a + b, 0),
        ownBytes: own / units,
        resultBytes: result / units,
      })),
  };
}
