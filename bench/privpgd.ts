/**
 * PrivPGD's fast settings beside the original's: `npm run bench:privpgd`. Both parts are compared on the
 * same noisy tables, which are those of the first columns of the simulated data:
 *
 * - projection: the sliced Wasserstein distance from what was measured to the probabilities found;
 * - descent: how far the tables of the particles are from these probabilities, in sliced Wasserstein
 *   distance and in total variation, means over all pairs, for several streams of random numbers.
 *
 * What must hold: distances of 'fast' are at most 2 % above those of 'faithful', or within three standard
 * errors over the streams. Options: --data FILE --response NAME (default: the simulated data in ../shared, Y), --columns N
 * (default 9 and the response), --particles N (default 2000), --streams N (default 3), --epsilons LIST
 * (default 2.5,100: noise above the signal, and below it), --fits (also times whole fits of all columns).
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generators } from '../src/generators/catalogue.ts';
import { histogramNoise } from '../src/generators/private/accounting.ts';
import { prepareCells } from '../src/generators/private/prepare.ts';
import { descend } from '../src/generators/privpgd/descend.ts';
import {
  type CellData,
  cellsOf,
  epochsOf,
  type Projected,
  projectAll,
} from '../src/generators/privpgd/fitParticles.ts';
import { measurePair, pairsOf, quantise } from '../src/generators/privpgd/marginals.ts';
import { type ResolvedPrivPgd, resolvePrivPgd } from '../src/generators/privpgd/settings.ts';
import type { SliceBank } from '../src/generators/privpgd/slices.ts';
import { sliceBank } from '../src/generators/privpgd/slices.ts';
import { rngFromSeed } from '../src/random/rng.ts';
import { readTable } from '../src/table/readTable.ts';
import { measure } from './measure.ts';

const shared = process.env.TVINESYNTH_SHARED ?? '../shared';
const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: join(shared, 'data', 'real_data_I_d20.csv') },
    response: { type: 'string', default: 'Y' },
    columns: { type: 'string', default: '9' },
    particles: { type: 'string', default: '2000' },
    streams: { type: 'string', default: '3' },
    epsilons: { type: 'string', default: '2.5,100' },
    fits: { type: 'boolean', default: false },
  },
});
const ONE = { repeats: 1, budgetSeconds: 0 };
const { response } = options;
const whole = await readTable(new Uint8Array(await readFile(options.data)));
const covariates = whole.columns.filter(({ name }) => name !== response);
const schema = {
  columns: Object.fromEntries(covariates.map(({ name }) => [name, { type: 'continuous' }])),
};
const kept = covariates.slice(0, Number(options.columns)).map(({ name }) => name);
const table = {
  ...whole,
  columns: whole.columns.filter(({ name }) => name === response || kept.includes(name)),
};
const some = { columns: Object.fromEntries(kept.map((name) => [name, { type: 'continuous' }])) };
const { columns, codes } = prepareCells(
  table,
  { response, schema: some },
  { ranges: 'extremes', bins: 32 },
  'right',
);
const cells = columns.map((column) => column.cells);
const pairs = pairsOf(
  columns.map(({ name }) => name),
  cells,
  undefined,
);
const data: CellData = { pairs, codes, cells };
/** Distances are taken along more directions than any of the settings uses. */
const judges = new Map<string, SliceBank>();

