/**
 * The private vine beside PrivBayes, PrivPGD and, where they install, MST and AIM of smartnoise-synth (in
 * `bench/.venv-private`), on the same public domain at the same epsilon: `npm run bench:private`. Each line
 * has means over independent fits with the standard error of the mean:
 *
 * - utility: AUC of a forest of 200 trees (several classes: one against the rest; numbers: R2) that learned
 *   from as many synthetic rows as there are real ones, on real test rows;
 * - pairs: mean absolute difference of Kendall's tau-b over all pairs of columns, in 64 cells each;
 * - margins: mean over columns of the largest distance of distribution functions (nominal: of shares);
 * - CPU seconds of a fit.
 *
 * MST is the published algorithm on the estimator of mbi (bench/peers/mst.py); `smartnoise-mst` and `aim` are those of
 * smartnoise-synth 1.0.8. Its MST asks a model on JAX for every pair of columns, and a program is compiled for each
 * shape that a pair may have (0.6 CPU seconds, against 0.02 for a shape seen before) and for each estimation (5 to 10):
 * on clinic's 8 columns a fit takes 36 CPU seconds, on the 21 of `simulated` it did not end in seven minutes. A peer is stopped after --seconds for its fits at one epsilon; what was done by then is shown.
 *
 * PrivBayes promises epsilon alone, all others epsilon with delta 1e-5. `--choices` shows instead what was
 * chosen by simulation: how noise is taken out of correlations and whether clipping is corrected, on tables
 * drawn from the paper's distributions, never on test rows of a study. Options: --quick, --fits N (default
 * 10), --slow-fits N (of PrivPGD, MST and AIM, default 3), --epsilons LIST, --tables LIST, --generators LIST,
 * --seconds N (default 1800).
 */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { simulatedData } from '../src/demo/simulatedData.ts';
import { planFeatures } from '../src/features/plan.ts';
import { generators } from '../src/generators/catalogue.ts';
import type { DpvineSettings } from '../src/generators/dpvine/settings.ts';
import type { FittedGenerator, GeneratorSettings } from '../src/generators/generator.ts';
import { tableOfCells } from '../src/generators/private/cells.ts';
import { prepareCells } from '../src/generators/private/prepare.ts';
import { kendallDifference } from '../src/measures/fidelity/kendallDifference.ts';
import { labelledRows } from '../src/measures/utility/labelledRows.ts';
import { trainAndTest } from '../src/measures/utility/trainAndTest.ts';
import { rngFromSeed } from '../src/random/rng.ts';
import { applySchema } from '../src/table/applySchema.ts';
import { readTable } from '../src/table/readTable.ts';
import type { Table } from '../src/table/table.ts';
import { measure } from './measure.ts';
import { PRIVATE_TABLES, type PrivateTable, paperRanges, privateTable } from './privateTables.ts';

const run = promisify(execFile);
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    choices: { type: 'boolean', default: false },
    fits: { type: 'string', default: '10' },
    'slow-fits': { type: 'string', default: '3' },
    epsilons: { type: 'string', default: '0.5,1,2.5,5' },
    tables: { type: 'string', default: PRIVATE_TABLES.join(',') },
    generators: { type: 'string', default: 'dpvine,privbayes,privpgd,mst' },
    seconds: { type: 'string', default: '1800' },
  },
});
const fits = options.quick ? 2 : Number(options.fits);
const slowFits = options.quick ? 1 : Number(options['slow-fits']);
const epsilons = options.quick ? [2.5] : options.epsilons.split(',').map(Number);
const ONE = { repeats: 1, budgetSeconds: 0 };
const BINS = 16;
const PEERS = ['mst', 'smartnoise-mst', 'aim'];

if (options.choices) await compareChoices();
else await compareGenerators();

async function compareGenerators(): Promise<void> {
  const names = options.generators.split(',');
  const python = names.some(isPeer) ? await preparePeer() : undefined;
  line('table', 'generator', 'epsilon', 'fits', 'utility', 'pairs', 'margins', 'CPU s');
  for (const name of options.tables.split(',')) {
    const table = await privateTable(name as (typeof PRIVATE_TABLES)[number]);
    show(name, 'real', '', [score(table, table.train, 0)]);
    for (const generator of names) {
      if (isPeer(generator) && !python) continue;
      for (const epsilon of epsilons) await compare(table, generator, epsilon, python);
    }
  }
}

interface Scored {
  readonly utility: number;
  readonly pairs: number;
  readonly margins: number;
  readonly cpu: number;
}

