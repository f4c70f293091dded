/**
 * CTGAN and TVAE beside the package `ctgan` as distributions: both are trained on the simulated table
 * with some seeds, and their samples are compared with it by the distance of margins (Kolmogorov and
 * Smirnov), Kendall's tau of all pairs, the share of Y = 1, the AUC of a forest on the test table, and by
 * attacks on them (`audit`): what a regression tells of X1 and X6 (MAB, R2, guesses of people), and whether
 * members are told from the people of the test table (AUC of distances, of all and of outlying people). What
 * must hold: the means of ours and theirs differ by no more than three standard errors of seeds, or 0.02.
 * `npm run bench:neural && node build/bench/neuralAgreement.js`; writes bench/results/neural.md. Samples
 * of the peer that are in build/peers already are used again. Options: --epochs, --seeds, --models.
 */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { audit } from '../src/audit/audit.ts';
import { ctgan } from '../src/generators/neural/ctgan.ts';
import { tvae } from '../src/generators/neural/tvae.ts';
import { growForest, predictForest } from '../src/learners/forest.ts';
import { asClasses } from '../src/learners/learner.ts';
import { auc } from '../src/learners/scores.ts';
import { kendallTau } from '../src/numerics/kendallTau.ts';
import { rngFromSeed } from '../src/random/rng.ts';
import { readTable } from '../src/table/readTable.ts';
import type { Table } from '../src/table/table.ts';

const { values: options } = parseArgs({
  options: {
    epochs: { type: 'string', default: '150' },
    seeds: { type: 'string', default: '3' },
    models: { type: 'string', default: 'tvae,ctgan' },
  },
});
const epochs = Number(options.epochs);
const seeds = Array.from({ length: Number(options.seeds) }, (_, seed) => seed);
const DRAWN = 2000;
const BATCH = 100;
const LATENT = 4;
const SENSITIVE = ['X1', 'X6'];

const run = promisify(execFile);
const shared = resolve(process.env.TVINESYNTH_SHARED ?? '../shared', 'data');
const python = process.env.TVINESYNTH_NEURAL_PYTHON ?? resolve('bench/.venv/bin/python');
const folder = resolve('build/peers');
await mkdir(folder, { recursive: true });

const real = await read(join(shared, 'real_data_I_d20.csv'));
const test = await read(join(shared, 'real_data_I_d20_test.csv'));
const names = real.columns.map(({ name }) => name).filter((name) => name !== 'Y');
const realTaus = taus(real);

/** Means over columns or people, by name. */
type Measures = Readonly<Record<string, number>>;

const lines = [
  '# CTGAN and TVAE beside the package `ctgan`',
  '',
  `Simulated table (1000 rows, 21 columns), ${epochs} epochs, batch ${BATCH}, TVAE's code ${LATENT}; ${seeds.length} seeds each; samples of ${DRAWN} rows.`,
  'Mean over seeds (standard deviation). Margins: mean Kolmogorov-Smirnov distance to the real columns. Kendall: mean absolute difference of tau to the real table over all pairs.',
  '',
  '| model | measure | ours | ctgan | real | difference | within |',
  '|---|---|---|---|---|---|---|',
];
const truth = await measure(real);
for (const model of options.models.split(',') as ('tvae' | 'ctgan')[]) {
  const ours: Measures[] = [];
  const theirs: Measures[] = [];
  for (const seed of seeds) {
    ours.push(await measure(await sampleOurs(model, seed)));
    theirs.push(await measure(await samplePeer(model, seed)));
    process.stdout.write(
      `${model}, seed ${seed}: ${JSON.stringify([ours.at(-1), theirs.at(-1)])}\n`,
    );
  }
  for (const name of Object.keys(truth)) {
    const [a, b] = [ours, theirs].map((all) => summary(all.map((each) => each[name])));
    const difference = a.mean - b.mean;
    const error = Math.sqrt((a.sd * a.sd + b.sd * b.sd) / seeds.length);
    const isWithin = Math.abs(difference) <= Math.max(3 * error, 0.02);
    const cells = [
      `${f(a.mean)} (${f(a.sd)})`,
      `${f(b.mean)} (${f(b.sd)})`,
      f(truth[name]),
      f(difference),
    ];
    lines.push(`| ${model} | ${name} | ${cells.join(' | ')} | ${isWithin ? 'yes' : 'NO'} |`);
  }
}
const text = `${lines.join('\n')}\n`;
await mkdir('bench/results', { recursive: true });
await writeFile('bench/results/neural.md', text);
process.stdout.write(text);

