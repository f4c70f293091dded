/**
 * Measures random forests beside scikit-learn's, one thread each, in one run: `npm run bench:forest`.
 * What must hold: an AUC within 0.005 of scikit-learn's, and 1.5 x its speed. Both are means over
 * seeds (the speed a median), and time is CPU time, so that other work on the machine matters less.
 * Options: --quick (few seeds, to see that it runs), --large (200,000 rows, ours alone).
 */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { growForest, predictForest } from '../src/learners/forest.ts';
import { asClasses } from '../src/learners/learner.ts';
import { auc } from '../src/learners/scores.ts';
import { type LabelledRows, trainAndTest } from '../src/measures/utility/trainAndTest.ts';
import { rngFromSeed } from '../src/random/rng.ts';
import { uniformStream, writeColumns } from './data.ts';
import { median } from './measure.ts';

interface Run {
  readonly version?: string;
  readonly growSeconds: readonly number[];
  readonly predictSeconds: readonly number[];
  readonly auc: readonly number[];
}

interface Case {
  readonly name: string;
  readonly train: string;
  readonly test: string;
  readonly trees: number;
  readonly mtry: number;
  readonly seeds: number;
}

const run = promisify(execFile);
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
  },
});
const python = resolve('bench/.venv/bin/python');
const folder = resolve('build/bench/data');

await mkdir(folder, { recursive: true });
process.stdout.write(`${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}\n`);
if (options.large) measureLarge();
else {
  const hasPeer = await preparePeer();
  for (const one of await cases()) {
    const ours = await measureOurs(one);
    report(one, ours, hasPeer ? await measurePeer(one) : undefined);
  }
}

/** A clinical table, the shape of the membership attacker's features, and a longer table. */
async function cases(): Promise<Case[]> {
  const shared = join(process.env.TVINESYNTH_SHARED ?? '../shared', 'data');
  const real = join(shared, 'real_support2_small.csv');
  const clinical = existsSync(real)
    ? { train: real, test: join(shared, 'test_support2_small.csv'), name: 'SUPPORT2, 884 x 26' }
    : { ...(await simulated(884, 26)), name: '884 x 26' };
  const few = options.quick ? 2 : undefined;
  return [
    { ...clinical, trees: 500, mtry: 5, seeds: few ?? 10 },
    { ...(await simulated(200, 351)), name: '200 x 351', trees: 100, mtry: 18, seeds: few ?? 40 },
    { ...(await simulated(20_000, 20)), name: '20000 x 20', trees: 100, mtry: 4, seeds: few ?? 3 },
  ];
}

async function measureOurs({ train, test, trees, mtry, seeds }: Case): Promise<Run> {
  const from = await read(train);
  const to = await read(test);
  const result = {
    growSeconds: [] as number[],
    predictSeconds: [] as number[],
    auc: [] as number[],
  };
  for (let seed = 0; seed < seeds; seed++) {
    const before = cpuSeconds();
    const settings = { trees, mtry, outOfBag: false };
    const forest = growForest(from.features, from.target, settings, rngFromSeed(seed));
    const between = cpuSeconds();
    const { probabilities } = asClasses(predictForest(forest, to.features));
    result.predictSeconds.push(cpuSeconds() - between);
    result.growSeconds.push(between - before);
    result.auc.push(auc(probabilities[1], to.target.codes));
  }
  return result;
}

async function measurePeer({ train, test, trees, mtry, seeds }: Case): Promise<Run> {
  const sizes = ['--trees', trees, '--mtry', mtry, '--seeds', seeds].map(String);
  const { stdout } = await run(python, ['bench/peers/forest.py', train, test, ...sizes]);
  return JSON.parse(stdout) as Run;
}

