/** The options that several commands share, with their help texts. */

import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { FamilyName } from '../copula/family.ts';
import type { FamilySet } from '../copula/selectSettings.ts';
import { FIT_DEFAULTS } from '../model/settings.ts';
import { budgetSettings } from '../study/privateSettings.ts';
import type { ShellOptions } from './shell.ts';

export interface TableOptions extends ShellOptions {
  readonly schema?: string;
  readonly missing?: readonly string[];
  readonly leaveOut?: readonly string[];
  readonly maxBytes?: number;
  readonly delimiter?: string;
  readonly header?: 'yes' | 'no';
  readonly sheet?: string;
}

export interface ModelOptions extends TableOptions {
  /** Left out only where a command does without. */
  readonly response: string;
  readonly sensitive?: readonly string[];
  readonly association?: 'kendall' | 'spearman' | 'pearson';
  readonly threshold?: number | Readonly<Record<string, number>>;
  readonly order?: 'auto' | 'asis' | readonly string[];
  readonly byClass?: 'auto' | 'never' | 'always';
  readonly protect?: 'table' | 'related' | 'sensitive';
  readonly rules?: 'auto' | 'schema' | 'none';
}

export interface VineOptions extends ModelOptions {
  readonly structure: 'cvine' | 'rvine' | 'star' | 'dvine';
  readonly families: FamilySet | FamilyName[];
  readonly criterion: 'aic' | 'bic' | 'loglik';
  readonly margins: 'smooth' | 'empirical';
  readonly truncateRest?: number;
  readonly seed: number;
  readonly threads: number;
}

/** --json, --quiet, --debug. */
export function withShell(command: Command): Command {
  return command
    .option('--json', 'print one JSON document, and nothing else, to standard output')
    .option('--quiet', 'print no progress and no notes to standard error')
    .option('--debug', 'show stack traces');
}

/** What the argument of most commands is. */
export const TABLE_ARGUMENT =
  'CSV or TSV (also gzipped), Parquet or Excel (.xlsx); - for standard input';

export const RESPONSE_SAMPLING =
  "how discrete columns are drawn; latent is what the paper's software does";

/** How the table is read. */
export function withTable(command: Command): Command {
  return fileOptions(withShell(command))
    .option('--schema <file>', 'column types and roles as JSON; anything omitted is detected')
    .option('--missing <codes>', 'additional codes for missing values, such as -9,999', list)
    .option(
      '--leave-out <columns>',
      'columns to leave out, as if the table did not have them',
      list,
    );
}

/** What helps to read a file that is not understood by itself. */
export function fileOptions(command: Command): Command {
  return maxBytesOption(command)
    .option(
      '--delimiter <character>',
      'what separates the cells of a text file, also by name: tab, comma, semicolon, bar, space (default: found by looking)',
    )
    .addOption(
      new Option(
        '--header <choice>',
        'whether the first line of a text file holds names; without, columns are called V1, V2, ... (default: yes)',
      ).choices(['yes', 'no']),
    )
    .option('--sheet <name>', 'the sheet of an Excel workbook (default: the first)');
}

/** How large a table may be. */
export function maxBytesOption(command: Command): Command {
  return command.option(
    '--max-bytes <size>',
    'largest uncompressed size of a table, such as 500M or 20G (default: 8G; 256M if it expands to more than 200 times its compressed size)',
    byteSize,
  );
}

/** Roles of columns, and their order. */
export function withOrder(command: Command, isResponseNeeded = true): Command {
  const response = new Option(
    '--response <name>',
    `the column to be predicted from the others${isResponseNeeded ? '' : ' (default: the one that goes with the others most)'}`,
  ).makeOptionMandatory(isResponseNeeded);
  return withTable(command)
    .addOption(response)
    .option('--sensitive <names>', 'columns to protect, such as totcst,crea', list)
    .addOption(
      new Option('--association <kind>', 'association measure for ordering the columns')
        .choices(['kendall', 'spearman', 'pearson'])
        .default(FIT_DEFAULTS.association),
    )
    .option(
      '--threshold <share>',
      'columns more strongly associated with a sensitive column than this are treated as related; or one for each, such as totcst=0.5,crea=0.7',
      threshold,
      FIT_DEFAULTS.threshold,
    )
    .option(
      '--order <order>',
      'auto (Algorithm 1), asis, or a list of all columns such as A,B,C with the response last',
      orderOption,
      FIT_DEFAULTS.order,
    )
    .addOption(
      new Option(
        '--by-class <choice>',
        `pair copulas for each class of the response: where it pays (auto), never (the paper), always (default: ${FIT_DEFAULTS.byClass})`,
      ).choices(['auto', 'never', 'always']),
    )
    .addOption(
      new Option(
        '--protect <columns>',
        `columns that truncation cuts: the whole table (the paper), sensitive columns and those related to them, or sensitive columns alone (default: ${FIT_DEFAULTS.protect})`,
      ).choices(['table', 'related', 'sensitive']),
    )
    .addOption(
      new Option(
        '--rules <choice>',
        `functions and rules between columns: those found to hold in every row and those of the schema (auto), those of the schema alone (schema), none (default: ${FIT_DEFAULTS.rules})`,
      ).choices(['auto', 'schema', 'none']),
    );
}

