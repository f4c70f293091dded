/**
 * Every command on a table, and all that it writes: files, standard output and standard error. Each
 * scenario starts in a folder that holds nothing but its input, so whatever is there afterwards was
 * written.
 */

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runIn } from '../../cli/support.ts';

/** By name, as in `run/results.json` or `fit.stdout`. */
export type Written = ReadonlyMap<string, Uint8Array>;

export interface Scenario {
  readonly name: string;
  /** One after the other, in one folder; the input is table.csv. */
  readonly commands: readonly (readonly string[])[];
  /** Exit codes that are as they should be; 0 if not said. */
  readonly codes?: readonly number[];
  /** Further input files. */
  readonly inputs?: (table: string) => Record<string, string>;
}

const ROLES = ['--response', 'dead', '--sensitive', 'income,diagnosis'];
const SMALL = ['--families', 'gaussian', '--truncate', '2', '--threads', '1'];
const STUDY = [...SMALL, '--preset', 'quick', '--levels', '1,2'];
const BRIEF = [...STUDY, '--membership', 'none'];
const NOMINAL = ['--response', 'outcome', '--sensitive', 'ward,grade,visits'];

const SHAPE = '"columns":{"visits":{"type":"boolean"}}';

export const QUICK: readonly Scenario[] = [
  {
    name: 'inspect',
    commands: [
      ['inspect', 'table.csv', '--out', 'schema.json'],
      ['inspect', 'table.csv', '--json'],
    ],
  },
  {
    name: 'order',
    commands: [
      ['order', 'table.csv', ...ROLES],
      ['order', 'table.csv', ...NOMINAL, '--association', 'pearson', '--json'],
    ],
  },
  {
    name: 'fit and sample',
    commands: [
      ['fit', 'table.csv', ...ROLES, ...SMALL],
      ['fit', 'table.csv', ...ROLES, ...SMALL, '--force', '--json'],
      ['sample', 'model.json', '--rows', '300'],
      ['sample', 'model.json', '--check', 'table.csv', '--out', 'sample.csv', '--json'],
      ['sample', 'model.json', '--where', 'dead=1', '--rows', '20'],
    ],
    codes: [0, 3],
  },
  {
    name: 'fit to a nominal response',
    commands: [
      ['fit', 'table.csv', ...NOMINAL, ...SMALL, '--json'],
      ['sample', 'model.json', '--rows', '300', '--response-sampling', 'latent'],
    ],
  },
  {
    name: 'run',
    commands: [['run', 'table.csv', ...ROLES, ...BRIEF, '--out', 'run', '--debug']],
    codes: [0, 3],
  },
  {
    name: 'run for a nominal response',
    commands: [['run', 'table.csv', ...NOMINAL, ...BRIEF, '--out', 'run', '--json']],
    codes: [0, 3],
  },
  {
    name: 'audit',
    commands: [
      ['fit', 'table.csv', ...ROLES, ...SMALL, '--quiet'],
      ['sample', 'model.json', '--rows', '60', '--out', 'sample.csv', '--quiet'],
      ['audit', 'table.csv', 'sample.csv', ...ROLES, '--threads', '1', '--out', 'audit.json'],
      ['audit', 'table.csv', 'sample.csv', ...ROLES, '--threads', '1', '--json'],
    ],
    codes: [0, 3],
  },
  {
    name: 'what is refused',
    commands: [
      ['fit', 'table.csv', '--response', 'ded'],
      ['fit', 'table.csv', '--response', 'remark', '--debug'],
      ['order', 'table.csv', '--response', 'dead', '--sensitive', 'incom'],
      ['run', 'table.csv', '--response', 'transplant', ...BRIEF],
      ['inspect', 'ragged.csv'],
      ['inspect', 'quote.csv', '--debug'],
      ['fit', 'table.csv', ...ROLES, '--schema', 'boolean.json'],
      ['fit', 'table.csv', ...ROLES, '--schema', 'levels.json', '--debug'],
      ['inspect', 'table.csv', '--schema', 'types.json'],
      ['sample', 'table.csv'],
      ['inspect', 'table.csv', '--schema', 'table.csv'],
      ['audit', 'table.csv', 'absent.csv', ...ROLES],
      ['run', '.', ...ROLES],
    ],
    codes: [0, 2],
    inputs: (table) => ({
      'ragged.csv': table.replace(/\n(?=[^\n]*Kuru|[^\n]*Ambrosian)/, '\n,'),
      'quote.csv': table.replace(/,(?==HYPERLINK)/, ',"'),
      'boolean.json': `{${SHAPE}}`,
      'levels.json': '{"columns":{"ward":{"type":"nominal","levels":["north","south","east"]}}}',
      'types.json':
        '{"columns":{"person":{"type":"continuous"},"born":{"type":"date","format":"DD/MM/YYYY"},"income":{"type":"count","max":100000}}}',
    }),
  },
];

