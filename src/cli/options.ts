/** The options that several commands share, with their help texts. */

import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { FamilyName } from '../copula/family.ts';
import type { FamilySet } from '../copula/selectSettings.ts';
import type { ShellOptions } from './shell.ts';

export interface TableOptions extends ShellOptions {
  readonly schema?: string;
  readonly missing?: readonly string[];
  readonly maxBytes?: number;
}

export interface ModelOptions extends TableOptions {
  readonly response: string;
  readonly sensitive?: readonly string[];
  readonly association?: 'kendall' | 'spearman' | 'pearson';
  readonly threshold?: number | Readonly<Record<string, number>>;
  readonly order?: 'auto' | 'asis' | readonly string[];
}

export interface VineOptions extends ModelOptions {
  readonly structure: 'cvine' | 'rvine' | 'star' | 'dvine';
  readonly families: FamilySet | FamilyName[];
  readonly criterion: 'aic' | 'bic' | 'loglik';
  readonly margins: 'smooth' | 'empirical';
  readonly truncate?: number;
  readonly seed: number;
  readonly threads: number;
}

/** --json, --quiet, --debug. */
export function withShell(command: Command): Command {
  return command
    .option('--json', 'print one JSON document on standard output and nothing else there')
    .option('--quiet', 'no progress and no remarks on standard error')
    .option('--debug', 'show stack traces');
}

/** How the table is read. */
export function withTable(command: Command): Command {
  return maxBytesOption(withShell(command))
    .option('--schema <file>', 'column types and roles as JSON; what it leaves out is detected')
    .option('--missing <codes>', 'further codes of missing values, as in -9,999', list);
}

/** How large a table may be. */
export function maxBytesOption(command: Command): Command {
  return command.option(
    '--max-bytes <size>',
    'the most bytes that a table may take unpacked, as in 500M or 20G (default: 8G, and 256M for one that swells to more than 200 times its packed size)',
    byteSize,
  );
}

/** Roles of columns, and their order. */
export function withOrder(command: Command): Command {
  return withTable(command)
    .requiredOption('--response <name>', 'the column that the others are to predict')
    .option('--sensitive <names>', 'columns to be protected, as in totcst,crea', list)
    .addOption(
      new Option('--association <kind>', 'how columns are compared for the order')
        .choices(['kendall', 'spearman', 'pearson'])
        .default('kendall'),
    )
    .option(
      '--threshold <share>',
      'associations above it join a column to the sensitive ones; one for each as in totcst=0.5,crea=0.7',
      threshold,
      0.6,
    )
    .option(
      '--order <order>',
      'auto (Algorithm 1), asis, or all columns as in A,B,C with the response last',
      orderOption,
      'auto',
    );
}

/** How margins and vine are fitted. */
export function withVine(command: Command): Command {
  return withOrder(command)
    .addOption(
      new Option('--structure <kind>', 'kind of vine; star is an R-vine whose first tree is a star')
        .choices(['cvine', 'rvine', 'star', 'dvine'])
        .default('cvine'),
    )
    .option('--families <set>', 'parametric, onepar, gaussian, or a list', familySet, 'parametric')
    .addOption(
      new Option('--criterion <kind>', 'what the choice of families minimises')
        .choices(['aic', 'bic', 'loglik'])
        .default('aic'),
    )
    .addOption(
      new Option('--margins <kind>', 'margins of continuous columns; empirical keeps their values')
        .choices(['smooth', 'empirical'])
        .default('smooth'),
    );
}

export function seedOption(command: Command): Command {
  return command.option('--seed <n>', 'the same seed gives the same bytes', wholeNumber, 1);
}

export function threadsOption(command: Command): Command {
  return command.option(
    '--threads <n>',
    'number of threads (default: all cores); results do not depend on it',
    threadCount,
    availableParallelism(),
  );
}

/** More threads than this for each core cost memory and gain nothing. */
const MOST_PER_CORE = 4;

function threadCount(text: string): number {
  const [asked, most] = [positive(text), MOST_PER_CORE * availableParallelism()];
  if (asked > most && !process.argv.includes('--quiet')) {
    process.stderr.write(
      `note: --threads ${asked}: ${most} are used, ${MOST_PER_CORE} for each core; results do not depend on it.\n`,
    );
  }
  return Math.min(asked, most);
}

export function outOption(command: Command, what: string): Command {
  return command.option('--out <path>', what).option('--force', 'write over existing files');
}

export function list(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  if (items.some((item) => item === '')) throw new InvalidArgumentError('Give names as in A,B,C.');
  return items;
}

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('Give a whole number from 0 on.');
  }
  return value;
}

/** Bytes, also as K, M and G of 1024 each. */
export function byteSize(text: string): number {
  const [, digits, unit] = /^(\d+)([KMG]?)$/i.exec(text) ?? [];
  const value =
    Number(digits) *
    { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 }[(unit ?? '').toUpperCase() as 'K'];
  if (!(Number.isSafeInteger(value) && value > 0)) {
    throw new InvalidArgumentError('Give a number of bytes above 0, as in 500M or 20G.');
  }
  return value;
}

export function positive(text: string): number {
  const value = wholeNumber(text);
  if (value < 1) throw new InvalidArgumentError('Give a whole number from 1 on.');
  return value;
}

/** One share for all, or one for each sensitive column; a name may hold '='. */
function threshold(text: string): number | Record<string, number> {
  if (!text.includes('=')) return share(text);
  const pairs = list(text).map((item): [string, number] => {
    const at = item.lastIndexOf('=');
    if (at < 1) throw new InvalidArgumentError('Give one number, or as in A=0.5,B=0.7.');
    return [item.slice(0, at), share(item.slice(at + 1))];
  });
  return Object.fromEntries(pairs);
}

export function share(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1)) {
    throw new InvalidArgumentError('Give a number from 0 to 1.');
  }
  return value;
}

/** A named set of families, or a list; the fit checks the names. */
function familySet(text: string): FamilySet | FamilyName[] {
  const isSet = ['parametric', 'onepar', 'gaussian'].includes(text);
  return isSet ? (text as FamilySet) : (list(text) as FamilyName[]);
}

function orderOption(text: string): 'auto' | 'asis' | string[] {
  return text === 'auto' || text === 'asis' ? text : list(text);
}