/** How margins and vine are fitted. */
export function withVine(command: Command, isResponseNeeded = true): Command {
  return withOrder(command, isResponseNeeded)
    .addOption(
      new Option('--structure <kind>', 'kind of vine; star: an R-vine whose first tree is a star')
        .choices(['cvine', 'rvine', 'star', 'dvine'])
        .default(FIT_DEFAULTS.structure),
    )
    .option(
      '--truncate-rest <trees>',
      'number of trees of columns that are not protected (default: all)',
      wholeNumber,
    )
    .option(
      '--families <set>',
      'pair copulas to try: parametric, onepar, gaussian, or a list',
      familySet,
      FIT_DEFAULTS.families,
    )
    .addOption(
      new Option('--criterion <kind>', 'criterion for choosing a family')
        .choices(['aic', 'bic', 'loglik'])
        .default(FIT_DEFAULTS.criterion),
    )
    .addOption(
      new Option(
        '--margins <kind>',
        'marginal distributions of continuous columns; empirical keeps their real values in the model',
      )
        .choices(['smooth', 'empirical'])
        .default(FIT_DEFAULTS.margins),
    );
}

/** What private generators are told. */
export interface PrivateOptions {
  readonly epsilon?: number;
  readonly delta?: number;
  readonly ranges: 'declared' | 'data';
  readonly gaps?: readonly string[];
  readonly noiseSeed?: number;
}

const PRIVATE = 'dpvine, privbayes and privpgd';

/** Budget, public domain and noise. */
export function withPrivate(command: Command): Command {
  return command
    .option('--epsilon <budget>', `privacy budget of ${PRIVATE}`, budget)
    .option(
      '--delta <chance>',
      'chance that the budget of dpvine and privpgd does not hold (default: 1e-5)',
      budget,
    )
    .addOption(
      new Option(
        '--ranges <source>',
        `source of types, ranges, levels and date formats for ${PRIVATE}: declared in the schema, or the data, which voids their guarantee`,
      )
        .choices(['declared', 'data'])
        .default('declared'),
    )
    .option('--gaps <names>', `columns with missing values, for ${PRIVATE}`, list)
    .option(
      '--noise-seed <n>',
      `secret seed for the noise of ${PRIVATE} (default: fresh noise that is never stored, so --seed alone does not reproduce them)`,
      wholeNumber,
    );
}

/** As the generators take them; each heeds what concerns it. */
export function privateSettings({ noiseSeed, ...budget }: PrivateOptions) {
  return { ...budgetSettings(budget), ...(noiseSeed !== undefined && { noiseSeed }) };
}

function budget(text: string): number {
  const value = Number(text);
  if (!(Number.isFinite(value) && value > 0)) {
    throw new InvalidArgumentError('Give a number above 0.');
  }
  return value;
}

export function seedOption(command: Command): Command {
  return command.option(
    '--seed <n>',
    'random seed; the same seed gives the same files',
    wholeNumber,
    FIT_DEFAULTS.seed,
  );
}

export function threadsOption(command: Command): Command {
  return command.addOption(
    new Option('--threads <n>', 'number of threads; does not affect the results')
      .argParser(threadCount)
      .default(availableParallelism(), 'all cores'),
  );
}

/** More threads than this for each core cost memory and gain nothing. */
const MOST_PER_CORE = 4;

function threadCount(text: string): number {
  const [asked, most] = [positive(text), MOST_PER_CORE * availableParallelism()];
  if (asked > most && !process.argv.includes('--quiet')) {
    process.stderr.write(
      `note: --threads ${asked}: using ${most}, ${MOST_PER_CORE} for each core. Results do not depend on it.\n`,
    );
  }
  return Math.min(asked, most);
}

export function outOption(command: Command, what: string): Command {
  return command.option('--out <path>', what).option('--force', 'overwrite existing files');
}

export function list(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  if (items.some((item) => item === ''))
    throw new InvalidArgumentError('Give names such as A,B,C.');
  return items;
}

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('Give a whole number of at least 0.');
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
    throw new InvalidArgumentError('Give a number of bytes above 0, such as 500M or 20G.');
  }
  return value;
}

export function positive(text: string): number {
  const value = wholeNumber(text);
  if (value < 1) throw new InvalidArgumentError('Give a whole number of at least 1.');
  return value;
}

/** One share for all, or one for each sensitive column; a name may hold '='. */
function threshold(text: string): number | Record<string, number> {
  if (!text.includes('=')) return share(text);
  return numbersByName(text, share, 'Give one number, or one for each column such as A=0.5,B=0.7.');
}

/** One number of trees, or one for each column; a name may hold '='. */
export function treesByColumn(text: string): number | Record<string, number> {
  if (!text.includes('=')) return wholeNumber(text);
  return numbersByName(
    text,
    wholeNumber,
    'Give one number, or one for each column such as A=1,B=5.',
  );
}

function numbersByName(
  text: string,
  read: (text: string) => number,
  advice: string,
): Record<string, number> {
  const pairs = list(text).map((item): [string, number] => {
    const at = item.lastIndexOf('=');
    if (at < 1) throw new InvalidArgumentError(advice);
    return [item.slice(0, at), read(item.slice(at + 1))];
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