/** Takes a minute or two on one core. */
export const SLOW: readonly Scenario[] = [
  {
    name: 'run with attacks on members, beside another generator',
    commands: [
      [
        ...['run', 'table.csv', ...ROLES, ...STUDY, '--membership', 'both', '--mia', 'all'],
        ...['--compare', 'independent,gaussian', '--out', 'run', '--json'],
      ],
    ],
    codes: [0, 3],
  },
  {
    name: 'run with limits that nothing keeps',
    commands: [
      ['run', 'table.csv', ...ROLES, ...BRIEF, '--max-mr2', '0', '--min-auc', '3', '--out', 'run'],
    ],
    codes: [3],
  },
  {
    name: 'run for a numeric response',
    commands: [
      [
        ...['run', 'table.csv', '--response', 'income', '--sensitive', 'visits,born'],
        ...[...BRIEF, '--out', 'run'],
      ],
    ],
    codes: [0, 3],
  },
  {
    name: 'audit of a table against itself',
    commands: [
      ['audit', 'table.csv', 'table.csv', ...ROLES, '--threads', '1', '--out', 'audit.json'],
    ],
    codes: [3],
  },
  {
    name: 'run beside networks',
    commands: [
      [...['run', 'table.csv', ...ROLES, ...BRIEF], ...['--compare', 'ctgan,tvae', '--out', 'run']],
    ],
    codes: [0, 3],
  },
];

/** Noise of private generators is secret: two runs differ by it, so only their bytes are searched. */
export const PRIVATE: Scenario = {
  name: 'run beside private generators',
  commands: [
    [
      ...['run', 'table.csv', ...ROLES, ...BRIEF, '--compare', 'privbayes,privpgd'],
      ...['--ranges', 'data', '--epsilon', '1', '--out', 'run'],
    ],
  ],
  codes: [0, 3],
};

/** Runs a scenario and gives all that it wrote; throws on another exit code than it may have. */
export async function play(scenario: Scenario, table: string): Promise<Written> {
  return inFolder(async (folder) => {
    const inputs = { 'table.csv': table, ...scenario.inputs?.(table) };
    for (const [name, text] of Object.entries(inputs)) await writeFile(join(folder, name), text);
    const written = new Map<string, Uint8Array>();
    const { codes = [0] } = scenario;
    for (const [i, command] of scenario.commands.entries()) {
      const { code, stdout, stderr } = await runIn(folder, ...command);
      const label = `${i + 1} ${command[0]}`;
      if (!codes.includes(code)) throw new Error(`${command.join(' ')}: exit ${code}\n${stderr}`);
      written.set(`${label} stdout`, Buffer.from(stdout));
      written.set(`${label} stderr`, Buffer.from(stderr));
      written.set(`${label} exit code`, Buffer.from(String(code)));
    }
    await collect(folder, new Set(Object.keys(inputs)), written);
    return written;
  });
}

export async function collect(
  folder: string,
  inputs: ReadonlySet<string>,
  written: Map<string, Uint8Array>,
): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    if (!inputs.has(name)) written.set(name, await readFile(path));
  }
}

export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  // always as long, since a path may be printed
  const folder = await mkdtemp(join(tmpdir(), 'tvinesynth-canary-'));
  await mkdir(folder, { recursive: true });
  return work(folder).finally(() => rm(folder, { recursive: true }));
}