async function compare(
  table: PrivateTable,
  generator: string,
  epsilon: number,
  python: string | undefined,
): Promise<void> {
  const isSlow = generator === 'privpgd' || isPeer(generator);
  const byLevel = new Map<string, Scored[]>();
  if (isPeer(generator)) {
    const done = await peerFits(table, generator, epsilon, python as string);
    done.forEach(({ synthetic, cpu }, fit) => {
      add(byLevel, '', { ...score(table, synthetic, fit), cpu });
    });
    if (done.length < slowFits) {
      line(table.name, generator, `${epsilon}`, `${done.length}`, `of ${slowFits}: stopped`);
    }
  }
  for (let fit = 0; fit < (isPeer(generator) ? 0 : isSlow ? slowFits : fits); fit++) {
    const settings = settingsOf(table, generator, epsilon);
    const own = generators[generator as 'dpvine'];
    const { value: fitted, timing } = await measure(
      async () => own.fit(table.train, settings, rngFromSeed(fit + 1).split('bench')),
      ONE,
    );
    for (const level of levelsOf(fitted)) {
      const at = fitted.levels && level !== '' ? fitted.levels.at(Number(level)) : fitted;
      const synthetic = at.sample(table.train.rows, rngFromSeed(fit + 1).split('sample'));
      add(byLevel, level, { ...score(table, synthetic, fit), cpu: timing.cpuSeconds[0] });
    }
  }
  for (const [level, scored] of byLevel) {
    show(table.name, level === '' ? generator : `${generator} t=${level}`, `${epsilon}`, scored);
  }
}

function levelsOf({ levels }: FittedGenerator): string[] {
  if (!levels) return [''];
  const { highest } = levels;
  const wanted = options.quick ? [1, highest] : [1, 5, 10, highest];
  return [...new Set(wanted.filter((level) => level <= highest))].map(String);
}

function settingsOf(
  { name, response, schema, gaps }: PrivateTable,
  generator: string,
  epsilon: number,
  more: DpvineSettings = {},
): GeneratorSettings {
  const own = { epsilon, gaps, ranges: paperRanges(name), ...more };
  return { response, schema, noiseSeed: 4711, [generator]: own };
}

/** How near a synthetic table is to the real one. */
function score(table: PrivateTable, synthetic: Table, fit: number): Scored {
  const { train, test, response, schema, gaps, name } = table;
  const plan = planFeatures(applySchema(train, schema));
  const found = trainAndTest(
    'forest',
    labelledRows(plan, synthetic, response),
    labelledRows(plan, test, response),
    { forest: { trees: 200, voting: 'probabilities' } },
    rngFromSeed(fit).split('forest'),
  );
  const domain = { bins: 64, ranges: paperRanges(name), gaps };
  const cells = (each: Table) =>
    prepareCells(each, { response, schema }, domain, 'left') as ReturnType<typeof prepareCells>;
  const [real, made] = [cells(train), cells(synthetic)];
  const numbers = (codes: readonly Int32Array[]) => codes.map((own) => Float64Array.from(own));
  const columnNames = real.columns.map((column) => column.name);
  const apart = real.columns.map((column, j) => {
    const share = (codes: Int32Array) => {
      const counts = new Float64Array(column.cells);
      for (const code of codes) counts[code] += 1 / codes.length;
      return counts;
    };
    const difference = share(real.codes[j]).map((own, b) => own - share(made.codes[j])[b]);
    if (column.kind === 'levels') return Math.max(...difference.map(Math.abs));
    let sum = 0;
    return Math.max(
      ...Array.from(difference, (own) => {
        sum += own;
        return Math.abs(sum);
      }),
    );
  });
  return {
    utility: found.kind === 'classes' ? found.scores.auc : found.scores.r2,
    pairs: kendallDifference(columnNames, numbers(real.codes), numbers(made.codes)).meanAbsolute,
    margins: mean(apart),
    cpu: 0,
  };
}