line('epsilon', 'part', 'mode', 'sliced W1', 'total variation', 'CPU s');
for (const epsilon of options.epsilons.split(',').map(Number)) {
  const particles = Number(options.particles);
  const found: Found[] = [];
  for (const mode of ['fast', 'faithful'] as const) {
    const settings = resolvePrivPgd({ epsilon, mode, particles });
    const rng = rngFromSeed(1);
    const { value, timing } = await measure(
      () => [...projectAll(data, settings, { noise: rng, rng })].flat(),
      ONE,
    );
    const sd = histogramNoise(settings.multiplier, pairs.length);
    const distances = value.map((pair) => {
      const noise = { sd, whole: true };
      const measured = measurePair(pair, codes, cells, noise, rng.split('noise', pair.a, pair.b));
      return slicedDistance(pair, pair.shares, measured);
    });
    line(`${epsilon}`, 'projection', mode, five(mean(distances)), '', five(timing.cpuSeconds[0]));
    found.push({ mode, settings, projected: value });
  }
  // both descend to the same tables
  const [, { projected }] = found;
  for (const { mode, settings } of found) {
    const runs: { w1: number; tv: number; cpu: number }[] = [];
    for (let stream = 0; stream < Number(options.streams); stream++) {
      runs.push(await descentOf(projected, settings, stream));
    }
    const shown = (of: (run: (typeof runs)[number]) => number) => {
      const values = runs.map(of);
      return `${five(mean(values))} (${five(standardError(values))})`;
    };
    const seconds = five(mean(runs.map(({ cpu }) => cpu)));
    line(
      `${epsilon}`,
      'descent',
      mode,
      shown(({ w1 }) => w1),
      shown(({ tv }) => tv),
      seconds,
    );
  }
}
if (options.fits) {
  for (const seed of [1, 2, 3]) {
    const settings = { response, schema, noiseSeed: 1, privpgd: { ranges: 'extremes' as const } };
    const { timing } = await measure(
      () => generators.privpgd.fit(whole, settings, rngFromSeed(seed)),
      ONE,
    );
    line('2.5', 'fit', 'fast', '', '', five(timing.cpuSeconds[0]));
  }
}

interface Found {
  readonly mode: string;
  readonly settings: ResolvedPrivPgd;
  readonly projected: readonly Projected[];
}

async function descentOf(
  projected: readonly Projected[],
  settings: ResolvedPrivPgd,
  stream: number,
) {
  const descent = { ...settings.descent, epochs: epochsOf(data, settings) };
  const rng = rngFromSeed(2).split('stream', stream);
  const { value, timing } = await measure(() => {
    const targets = projected.map(({ shares, ...pair }) => ({
      ...pair,
      counts: quantise(shares, descent.particles, rng.split('quantise', pair.a, pair.b)),
    }));
    const steps = descend(targets, cells.length, descent, rng.split('descent'));
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value.map((column, j) => cellsOf(column, cells[j]));
    }
  }, ONE);
  const distances = projected.map((pair) => {
    const share = new Float64Array(pair.shares.length);
    value[pair.a].forEach((cell, i) => {
      share[cell * cells[pair.b] + value[pair.b][i]] += 1 / descent.particles;
    });
    const apart = share.reduce((sum, x, cell) => sum + Math.abs(x - pair.shares[cell]) / 2, 0);
    return { w1: slicedDistance(pair, share, pair.shares), apart };
  });
  return {
    w1: mean(distances.map(({ w1 }) => w1)),
    tv: mean(distances.map(({ apart }) => apart)),
    cpu: timing.cpuSeconds[0],
  };
}

function slicedDistance({ a, b }: Projected, p: ArrayLike<number>, q: ArrayLike<number>): number {
  const key = `${cells[a]} ${cells[b]}`;
  const bank = judges.get(key) ?? sliceBank(cells[a], cells[b], 101);
  judges.set(key, bank);
  let total = 0;
  for (let k = 0; k < bank.angles; k++) {
    let sum = 0;
    for (let rank = k * bank.cells; rank < (k + 1) * bank.cells; rank++) {
      sum += p[bank.orders[rank]] - q[bank.orders[rank]];
      total += Math.abs(sum) * bank.gaps[rank];
    }
  }
  return total / bank.angles;
}

function standardError(values: readonly number[]): number {
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(squares / Math.max(1, values.length - 1) / values.length);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function five(value: number): string {
  return value.toFixed(5);
}

function line(...cellsOfLine: string[]): void {
  process.stdout.write(
    `${cellsOfLine
      .map((cell) => cell.padEnd(22))
      .join('')
      .trimEnd()}\n`,
  );
}
