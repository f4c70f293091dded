/** From the cells of rows to the cells of particles: measure, project, descend. */

import type { Noise } from '../../random/noise.ts';
import type { Rng } from '../../random/rng.ts';
import { checkpoint } from '../../work/checkpoint.ts';
import { openPace } from '../../work/progress.ts';
import type { FitWatch } from '../generator.ts';
import { histogramNoise } from '../private/accounting.ts';
import { descend, type Target } from './descend.ts';
import { measurePair, type Pair, quantise } from './marginals.ts';
import { projectShares, TABLES_AT_ONCE } from './project.ts';
import type { ResolvedPrivPgd } from './settings.ts';
import { type SliceBank, sliceBank } from './slices.ts';

export interface CellData {
  readonly pairs: readonly Pair[];
  /** By column, the cell of each row. */
  readonly codes: readonly Int32Array[];
  /** By column, how many cells it has. */
  readonly cells: readonly number[];
}

/** What a table of two columns shall be: the private measurement as probabilities. */
export interface Projected extends Pair {
  readonly shares: Float32Array;
  readonly bank: SliceBank;
}

/** The noise of the measurements, which is secret, and a stream for what is made of them, which need not be. */
export interface Streams {
  readonly noise: Noise;
  readonly rng: Rng;
}

export async function fitParticles(
  data: CellData,
  settings: ResolvedPrivPgd,
  { noise, rng }: Streams,
  watch?: FitWatch,
): Promise<Int32Array[]> {
  const { pairs, cells } = data;
  const { projection } = settings;
  const descent = { ...settings.descent, epochs: epochsOf(data, settings) };
  const tell = openPace(watch?.onProgress);
  const pause = async (done: number) => {
    if (!watch) return;
    tell(done, parts);
    await checkpoint(watch.signal);
  };
  // what a pair costs in each part, in steps of one cell or particle; a vector holds several tables
  const early = projection.steps * projection.slices * 1024 * 0.1;
  const late = descent.slices * (descent.particles + 1024);
  const parts = pairs.length * (early + descent.epochs * late);
  watch?.signal?.throwIfAborted();
  const targets: Target[] = [];
  for (const group of projectAll(data, settings, { noise, rng })) {
    for (const { shares, ...target } of group) {
      const counts = quantise(shares, descent.particles, rng.split('quantise', target.a, target.b));
      targets.push({ ...target, counts });
    }
    await pause(targets.length * early);
  }
  const moving = descend(targets, cells.length, descent, rng.split('descent'));
  for (let epoch = 1; ; epoch++) {
    const step = moving.next();
    if (step.done) return step.value.map((column, j) => cellsOf(column, cells[j]));
    await pause(pairs.length * (early + epoch * late));
  }
}

/** As many epochs as give each column its visits on average; or as they are given. */
export function epochsOf(
  { pairs, cells }: CellData,
  { visits, descent }: Pick<ResolvedPrivPgd, 'visits' | 'descent'>,
): number {
  if (visits === undefined) return descent.epochs;
  return Math.ceil((visits * cells.length) / (2 * pairs.length));
}

/** The measurements of all pairs as probabilities, some pairs at a time. */
export function* projectAll(
  { pairs, codes, cells }: CellData,
  { multiplier, noise: kind, angles, projection }: ResolvedPrivPgd,
  { noise, rng }: Streams,
): Generator<Projected[], void> {
  const own = { sd: histogramNoise(multiplier, pairs.length), whole: kind === 'whole' };
  for (const [cellsA, byA] of grouped(pairs, ({ a }) => cells[a])) {
    for (const [cellsB, alike] of grouped(byA, ({ b }) => cells[b])) {
      const bank = sliceBank(cellsA, cellsB, angles);
      for (let from = 0; from < alike.length; from += TABLES_AT_ONCE) {
        const some = alike.slice(from, from + TABLES_AT_ONCE);
        const measured = some.map((pair) =>
          measurePair(pair, codes, cells, own, noise.split('noise', pair.a, pair.b)),
        );
        const shares = projectShares(measured, bank, projection, rng.split('projection'));
        yield some.map((pair, k) => ({ ...pair, bank, shares: shares[k] }));
      }
    }
  }
}

/** The cell whose centre is nearest, of two as near the lower. */
export function cellsOf(column: Float32Array, cells: number): Int32Array {
  return Int32Array.from(column, (x) => {
    const at = x * cells;
    const cell = Math.floor(at);
    return Math.max(0, Math.min(cells - 1, cell === at ? cell - 1 : cell));
  });
}

function grouped<T>(values: readonly T[], keyOf: (value: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value)) ?? [];
    group.push(value);
    groups.set(keyOf(value), group);
  }
  return groups;
}
