/**
 * Singling out, linkability and inference beside anonymeter, on the same tables with the same sizes of attacks,
 * one thread each, in one run: `npm run bench:risks`. What must hold: each risk within the other's 95 % interval,
 * copies seen by both, and 10 x the speed in CPU time. The peer's compilation and both readings of modules are
 * not counted; reading the files is.
 */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { simulatedData } from '../src/demo/simulatedData.ts';
import { type AttackRate, type Risk, riskOf } from '../src/measures/threeRisks/residualRisk.ts';
import { exactRisks } from '../src/measures/threeRisks/threeRisks.ts';
import { fit } from '../src/model/fit.ts';
import { sample } from '../src/model/sample.ts';
import { readTable } from '../src/table/readTable.ts';
import type { Table } from '../src/table/table.ts';
import { takeRows } from '../src/table/takeRows.ts';
import { writeTable } from '../src/table/writeTable.ts';
import { mixedTables } from './mixedTables.ts';

interface Bounds {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

type Figures = Readonly<Record<'main' | 'control' | 'residual', Bounds>> | { absent: string };

interface Case {
  readonly name: string;
  readonly real: string;
  readonly synthetic: string;
  readonly control: string;
  readonly attacks: number;
  /** Measured so often, by other random numbers; figures are means. */
  readonly seeds: number;
  readonly width: number;
  readonly linked: readonly [readonly string[], readonly string[]];
  readonly sensitive: readonly string[];
  readonly known: readonly string[];
}

interface Measured {
  readonly seconds: number;
  readonly risks: Readonly<Record<string, Figures>>;
}

const run = promisify(execFile);
const folder = resolve('build/bench/risks');
const environment = resolve('bench/.venv-risks');
const python = join(environment, 'bin/python');
const LEAST_RATIO = 10;
const WIDTH = 3;

await mkdir(folder, { recursive: true });
process.stdout.write(`${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}\n`);
const cases = await prepare();
const ours: Measured[] = [];
// what is compiled at the first call is not counted, here as for the peer
await measureOurs({ ...cases[0], attacks: 20, seeds: 1 });
for (const each of cases) ours.push(await measureOurs(each));
const peer = await measurePeer();
report(peer);

/** Three tables, each halved: one half is fitted, the other is the control; and copies of the first. */
async function prepare(): Promise<Case[]> {
  const [census] = mixedTables(1600).filter(({ name }) => name === 'census');
  const { names, columns } = simulatedData(1);
  const simulated = [
    names.join(','),
    ...Array.from(columns[0], (_, i) =>
      columns.map((column, j) => shifted(column[i], names[j])).join(','),
    ),
  ].join('\n');
  const patients = await readFile('examples/patients.csv', 'utf8');
  const made = await Promise.all([
    caseOf('census', census.text, 'income', ['occupation', 'hours'], 'vine', 1),
    caseOf('simulated', `${simulated}\n`, 'Y', ['X1'], 'vine', 3),
    caseOf('patients', patients, 'readmitted', ['cost', 'smoker'], 'vine', 5),
    caseOf('census, copies', census.text, 'income', ['occupation', 'hours'], 'copies', 1),
  ]);
  return made;
}

/** Covariates above 0: the peer takes every guess of a negative number for right (its error is divided by it). */
function shifted(value: number, name: string): string {
  return name === 'Y' ? String(value) : (value + 6).toFixed(4);
}

async function caseOf(
  name: string,
  text: string,
  response: string,
  sensitive: readonly string[],
  kind: 'vine' | 'copies',
  seeds: number,
): Promise<Case> {
  const table = await readTable(new TextEncoder().encode(text));
  const half = Math.floor(table.rows / 2);
  // every other row, as rows may be sorted
  const rows = (from: number) => Array.from({ length: half }, (_, i) => 2 * i + from);
  const [real, control] = [takeRows(table, rows(0)), takeRows(table, rows(1))];
  const synthetic =
    kind === 'copies' ? real : sample(await fit(real, { response, seed: 1 }), half, { seed: 2 });
  const write = async (what: string, made: Table) => {
    const path = join(folder, `${name.replace(/\W+/g, '-')}-${what}.csv`);
    await writeFile(path, (await writeTable(made)).bytes);
    return path;
  };
  const names = table.columns.map((column) => column.name);
  const halves = [0, 1].map((part) => names.filter((_, place) => place % 2 === part));
  return {
    name,
    real: await write('real', real),
    synthetic: await write('synthetic', synthetic),
    control: await write('control', control),
    attacks: half,
    seeds,
    width: WIDTH,
    linked: [halves[0], halves[1]],
    sensitive,
    known: names.filter((column) => !sensitive.includes(column)),
  };
}

async function measureOurs(task: Case): Promise<Measured> {
  const before = process.cpuUsage();
  const read = async (path: string) => readTable(await readFile(path));
  const [real, synthetic, holdout] = [
    await read(task.real),
    await read(task.synthetic),
    await read(task.control),
  ];
  const { attacks } = task;
  const all = Array.from({ length: task.seeds }, (_, i) => {
    const found = exactRisks(real, synthetic, {
      holdout,
      sensitive: task.sensitive,
      known: task.known,
      linked: task.linked,
      attacks,
      predicateColumns: task.width,
      seed: i + 1,
    });
    const { univariate, multivariate } = found.singlingOut;
    return {
      'singling out, univariate': figuresOf(univariate, attacks),
      'singling out, multivariate': figuresOf(multivariate),
      linkability: figuresOf(found.linkability),
      ...Object.fromEntries(
        found.inference.map((risk) => [`inference of ${risk.name}`, figuresOf(risk)]),
      ),
    };
  });
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, risks: meanOf(all) };
}