/** Cells go to the peer and come back from it: the domain and the way values are drawn are ours. */
async function peerFits(
  table: PrivateTable,
  generator: string,
  epsilon: number,
  python: string,
): Promise<{ synthetic: Table; cpu: number }[]> {
  const { train, response, schema, gaps, name } = table;
  const domain = { bins: BINS, ranges: paperRanges(name), gaps };
  const { columns, codes, format } = prepareCells(train, { response, schema }, domain, 'left');
  const folder = resolve('build/private');
  await mkdir(folder, { recursive: true });
  const [from, to] = [join(folder, `${name}.json`), join(folder, `${name}-drawn.json`)];
  const content = {
    cells: columns.map((column) => column.cells),
    codes: codes.map((own) => Array.from(own)),
    rows: train.rows,
  };
  await writeFile(from, JSON.stringify(content));
  await writeFile(to, '[]');
  const script = resolve('bench/peers/private.py');
  try {
    await run(python, [script, generator, String(epsilon), '1e-5', String(slowFits), from, to], {
      maxBuffer: 1e8,
      timeout: 1000 * Number(options.seconds),
    });
  } catch (error) {
    if (!(error instanceof Error) || !('killed' in error) || error.killed !== true) throw error;
  }
  const done = JSON.parse(await readFile(to, 'utf8')) as { cpu: number; codes: number[][] }[];
  return done.map(({ cpu, codes: drawn }, fit) => {
    const made = drawn.map((own) => Int32Array.from(own));
    const rng = rngFromSeed(fit).split('peer');
    return { synthetic: tableOfCells(columns, made, format, 'uniform', rng), cpu };
  });
}

function isPeer(generator: string): boolean {
  return PEERS.includes(generator);
}

async function preparePeer(): Promise<string | undefined> {
  const environment = resolve('bench/.venv-private');
  const python = join(environment, 'bin', 'python');
  const requirements = resolve('bench/peers/private-requirements.txt');
  try {
    if (!existsSync(python)) await run('python3', ['-m', 'venv', environment]);
    const install = [python, '-m', 'pip', 'install', '--quiet'] as const;
    await run(install[0], [...install.slice(1), '--requirement', requirements]);
    // of its own requirements only those of networks are left out
    await run(install[0], [...install.slice(1), '--no-deps', 'smartnoise-synth==1.0.8']);
    return python;
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim().split('\n')[0] : String(error);
    process.stdout.write(
      `MST and AIM are left out, since they could not be installed: ${reason}\n`,
    );
    return undefined;
  }
}

/** What was chosen by simulation, beside what it was chosen from. */
async function compareChoices(): Promise<void> {
  const choices: DpvineSettings[] = [
    { shrink: 'sure' },
    { shrink: 'soft' },
    { shrink: 'linear' },
    { shrink: 'none' },
    { shrink: 'sure', clipCorrection: false },
    { shrink: 'sure', byClass: false },
  ];
  line('table', 'choice', 'epsilon', 'fits', 'utility', 'pairs', 'margins', 'CPU s');
  const paper = await privateTable('simulated');
  for (const choice of choices) {
    for (const epsilon of options.quick ? [2.5] : [1, 2.5]) {
      const scored: Scored[] = [];
      for (let fit = 0; fit < fits; fit++) {
        const table = {
          ...paper,
          train: await drawSimulated(1000 + fit, 500),
          test: await drawSimulated(2000 + fit, 1000),
        };
        const settings = settingsOf(table, 'dpvine', epsilon, choice);
        const { value: fitted, timing } = await measure(
          async () => generators.dpvine.fit(table.train, settings, rngFromSeed(fit + 1)),
          ONE,
        );
        const synthetic = fitted.sample(table.train.rows, rngFromSeed(fit + 1).split('sample'));
        scored.push({ ...score(table, synthetic, fit), cpu: timing.cpuSeconds[0] });
      }
      show('drawn', JSON.stringify(choice), `${epsilon}`, scored);
    }
  }
}

async function drawSimulated(seed: number, rowsPerClass: number): Promise<Table> {
  const { names, columns } = simulatedData(seed, { rowsPerClass });
  const rows = Array.from(columns[0], (_, i) => columns.map((column) => column[i]).join(','));
  return readTable(new TextEncoder().encode(`${[names.join(','), ...rows].join('\n')}\n`));
}

function add(map: Map<string, Scored[]>, key: string, value: Scored): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}

function show(table: string, name: string, epsilon: string, scored: readonly Scored[]): void {
  const part = (of: (each: Scored) => number) => {
    const values = scored.map(of);
    if (values.length < 2) return values[0].toFixed(3);
    const centre = mean(values);
    const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
    const error = Math.sqrt(squares / (values.length - 1) / values.length);
    return `${centre.toFixed(3)} (${error.toFixed(3)})`;
  };
  line(
    table,
    name,
    epsilon,
    `${scored.length}`,
    part(({ utility }) => utility),
    part(({ pairs }) => pairs),
    part(({ margins }) => margins),
    part(({ cpu }) => cpu),
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function line(...cells: string[]): void {
  const widths = [11, options.choices ? 42 : 14, 9, 6, 15, 15, 15, 10];
  const text = cells.map((cell, i) => cell.padEnd(widths[i])).join('');
  process.stdout.write(`${text.trimEnd()}\n`);
}
