/**
 * Why the paper finds a privacy gain near 0 for TVAE: its attack compares fits to 400 rows with fits to
 * the same rows and the target, 401, and the software keeps the last partial batch. With 401 rows every
 * epoch has one more step, on a single row, whoever that row is. Shown by a placebo: in each replicate a
 * base of 400 rows (out), the base with the target (in), and with another random row (placebo), one fit
 * and one sample of 400 rows each. An attacker who knows the other replicates tells out from in, or out
 * from placebo, by the nearer centroid of the correlations.
 */

import type * as Library from '../src/index.ts';
import type { Setting } from './setting.ts';

export interface PartialBatchTask {
  readonly table: Library.Table;
  /** All settings of the fit but `lastBatch`. */
  readonly settings: Library.GeneratorSettings;
  /** The row, from 0, that is attacked. */
  readonly target: number;
  readonly base: number;
  readonly replicates: number;
}

export interface PartialBatchResult {
  readonly lastBatch: 'keep' | 'drop';
  /** Of 2 x replicates samples, those that are told apart rightly; half by chance. */
  readonly outAgainstIn: number;
  readonly outAgainstPlacebo: number;
  readonly of: number;
}

const KINDS = ['out', 'in', 'placebo'] as const;

export async function tvaePartialBatch(
  setting: Setting,
  task: PartialBatchTask,
): Promise<PartialBatchResult[]> {
  const results: PartialBatchResult[] = [];
  for (const lastBatch of ['keep', 'drop'] as const) {
    const features: Record<(typeof KINDS)[number], number[][]> = { out: [], in: [], placebo: [] };
    for (let replicate = 0; replicate < task.replicates; replicate++) {
      for (const kind of KINDS) {
        features[kind].push(await featuresOf(setting, task, lastBatch, kind, replicate));
      }
    }
    results.push({
      lastBatch,
      outAgainstIn: toldApart(features.out, features.in),
      outAgainstPlacebo: toldApart(features.out, features.placebo),
      of: 2 * task.replicates,
    });
  }
  return results;
}

async function featuresOf(
  { library, seed }: Setting,
  { table, settings, target, base }: PartialBatchTask,
  lastBatch: 'keep' | 'drop',
  kind: (typeof KINDS)[number],
  replicate: number,
): Promise<number[]> {
  const rng = library.rngFromSeed(seed).split('replicate', replicate);
  const others = Array.from(rng.split('rows').permutation(table.rows)).filter(
    (row) => row !== target,
  );
  const rows = others.slice(0, base);
  if (kind === 'in') rows.push(target);
  if (kind === 'placebo') rows.push(others[base]);
  const tvae = { ...settings.tvae, lastBatch };
  const fitted = await library
    .generatorOf('tvae')
    .fit(library.takeRows(table, rows), { ...settings, tvae }, rng.split('fit', kind, lastBatch));
  return correlations(fitted.sample(base, rng.split('sample', kind, lastBatch)));
}

/** Right answers, each replicate judged by the centroids of the others. */
function toldApart(a: number[][], b: number[][]): number {
  let right = 0;
  for (let left = 0; left < a.length; left++) {
    const [centreA, centreB] = [a, b].map((all) => centroid(all.filter((_, i) => i !== left)));
    if (squared(a[left], centreA) < squared(a[left], centreB)) right++;
    if (squared(b[left], centreB) < squared(b[left], centreA)) right++;
  }
  return right;
}

function centroid(points: number[][]): number[] {
  return points[0].map((_, j) => points.reduce((sum, point) => sum + point[j], 0) / points.length);
}

function squared(a: number[], b: number[]): number {
  return a.reduce((sum, value, j) => sum + (value - b[j]) ** 2, 0);
}

/** Pearson's correlations of all pairs of columns of numbers; 0 where one does not vary. */
function correlations(table: Library.Table): number[] {
  const columns = table.columns.flatMap((column) => {
    if (column.kind !== 'numeric') return [];
    const mean = column.values.reduce((sum, value) => sum + value, 0) / table.rows;
    const centred = column.values.map((value) => value - mean);
    const size = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0));
    return [size > 0 ? centred.map((value) => value / size) : centred];
  });
  return columns.flatMap((a, i) =>
    columns.slice(0, i).map((b) => a.reduce((sum, value, row) => sum + value * b[row], 0)),
  );
}