async function sampleOurs(model: 'ctgan' | 'tvae', seed: number): Promise<Table> {
  const columns = Object.fromEntries(names.map((name) => [name, { type: 'continuous' }]));
  const settings = {
    response: 'Y',
    schema: { columns: { ...columns, Y: { type: 'nominal' } } },
    // the bare package neither clips nor rounds
    ctgan: { epochs, batch: BATCH, round: false, clip: false, guard: false },
    tvae: {
      epochs,
      batch: BATCH,
      latent: LATENT,
      lastBatch: 'keep' as const,
      round: false,
      clip: false,
      guard: false,
    },
  };
  const generator = model === 'ctgan' ? ctgan : tvae;
  const fitted = await generator.fit(real, settings, rngFromSeed(seed));
  return fitted.sample(DRAWN, rngFromSeed(1000 + seed));
}

async function samplePeer(model: string, seed: number): Promise<Table> {
  const out = join(folder, `neural-${model}-${epochs}-${seed}.csv`);
  if (!existsSync(out)) {
    const table = join(shared, 'real_data_I_d20.csv');
    await run(python, [
      ...[
        'bench/peers/neural.py',
        'sample',
        table,
        '--model',
        model,
        '--discrete',
        'Y',
        '--out',
        out,
      ],
      ...['--batch', BATCH, '--latent', LATENT, '--epochs', epochs, '--seed', seed].map(String),
      ...['--draw', DRAWN].map(String),
    ]);
  }
  return read(out);
}

async function measure(table: Table): Promise<Measures> {
  const margins = names.map((name) => distance(numbers(real, name), numbers(table, name)));
  const found = taus(table);
  const apart = found.map((tau, i) => Math.abs(tau - realTaus[i]));
  const y = numbers(table, 'Y');
  return {
    margins: summary(margins).mean,
    Kendall: summary(apart).mean,
    'share of Y = 1': y.reduce((sum, value) => sum + value, 0) / y.length,
    AUC: utilityOf(table),
    ...(await attacked(table)),
  };
}

async function attacked(table: Table): Promise<Measures> {
  const { attribute, membership } = await audit(real, table, {
    sensitive: SENSITIVE,
    holdout: test,
  });
  return {
    ...Object.fromEntries(
      attribute.flatMap((attack) =>
        attack.kind === 'numbers'
          ? [
              [`MAB of ${attack.name}`, attack.regression.mab],
              [`R2 of ${attack.name}`, attack.regression.r2],
              [`squared error of guesses of ${attack.name}`, attack.real.meanSquaredError.estimate],
            ]
          : [],
      ),
    ),
    'AUC of membership': membership?.auc.estimate ?? Number.NaN,
    'AUC of membership, outlying': membership?.aucOfOutlying?.estimate ?? Number.NaN,
  };
}

function taus(table: Table): number[] {
  const all = [...names, 'Y'].map((name) => numbers(table, name));
  return all.flatMap((a, i) => all.slice(0, i).map((b) => kendallTau(a, b)));
}

function utilityOf(table: Table): number {
  const labelled = (of: Table) => ({
    features: { names, columns: names.map((name) => numbers(of, name)) },
    target: {
      kind: 'classes' as const,
      codes: Int32Array.from(numbers(of, 'Y')),
      levels: ['0', '1'],
    },
  });
  const from = labelled(table);
  const to = labelled(test);
  const settings = { trees: 200, mtry: 4, outOfBag: false };
  const forest = growForest(from.features, from.target, settings, rngFromSeed(1));
  return auc(asClasses(predictForest(forest, to.features)).probabilities[1], to.target.codes);
}

/** The largest distance between the distribution functions of two columns. */
function distance(a: Float64Array, b: Float64Array): number {
  const [x, y] = [a.slice().sort(), b.slice().sort()];
  let [i, j, most] = [0, 0, 0];
  while (i < x.length && j < y.length) {
    const value = Math.min(x[i], y[j]);
    while (i < x.length && x[i] <= value) i++;
    while (j < y.length && y[j] <= value) j++;
    most = Math.max(most, Math.abs(i / x.length - j / y.length));
  }
  return most;
}

function numbers(table: Table, name: string): Float64Array {
  const column = table.columns.find((each) => each.name === name);
  if (column?.kind !== 'numeric') throw new Error(`${name} holds no numbers`);
  return column.values;
}

async function read(path: string): Promise<Table> {
  return readTable(new Uint8Array(await readFile(path)));
}

function summary(values: readonly number[]): { mean: number; sd: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, sd: values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0 };
}

function f(x: number): string {
  return x.toFixed(3);
}
