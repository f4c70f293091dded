/**
 * Measures the training of CTGAN and TVAE beside the package `ctgan` on PyTorch, in one run:
 * `npm run bench:neural`. What must hold: an epoch at least as fast as PyTorch's on one thread, and never
 * slower than half of it. Times are CPU seconds on one thread, since other work on the machine matters
 * less to them, and wall clock seconds for two. Options: --quick, --ours (without the
 * peer), --only (cases whose name holds a text), --products (speed of matrix products).
 * The peer is in bench/.venv, or in the environment that TVINESYNTH_NEURAL_PYTHON names.
 */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { trainCtgan } from '../src/generators/neural/ctganTraining.ts';
import { encodeTable } from '../src/generators/neural/encode.ts';
import {
  type CtganSettings,
  resolveCtgan,
  resolveTvae,
  type TvaeSettings,
} from '../src/generators/neural/settings.ts';
import { trainTvae } from '../src/generators/neural/tvaeTraining.ts';
import { openKernelMemory } from '../src/numerics/kernelMemory.ts';
import { rngFromSeed } from '../src/random/rng.ts';
import { applySchema, type TypedTable } from '../src/table/applySchema.ts';
import { readTable } from '../src/table/readTable.ts';
import { checkSchema } from '../src/table/schema.ts';
import { takeRows } from '../src/table/takeRows.ts';
import { median } from './measure.ts';

interface Case {
  readonly name: string;
  readonly file: string;
  readonly rows: number;
  readonly discrete: string;
  readonly ctgan?: CtganSettings;
  readonly tvae?: TvaeSettings;
}

interface Time {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

const run = promisify(execFile);
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    ours: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    products: { type: 'boolean', default: false },
  },
});
const shared = resolve(process.env.TVINESYNTH_SHARED ?? '../shared', 'data');
const python = process.env.TVINESYNTH_NEURAL_PYTHON ?? resolve('bench/.venv/bin/python');
const support2 = { file: 'real_support2_small.csv', discrete: 'num.co,Y' };
const simulated = { file: 'real_data_I_d20.csv', discrete: 'Y' };
const cases: Case[] = [
  { name: 'CTGAN, SUPPORT2, batch 100', ...support2, rows: 884, ctgan: { batch: 100 } },
  { name: 'CTGAN, SUPPORT2, batch 500', ...support2, rows: 884, ctgan: { batch: 500 } },
  { name: 'CTGAN, simulated, batch 500', ...simulated, rows: 1000, ctgan: { batch: 500 } },
  {
    name: 'TVAE, SUPPORT2, batch 100',
    ...support2,
    rows: 884,
    tvae: { batch: 100, latent: 4, lastBatch: 'keep' },
  },
  {
    name: 'TVAE, simulated, batch 400',
    ...simulated,
    rows: 400,
    tvae: { batch: 400, latent: 2, lastBatch: 'keep' },
  },
  {
    name: 'TVAE, simulated, batch 500',
    ...simulated,
    rows: 1000,
    tvae: { batch: 500, latent: 128, lastBatch: 'keep' },
  },
];

process.stdout.write(`${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}\n`);
if (options.products) measureProducts();
else {
  const hasPeer = !options.ours && (await preparePeer());
  for (const one of cases.filter(({ name }) => name.includes(options.only))) {
    const peerFirst = hasPeer ? await measurePeer(one, 1) : undefined;
    const ours = await measureOurs(one);
    const peerTwo = hasPeer ? await measurePeer(one, 2) : undefined;
    report(one, ours, peerFirst, peerTwo);
  }
}

/** Median over epochs, after some that warm up. */
async function measureOurs({
  file,
  rows,
  discrete,
  ctgan,
  tvae,
}: Case): Promise<Time & { width: number; wholeFit: (epochs: number) => number }> {
  const typed = await read(file, rows, discrete);
  const begun = cpuSeconds();
  const encoded = encodeTable(typed, { clip: true, round: true }, rngFromSeed(1));
  const encoding = cpuSeconds() - begun;
  const few = options.quick ? 5 : 20;
  const times: number[] = [performance.now()];
  const cpu: number[] = [cpuSeconds()];
  const watch = {
    onProgress: () => {
      times.push(performance.now());
      cpu.push(cpuSeconds());
    },
  };
  const epochs = few + (tvae ? 40 : 20);
  if (tvae)
    await trainTvae(encoded, resolveTvae({ ...tvae, epochs }, encoded.rows), rngFromSeed(2), watch);
  else
    await trainCtgan(
      encoded,
      resolveCtgan({ ...ctgan, epochs }, encoded.rows),
      rngFromSeed(2),
      watch,
    );
  const middle = (marks: number[]) =>
    median(marks.slice(few).map((mark, i) => mark - marks[few + i - 1]));
  const cpuOf = middle(cpu);
  return {
    seconds: middle(times) / 1000,
    cpuSeconds: cpuOf,
    width: encoded.layout.width,
    wholeFit: (count) => encoding + count * cpuOf,
  };
}