function report({ name, trees, seeds }: Case, ours: Run, peer: Run | undefined): void {
  const grow = median(ours.growSeconds);
  process.stdout.write(
    `${name}, ${trees} trees, ${seeds} seeds: ${milliseconds(grow)} to grow, ` +
      `${milliseconds(median(ours.predictSeconds))} to predict, AUC ${mean(ours.auc).toFixed(4)}\n`,
  );
  if (!peer) return;
  const peerGrow = median(peer.growSeconds);
  const difference = mean(ours.auc) - mean(peer.auc);
  const ratio = peerGrow / grow;
  process.stdout.write(
    `  scikit-learn ${peer.version}: ${milliseconds(peerGrow)}, ` +
      `${milliseconds(median(peer.predictSeconds))}, AUC ${mean(peer.auc).toFixed(4)}; ` +
      `ours ${ratio.toFixed(2)} x the speed (at least 1.5: ${ratio >= 1.5 ? 'yes' : 'NO'}), AUC ` +
      `${difference.toFixed(4)} (within 0.005: ${Math.abs(difference) <= 0.005 ? 'yes' : 'NO'}, ` +
      `standard error ${standardError(ours.auc, peer.auc).toFixed(4)})\n`,
  );
}

/** Histogram splits on a table that is large for a browser; no tree is kept. */
function measureLarge(): void {
  const train = simulate(200_000, 50, 1);
  const test = simulate(5_000, 50, 2);
  const before = cpuSeconds();
  const settings = { forest: { trees: 50 } };
  const { scores } = trainAndTest('forest', train, test, settings, rngFromSeed(1));
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(
    `200000 x 50, 50 trees: ${(cpuSeconds() - before).toFixed(1)} s, peak ${megabytes} MB ` +
      `with ${Math.round((200_000 * 50 * 8) / 2 ** 20)} MB of columns, ${JSON.stringify(scores)}\n`,
  );
}

/** Writes a training and a test table, and gives their paths. */
async function simulated(rows: number, columns: number) {
  const paths = ['train', 'test'].map((part) =>
    join(folder, `forest-${rows}-${columns}-${part}.csv`),
  );
  for (const [i, path] of paths.entries()) {
    if (existsSync(path)) continue;
    const { features, target } = simulate(i === 0 ? rows : 4000, columns, i + 1);
    const classes = Float64Array.from(target.codes);
    await writeColumns(path, [...features.names, 'class'], [...features.columns, classes]);
  }
  return { train: paths[0], test: paths[1] };
}

/** Columns whose dependence fades with distance, and a class that follows some of them, not linearly. */
function simulate(rows: number, columns: number, seed: number) {
  const uniform = uniformStream(seed);
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const x = Array.from({ length: columns }, () => new Float64Array(rows));
  const codes = new Int32Array(rows);
  for (let i = 0; i < rows; i++) {
    let previous = normal();
    for (let j = 0; j < columns; j++) {
      previous = 0.7 * previous + Math.sqrt(0.51) * normal();
      x[j][i] = previous;
    }
    const at = (j: number) => x[j % columns][i];
    const score = at(0) + at(4) * at(9) + Math.abs(at(14)) - 0.8 + at(17);
    codes[i] = score + 1.5 * normal() > 0 ? 1 : 0;
  }
  const names = x.map((_, j) => `x${j + 1}`);
  return labelled(names, x, codes);
}

async function read(path: string) {
  const [header, ...lines] = (await readFile(path, 'utf8')).trim().split('\n');
  const rows = lines.map((line) => line.split(',').map(Number));
  const columns = header.split(',').map((_, j) => Float64Array.from(rows, (row) => row[j]));
  const codes = Int32Array.from(columns[columns.length - 1]);
  return labelled(header.split(',').slice(0, -1), columns.slice(0, -1), codes);
}

function labelled(names: string[], columns: Float64Array[], codes: Int32Array) {
  const target = { kind: 'classes', codes, levels: ['0', '1'] } as const;
  return { features: { names, columns }, target } satisfies LabelledRows;
}

async function preparePeer(): Promise<boolean> {
  try {
    if (!existsSync(python)) await run('python3', ['-m', 'venv', 'bench/.venv']);
    const requirements = 'bench/peers/forest-requirements.txt';
    await run(python, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements]);
    return true;
  } catch {
    process.stderr.write('peer absent: scikit-learn could not be installed\n');
    return false;
  }
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function milliseconds(seconds: number): string {
  return `${Math.round(seconds * 1e3)} ms`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Of the difference of two means. */
function standardError(a: readonly number[], b: readonly number[]): number {
  const squared = (values: readonly number[]) => {
    const centre = mean(values);
    const sum = values.reduce((total, value) => total + (value - centre) ** 2, 0);
    return sum / (values.length - 1) / values.length;
  };
  return Math.sqrt(squared(a) + squared(b));
}
