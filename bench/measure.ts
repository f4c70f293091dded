/** Repeated timing of one piece of work. */

import { medianOf } from '../src/numerics/median.ts';

export interface MeasureSettings {
  /** Runs at most. */
  readonly repeats: number;
  /** No further run is started once the runs so far took this many seconds together. */
  readonly budgetSeconds: number;
}

/** Wall clock and CPU time (of all threads) of each run, in seconds. */
export interface Timing {
  readonly seconds: readonly number[];
  readonly cpuSeconds: readonly number[];
}

/** Runs `work` at least once and gives its timing with the value of the last run. */
export async function measure<T>(
  work: () => T | Promise<T>,
  { repeats, budgetSeconds }: MeasureSettings,
): Promise<{ timing: Timing; value: T }> {
  const seconds: number[] = [];
  const cpuSeconds: number[] = [];
  for (;;) {
    const cpuBefore = process.cpuUsage();
    const before = performance.now();
    const value = await work();
    seconds.push((performance.now() - before) / 1e3);
    const { user, system } = process.cpuUsage(cpuBefore);
    cpuSeconds.push((user + system) / 1e6);
    const spent = seconds.reduce((sum, s) => sum + s, 0);
    if (seconds.length >= repeats || spent >= budgetSeconds) {
      return { timing: { seconds, cpuSeconds }, value };
    }
  }
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('median: no values');
  return medianOf(values);
}
