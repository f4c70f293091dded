/**
 * Measures the engine and, where it can be had, the C++ peer beside it on the same data in the same
 * run. Prints a table and writes bench/results/latest.json. `npm run bench -- --help` lists options.
 */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import {
  type CopulaData,
  lastColumns,
  readCopulaData,
  simulateCopulaData,
  uniformStream,
  writeColumns,
  writeCopulaData,
} from './data.ts';
import { type Engine, loadEngine } from './engine.ts';
import { type MeasureSettings, measure, median } from './measure.ts';
import { type Peer, preparePeer } from './peer.ts';
import type { ScaleResult, ScaleSettings } from './scaleCase.ts';
import { compare, type Row, renderTable } from './table.ts';

const HELP = `npm run bench -- [options]
  --quick           small sizes, to see that everything runs; its figures mean nothing
  --no-peer         measure the engine only
  --no-scale        leave out the large tables
  --repeats N       runs of each case at most (default 5)
  --budget SECONDS  no further run of a case after this time (default 60)
  --seed N          seed of simulated data and samples (default 1)
  --data FILE       copula data as CSV, left limits of the last variable in the last column
                    (default ../shared/reference/u_support2.csv, else simulated data of its shape)
  --engine FILE     the build to measure (default dist/index.js)
`;

/** Moderate dependence: Kendall's tau is between 0.45 and 0.56. */
const HINV_CASES: readonly { family: string; parameters: readonly number[] }[] = [
  { family: 'bb1', parameters: [0.8, 1.6] },
  { family: 'bb6', parameters: [1.6, 1.5] },
  { family: 'bb7', parameters: [1.8, 1.2] },
  { family: 'bb8', parameters: [4, 0.8] },
];

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    'no-peer': { type: 'boolean', default: false },
    'no-scale': { type: 'boolean', default: false },
    repeats: { type: 'string', default: '5' },
    budget: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    data: { type: 'string' },
    engine: { type: 'string', default: 'dist/index.js' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const seed = Number(options.seed);
const cores = availableParallelism();
const limits: MeasureSettings = {
  repeats: options.quick ? 2 : Number(options.repeats),
  budgetSeconds: Number(options.budget),
};
const peerLimits = { repeats: limits.repeats, budget: limits.budgetSeconds };
const enginePath = resolve(options.engine);
const dataFolder = resolve('build/bench/data');
const fitFile = resolve(dataFolder, 'fit.csv');
const pointsFile = resolve(dataFolder, 'points.csv');
const modelFile = resolve(dataFolder, 'peer-model.json');

await mkdir(dataFolder, { recursive: true });
const engine = await loadEngine(enginePath);
const { data, source } = await fitData();
await writeCopulaData(fitFile, data);
const found = options['no-peer'] ? { absent: 'not asked for' } : await preparePeer('bench');
const peer = 'absent' in found ? undefined : found;
if ('absent' in found) progress(`peer absent: ${found.absent}`);

const rows: Row[] = [
  ...(await fitAndSample(engine, peer)),
  ...(await inverses(engine, peer)),
  ...(options['no-scale'] ? [] : await scale()),
];
const results = {
  date: new Date().toISOString(),
  machine: {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores,
    memoryBytes: totalmem(),
    system: `${platform()} ${release()}`,
  },
  node: process.version,
  version: (JSON.parse(await readFile('package.json', 'utf8')) as { version: string }).version,
  engine: options.engine,
  peer: peer ? `${peer.name} ${peer.version}` : null,
  seed,
  data: source,
  quick: options.quick,
  rows,
};
await mkdir('bench/results', { recursive: true });
await writeFile('bench/results/latest.json', `${JSON.stringify(results, null, 2)}\n`);
process.stdout.write(
  `${results.machine.cpu}, ${cores} cores, Node ${results.node}, ${results.date}, seed ${seed}\n` +
    `engine: ${results.version}, ${results.engine}; data: ${source}; peer: ${results.peer ?? 'absent'}; medians of up to ${limits.repeats} runs` +
    `${options.quick ? '; QUICK: sizes too small to mean anything' : ''}\n\n` +
    `${renderTable(rows)}\n`,
);

/** The copula data of the fit, with where it is from. */
async function fitData(): Promise<{ data: CopulaData; source: string }> {
  const shared = process.env.TVINESYNTH_SHARED ?? '../shared';
  const path = options.data ?? join(shared, 'reference', 'u_support2.csv');
  const isThere = options.data !== undefined || existsSync(path);
  const whole = isThere ? await readCopulaData(path) : simulateCopulaData(884, 27, seed);
  const kind = isThere ? basename(path) : 'simulated in the shape of SUPPORT2';
  const data = options.quick ? lastColumns(whole, 6) : whole;
  return {
    data,
    source: `${kind}, ${data.columns[0].length} rows, ${data.columns.length} variables`,
  };
}

async function fitAndSample(engine: Engine, peer: Peer | undefined): Promise<Row[]> {
  const { columns, lastLeft } = data;
  const left = columns.map((_, j) => (j === columns.length - 1 ? lastLeft : undefined));
  const fit = (threads: number) =>
    measure(
      () => engine.fitVine(columns, { structure: 'cvine', criterion: 'aic', left, threads }),
      limits,
    );
  const fitPeer = (threads: number) =>
    peer?.fit({ data: fitFile, model: modelFile, threads, ...peerLimits });

  progress('fit, one thread');
  const one = await fit(1);
  const peerOne = await fitPeer(1);
  const aic = one.value.aic.toFixed(1);
  const rows = [
    compare({
      what: 'fit of the C-vine, one thread',
      engine: one.timing,
      peer: peerOne?.timing,
      atLeast: 50,
      also: { text: 'AIC no worse', holds: !peerOne || one.value.aic <= peerOne.aic + 1e-3 },
      note: peerOne ? `AIC ${aic}, peer ${peerOne.aic.toFixed(1)}` : `AIC ${aic}`,
    }),
  ];

  if (cores > 1) {
    progress(`fit, ${cores} threads`);
    const all = await fit(cores);
    const peerAll = await fitPeer(cores);
    rows.push(
      compare({
        what: `fit of the C-vine, ${cores} threads`,
        engine: all.timing,
        peer: peerAll?.timing,
      }),
    );
    const two = cores === 2 ? all : await fit(2);
    const gain = median(one.timing.seconds) / median(two.timing.seconds);
    rows.push({
      what: 'the same, two threads against one',
      engine: two.timing,
      ratio: gain,
      mustReach: '>= 1.7 x',
      reached: gain >= 1.7,
    });
  }

  const count = options.quick ? 5_000 : 100_000;
  progress(`sample of ${count} rows, one thread`);
  const sample = await measure(
    () => engine.sampleVine(one.value, count, { seed, responseSampling: 'latent' }),
    limits,
  );
  const peerSample = await peer?.sample({ model: modelFile, rows: count, seed, ...peerLimits });
  rows.push(
    compare({
      what: `sample of ${count} rows, latent, one thread`,
      engine: sample.timing,
      peer: peerSample?.timing,
      atLeast: 20,
    }),
  );
  return rows;
}

async function inverses(engine: Engine, peer: Peer | undefined): Promise<Row[]> {
  const count = options.quick ? 2_000 : 100_000;
  const uniform = uniformStream(seed);
  const p = Float64Array.from({ length: count }, uniform);
  const u2 = Float64Array.from({ length: count }, uniform);
  await writeColumns(pointsFile, ['p', 'u2'], [p, u2]);
  const rows: Row[] = [];
  for (const { family, parameters } of HINV_CASES) {
    progress(`inverse h-function of ${family}`);
    const copula = await engine.pairCopula({ family, rotation: 0, parameters });
    const { timing, value } = await measure(() => copula.hinv2(p, u2), limits);
    const back = await copula.hfunc2(value, u2);
    const residual = back.reduce((worst, h, i) => Math.max(worst, Math.abs(h - p[i])), 0);
    const other = await peer?.hinv({
      data: pointsFile,
      family,
      parameters: parameters.join(','),
      ...peerLimits,
    });
    rows.push(
      compare({
        what: `hinv2 of ${family} (${parameters.join(', ')}), a point`,
        engine: timing,
        peer: other?.timing,
        units: count,
        atLeast: 20,
        note:
          `largest |h(hinv(p)) - p| ${residual.toExponential(1)}` +
          (other ? `, peer ${other.residual.toExponential(1)}` : ''),
      }),
    );
  }
  return rows;
}

/** Large tables: time, memory, and how the time grows with rows and with pairs. */
async function scale(): Promise<Row[]> {
  const shrink = options.quick ? 10 : 1;
  const run = async (size: { columns: number; rows: number; truncation: number }) => {
    const threads = size.columns >= 500 ? cores : 1;
    const settings = { ...size, threads, columns: size.columns / shrink, rows: size.rows / shrink };
    const what = `d=${settings.columns}, n=${settings.rows}, truncated at ${size.truncation}`;
    progress(what);
    const result = await inOwnProcess({ engine: enginePath, seed, ...settings });
    const { columns: d, truncation: t } = settings;
    return {
      what: `${what}, ${threads === 1 ? 'one thread' : `${threads} threads`}`,
      pairs: t * d - (t * (t + 1)) / 2,
      seconds: result.seconds,
      engine: { seconds: [result.seconds], cpuSeconds: [result.cpuSeconds] },
      note: `peak memory ${Math.round(result.peakBytes / 2 ** 20)} MB`,
    };
  };
  const base = await run({ columns: 100, rows: 5_000, truncation: 10 / shrink });
  const taller = await run({ columns: 100, rows: 10_000, truncation: 10 / shrink });
  const deeper = await run({ columns: 100, rows: 5_000, truncation: 20 / shrink });
  const wide = await run({ columns: 500, rows: 2_000, truncation: 20 / shrink });
  const byRows = taller.seconds / base.seconds;
  const byPairs = deeper.seconds / base.seconds / (deeper.pairs / base.pairs);
  return [
    { ...base, mustReach: 'runs', reached: true },
    {
      ...taller,
      note: `${taller.note}; ${byRows.toFixed(2)} x the time of half the rows`,
      mustReach: '<= 2.3 x the time of n/2',
      reached: byRows <= 2.3,
    },
    {
      ...deeper,
      note: `${deeper.note}; ${byPairs.toFixed(2)} x the time a pair of truncation at ${10 / shrink}`,
      mustReach: 'linear in pairs',
    },
    { ...wide, mustReach: 'runs', reached: true },
  ];
}

async function inOwnProcess(settings: ScaleSettings): Promise<ScaleResult> {
  const script = resolve('build/bench/scaleCase.js');
  const args = [script, JSON.stringify(settings)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as ScaleResult;
}

function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