/** `asked`: the peer counts successes by one column among the attacks that were asked for, also where fewer could be made. */
function figuresOf(risk: Risk | null, asked?: number): Figures {
  if (!risk?.control || !risk.residual) return { absent: 'nothing unique to begin with' };
  const { main, control } = risk;
  if (asked === undefined || main.attacks === asked)
    return { main: main.rate, control: control.rate, residual: risk.residual };
  const again = (made: AttackRate) => ({
    successes: Math.round(made.rate.estimate * made.attacks),
    attacks: asked,
  });
  const counted = riskOf(again(main), again(control), again(risk.baseline));
  return {
    main: counted.main.rate,
    control: counted.control?.rate ?? control.rate,
    residual: counted.residual ?? risk.residual,
  };
}

/** Over seeds, each end by itself. */
function meanOf(all: readonly Readonly<Record<string, Figures>>[]): Record<string, Figures> {
  return Object.fromEntries(
    Object.keys(all[0]).map((risk): [string, Figures] => {
      const found = all.flatMap((each) => ('absent' in each[risk] ? [] : [each[risk]]));
      if (found.length === 0) return [risk, all[0][risk]];
      const mean = (part: 'main' | 'control' | 'residual'): Bounds => {
        const end = (name: keyof Bounds) =>
          found.reduce((sum, each) => sum + Math.max(0, each[part][name]), 0) / found.length;
        return { estimate: end('estimate'), low: end('low'), high: end('high') };
      };
      return [risk, { main: mean('main'), control: mean('control'), residual: mean('residual') }];
    }),
  );
}

async function measurePeer(): Promise<{ version: string; cases: Measured[] } | undefined> {
  try {
    if (!existsSync(python)) await run('python3', ['-m', 'venv', environment]);
    const requirements = 'bench/peers/risks-requirements.txt';
    await run(python, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements]);
  } catch (error) {
    process.stdout.write(`anonymeter could not be installed: ${String(error)}\n`);
    return undefined;
  }
  const path = join(folder, 'cases.json');
  await writeFile(path, JSON.stringify(cases));
  // one thread each
  const threads = ['OMP', 'OPENBLAS', 'MKL', 'NUMBA'].map((name) => [`${name}_NUM_THREADS`, '1']);
  const env = { ...process.env, ...Object.fromEntries(threads) };
  const { stdout } = await run(python, ['bench/peers/risks.py', path], { env, maxBuffer: 1 << 26 });
  const { version, cases: found } = JSON.parse(stdout) as {
    version: string;
    cases: { seconds: number; risks: Record<string, Figures>[] }[];
  };
  return {
    version,
    cases: found.map(({ seconds, risks }) => ({ seconds, risks: meanOf(risks) })),
  };
}

function report(other: { version: string; cases: Measured[] } | undefined): void {
  let apart = 0;
  let compared = 0;
  for (const [place, { name, attacks, seeds }] of cases.entries()) {
    const [own, theirs] = [ours[place], other?.cases[place]];
    process.stdout.write(
      `\n${name}: ${attacks} attacks of each kind, ${seeds === 1 ? 'one seed' : `means of ${seeds} seeds`}\n`,
    );
    for (const [risk, mine] of Object.entries(own.risks)) {
      const peers = theirs?.risks[risk];
      process.stdout.write(`  ${risk.padEnd(28)} ${textOf(mine)}\n`);
      if (!peers) continue;
      const isWithin = isAlike(mine, peers);
      if (isWithin !== undefined) compared++;
      if (isWithin === false) apart++;
      const word = isWithin === undefined ? '' : isWithin ? 'within' : 'APART';
      process.stdout.write(`  ${'anonymeter'.padStart(28)} ${textOf(peers)} ${word}\n`);
    }
    if (theirs) {
      const ratio = theirs.seconds / own.seconds;
      process.stdout.write(
        `  CPU: ${own.seconds.toFixed(2)} s, anonymeter ${theirs.seconds.toFixed(2)} s: ${ratio.toFixed(1)} x (at least ${LEAST_RATIO}: ${ratio >= LEAST_RATIO ? 'yes' : 'NO'})\n`,
      );
    }
  }
  if (other) {
    const word = apart === 0 ? 'yes' : `NO, ${apart} are not`;
    process.stdout.write(
      `\nanonymeter ${other.version}: ${compared} residual risks within each other's intervals: ${word}\n`,
    );
  }
}

/** Each estimate of the residual risk within the other's interval. */
function isAlike(mine: Figures, peers: Figures): boolean | undefined {
  if ('absent' in mine || 'absent' in peers) return undefined;
  const holds = ({ low, high }: Bounds, { estimate }: Bounds) =>
    Math.max(0, estimate) >= low && Math.max(0, estimate) <= high;
  return holds(mine.residual, peers.residual) && holds(peers.residual, mine.residual);
}

function textOf(found: Figures): string {
  if ('absent' in found) return `not measured: ${found.absent}`;
  const part = ({ estimate, low, high }: Bounds) =>
    `${estimate.toFixed(3)} (${Math.max(0, low).toFixed(3)} to ${Math.min(1, high).toFixed(3)})`;
  const { main, control, residual } = found;
  return `in the table ${part(main)}, others ${part(control)}, residual ${part(residual)}`;
}
