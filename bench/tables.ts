/**
 * Measures reading a numeric CSV beside DuckDB, in one run: `npm run bench:tables`. What must hold:
 * CPU time at most 1.5 x DuckDB's, peak memory of the process at most 4 x the columns' size.
 * Options: --rows N (default 1000000), --repeats N (default 3).
 */

import { execFile } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { uniformStream } from './data.ts';
import { median } from './measure.ts';

interface Run {
  readonly version?: string;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  readonly rows: number;
  readonly sum: number;
}

const COLUMNS = 20;
const run = promisify(execFile);
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    repeats: { type: 'string', default: '3' },
  },
});
const rows = Number(options.rows);
const repeats = Number(options.repeats);
const python = resolve('bench/.venv/bin/python');

await mkdir('build/bench/data', { recursive: true });
const hasPeer = await preparePeer();
process.stdout.write(
  `${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, ${rows} x ${COLUMNS}\n`,
);
for (const [what, write] of [
  ['six decimals', (x: number) => x.toFixed(6)],
  ['every digit', (x: number) => String(x)],
] as const) {
  const path = resolve(`build/bench/data/table-${rows}-${what.replace(' ', '-')}.csv`);
  if (!existsSync(path)) await writeNumbers(path, write);
  const ours: Run[] = [];
  const theirs: Run[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    ours.push(await call(process.execPath, [resolve('build/bench/readCase.js'), path]));
    if (hasPeer) theirs.push(await call(python, [resolve('bench/peers/tables.py'), path]));
  }
  report(what, ours, theirs);
}

function report(what: string, ours: readonly Run[], theirs: readonly Run[]): void {
  const cpu = median(ours.map((one) => one.cpuSeconds));
  const peak = Math.max(...ours.map((one) => one.peakBytes));
  const memory = peak / (rows * COLUMNS * 8);
  const megabytes = Math.round(peak / 2 ** 20);
  process.stdout.write(
    `${what}: ${cpu.toFixed(2)} s CPU, ${megabytes} MB, ${memory.toFixed(2)} x the columns ` +
      `(at most 4: ${memory <= 4 ? 'yes' : 'NO'})\n`,
  );
  if (theirs.length === 0) return;
  const peer = median(theirs.map((one) => one.cpuSeconds));
  const same = theirs.every((one) => one.rows === rows && Math.abs(one.sum - ours[0].sum) < 1e-3);
  process.stdout.write(
    `  DuckDB ${theirs[0].version}: ${peer.toFixed(2)} s CPU; ours ${(cpu / peer).toFixed(2)} x ` +
      `(at most 1.5: ${cpu <= 1.5 * peer ? 'yes' : 'NO'}); ` +
      `${same ? 'the same table' : 'NOT THE SAME TABLE'}\n`,
  );
}

async function call(command: string, args: string[]): Promise<Run> {
  return JSON.parse((await run(command, args)).stdout) as Run;
}

/** Normal numbers, tens to hundreds. */
async function writeNumbers(path: string, write: (x: number) => string): Promise<void> {
  const uniform = uniformStream(1);
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const file = createWriteStream(path);
  const put = async (text: string) => {
    if (!file.write(text)) await new Promise<void>((done) => file.once('drain', () => done()));
  };
  await put(`${Array.from({ length: COLUMNS }, (_, j) => `x${j + 1}`).join(',')}\n`);
  for (let i = 0; i < rows; i++) {
    await put(`${Array.from({ length: COLUMNS }, () => write(100 * normal())).join(',')}\n`);
  }
  await new Promise<void>((done) => file.end(done));
}

async function preparePeer(): Promise<boolean> {
  try {
    if (!existsSync(python)) await run('python3', ['-m', 'venv', 'bench/.venv']);
    const requirements = 'bench/peers/tables-requirements.txt';
    await run(python, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements]);
    return true;
  } catch {
    process.stderr.write('peer absent: DuckDB could not be installed\n');
    return false;
  }
}
