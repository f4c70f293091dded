/**
 * From noisy shares, which are signed and do not add up to 1, to the probability vector nearest to them
 * in sliced Wasserstein distance: the mean over directions of the area between the running sums of both.
 * Minimised over logits by Adam, with fresh directions at each step, which gets shorter. Eight tables of
 * the same shape are worked on at a time (kernels/slices/projection.ts).
 */

import { kernel, scoped } from '../../numerics/kernel.ts';
import type { Rng } from '../../random/rng.ts';
import type { SliceBank } from './slices.ts';

export interface ProjectionSettings {
  readonly steps: number;
  /** Directions at each step. */
  readonly slices: number;
  /** The length of the first steps. */
  readonly rate: number;
  /** So often over all steps the length is reduced to 0.8 of it. */
  readonly reductions: number;
}

export const TABLES_AT_ONCE = 8;
const LANES = TABLES_AT_ONCE;

/**
 * Up to eight tables of shares of one shape: along a direction they share the order of their cells, so that
 * running sums need no shuffling. Directions depend on the key alone,
 * not on the tables.
 */
export function projectShares(
  tables: readonly Float64Array[],
  bank: SliceBank,
  { steps, slices, rate, reductions }: ProjectionSettings,
  rng: Rng,
): Float32Array[] {
  const { cells, angles } = bank;
  const { log } = kernel();
  const chosen = rng.split('directions').integers(steps * slices, angles);
  const state = new Float32Array(7 * cells * LANES);
  const [p, target, logit] = [0, 1, 2].map((part) => part * cells * LANES);
  for (let lane = 0; lane < LANES; lane++) {
    // lanes that are left over do as the first
    const shares = tables[lane] ?? tables[0];
    let sum = 0;
    for (const share of shares) sum += Math.max(0, share);
    for (let cell = 0; cell < cells; cell++) {
      const at = cell * LANES + lane;
      const start = sum > 0 ? Math.max(0, shares[cell]) / sum : 1 / cells;
      state[p + at] = start;
      state[target + at] = shares[cell];
      state[logit + at] = log(start + SMALLEST);
    }
  }
  return scoped((scope) => {
    const put = (values: Float32Array | Uint32Array) => {
      const pointer = scope.column(Math.ceil(values.length / 2));
      const View = values.constructor as Float32ArrayConstructor;
      new View(kernel().memory.buffer, pointer, values.length).set(values);
      return pointer;
    };
    const [orders, gaps, picks, at] = [bank.orders, bank.gaps, chosen, state].map(put);
    let [decay1, decay2, length] = [1, 1, rate];
    const stay = Math.max(1, Math.round(steps / reductions));
    for (let step = 0; step < steps; step++) {
      decay1 *= 0.9;
      decay2 *= 0.999;
      const from = picks + 4 * step * slices;
      const own = length / (1 - decay1);
      kernel().projectionStep(
        at,
        cells,
        orders,
        gaps,
        from,
        slices,
        own,
        1 / Math.sqrt(1 - decay2),
      );
      if ((step + 1) % stay === 0) length *= 0.8;
    }
    const found = new Float32Array(kernel().memory.buffer, at, cells * LANES);
    return tables.map((_, lane) =>
      Float32Array.from({ length: cells }, (_, cell) => found[cell * LANES + lane]),
    );
  });
}

/** What keeps the logarithm of an empty cell finite. */
const SMALLEST = 1e-9;