async function measurePeer(
  { file, rows, discrete, ctgan, tvae }: Case,
  threads: number,
): Promise<Time & { torch: string; ctgan: string }> {
  const { stdout } = await run(python, [
    ...['bench/peers/neural.py', 'time', join(shared, file), '--model', tvae ? 'tvae' : 'ctgan'],
    ...['--discrete', discrete, '--rows', rows, '--threads', threads].map(String),
    ...['--batch', tvae?.batch ?? ctgan?.batch ?? 500, '--latent', tvae?.latent ?? 128].map(String),
    ...['--epochs', options.quick ? 5 : 20, '--few', 3].map(String),
  ]);
  return JSON.parse(stdout);
}

function report(
  { name, rows }: Case,
  ours: Awaited<ReturnType<typeof measureOurs>>,
  one: Awaited<ReturnType<typeof measurePeer>> | undefined,
  two: Time | undefined,
): void {
  const { cpuSeconds: cpu, seconds } = ours;
  process.stdout.write(
    `${name}, ${rows} rows, ${ours.width} numbers a row: ${ms(cpu)} CPU an epoch, ${ms(seconds)} wall\n`,
  );
  if (!one || !two) return;
  const ratio = one.cpuSeconds / cpu;
  const wall = two.seconds / seconds;
  process.stdout.write(
    `  ctgan ${one.ctgan}, torch ${one.torch}: one thread ${ms(one.cpuSeconds)} CPU, ${ms(one.seconds)} wall; ` +
      `two threads ${ms(two.seconds)} wall\n` +
      `  ours ${ratio.toFixed(2)} x its speed on one thread (at least 1: ${ratio >= 1 ? 'yes' : 'NO'}), ` +
      `${wall.toFixed(2)} x on two (at least 0.5: ${wall >= 0.5 ? 'yes' : 'NO'})\n`,
  );
}

/** Billions of operations in a second for the shapes that the networks have. */
function measureProducts(): void {
  const arena = openKernelMemory();
  const shapes: [string, number, number, number, boolean, boolean][] = [
    ['A B ', 500, 256, 386, false, false],
    ["A'B ", 386, 256, 500, true, false],
    ["A B'", 500, 256, 150, false, true],
    ['A B ', 100, 256, 386, false, false],
    ['A B ', 10, 256, 1500, false, false],
    ["A'B ", 1500, 256, 30, true, false],
    ["A B'", 10, 1500, 256, false, true],
  ];
  const room = arena.floats(2_000_000);
  for (const [form, m, n, k, flipA, flipB] of shapes) {
    const [a, b, c] = [room, room + 4 * m * k, room + 4 * (m * k + k * n)];
    const multiply = () =>
      arena.kernel.multiply(
        ...([a, flipA ? m : k, flipA, b, flipB ? k : n, flipB] as const),
        ...([c, n, m, n, k, false] as const),
      );
    const repeats = Math.ceil(1e8 / (m * n * k));
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 30; round++) {
      const begun = performance.now();
      for (let i = 0; i < repeats; i++) multiply();
      best = Math.min(best, (performance.now() - begun) / repeats);
    }
    process.stdout.write(
      `${form} ${m} x ${n} over ${k}: ${((2 * m * n * k) / best / 1e6).toFixed(1)} GFLOP/s\n`,
    );
  }
  arena.close();
}

async function read(file: string, rows: number, discrete: string): Promise<TypedTable> {
  const table = await readTable(new Uint8Array(await readFile(join(shared, file))));
  const part = takeRows(
    table,
    Uint32Array.from({ length: rows }, (_, i) => i),
  );
  const categories = discrete.split(',');
  const columns = Object.fromEntries(
    part.columns.map(({ name }) => [
      name,
      { type: categories.includes(name) ? 'nominal' : 'continuous' },
    ]),
  );
  return applySchema(part, checkSchema({ columns }));
}

async function preparePeer(): Promise<boolean> {
  try {
    if (!existsSync(python)) {
      await run('python3', ['-m', 'venv', 'bench/.venv']);
      const requirements = 'bench/peers/neural-requirements.txt';
      await run(python, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements]);
    }
    await run(python, ['-c', 'import ctgan']);
    return true;
  } catch {
    process.stderr.write('peer absent: ctgan could not be installed\n');
    return false;
  }
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function ms(seconds: number): string {
  return `${(seconds * 1e3).toFixed(1)} ms`;
}
