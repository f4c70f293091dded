/** `run TABLE`: the whole job, from a table to a folder with the decision and what it rests on. */

import { Command, InvalidArgumentError, Option } from 'commander';
import { type GeneratorName, generatorNames } from '../generators/catalogue.ts';
import type { LevelChoice } from '../study/levels.ts';
import { type PresetName, presets } from '../study/presets.ts';
import type { CompetitorSettings, StudySettings } from '../study/studySettings.ts';
import { readTableFile } from '../table/files.ts';
import {
  list,
  outOption,
  positive,
  seedOption,
  share,
  threadsOption,
  type VineOptions,
  wholeNumber,
  withVine,
} from './options.ts';
import { readInput, readOptions } from './readInput.ts';
import { runStudy } from './runStudy.ts';

interface RunOptions extends VineOptions {
  readonly levels: LevelChoice;
  readonly rows?: number;
  readonly test?: string;
  readonly holdout?: number;
  readonly responseSampling: 'exact' | 'latent';
  readonly preset: PresetName;
  readonly alpha: number;
  readonly maxMr2?: number;
  readonly minAuc?: number;
  readonly minR2?: number;
  readonly maxAdvantage?: number;
  readonly compare?: readonly string[];
  readonly epsilon?: number;
  readonly ranges: 'declared' | 'data';
  readonly gaps?: readonly string[];
  readonly noiseSeed?: number;
  readonly mia: 'auto' | 'all' | 'none';
  readonly out?: string;
  readonly force?: boolean;
}

export function runCommand(signal: AbortSignal): Command {
  const command = new Command('run')
    .summary('the whole job: fit, attack, measure, recommend')
    .description(
      'Orders the columns, fits the vine once, draws, attacks and measures synthetic tables at several truncation levels, recommends a level, and writes a folder with a report, the results, the synthetic table, the model and the schema. The table is synthetic.csv, written as the input is (delimiter, quotes, decimal mark, order of columns; a packed input unpacked), or synthetic.parquet for a Parquet input. After Ctrl-C the same command goes on from what was finished, which is kept in a file beside the folder. Exits with 3 if no level keeps the limits that were set, or if a check on the synthetic table fails, which is then not written.',
    )
    .argument('<table>', 'CSV, TSV or Parquet, also gzipped; - for standard input');
  withVine(command)
    .option(
      '--truncate <trees>',
      'trees that are fitted (default: so many that no sensitive column is the centre of one)',
      wholeNumber,
    )
    .option('--levels <levels>', 'truncation levels: auto, all, or as in 1,5,full', levels, 'auto')
    .option('--rows <n>', 'rows of the synthetic table (default: as many as the table)', positive)
    .option('--test <table>', 'real rows for the utility, which are in no fit')
    .option('--holdout <share>', 'without --test: rows to set aside (default: 0.2)', share)
    .addOption(
      new Option('--response-sampling <kind>', "latent is what the paper's software does")
        .choices(['exact', 'latent'])
        .default('exact'),
    )
    .addOption(
      new Option('--preset <name>', 'how much is done; quick is a first look')
        .choices(Object.keys(presets))
        .default('standard'),
    )
    .option('--alpha <share>', 'weight of privacy in the score', share, 0.5)
    .option('--max-mr2 <r2>', 'limit: variance of a sensitive column that is given away', limit)
    .option('--min-auc <ratio>', "limit: AUC in parts of the real data's, as in 0.95x", ratio)
    .option('--min-r2 <ratio>', 'limit: the same for the R2 of a numeric response', ratio)
    .option('--max-advantage <share>', 'limit: advantage of the membership attack', limit)
    .option('--compare <names>', `other generators: ${generatorNames.join(', ')}`, list)
    .option('--epsilon <budget>', 'privacy budget of privbayes and privpgd', budget)
    .addOption(
      new Option(
        '--ranges <source>',
        'where privbayes and privpgd have ranges and levels from: declared in the schema, with types and date formats, or the data, which voids their guarantee',
      )
        .choices(['declared', 'data'])
        .default('declared'),
    )
    .option('--gaps <names>', 'for privbayes and privpgd: columns with missing values', list)
    .option(
      '--noise-seed <n>',
      'seed of the noise of privbayes and privpgd; keep it secret (default: noise that is kept nowhere, so that --seed alone does not repeat them)',
      wholeNumber,
    )
    .addOption(
      new Option('--mia <levels>', 'where membership is attacked; auto: where it may not be safe')
        .choices(['auto', 'all', 'none'])
        .default('auto'),
    );
  return outOption(
    threadsOption(seedOption(command)),
    'folder for the results (default: tvinesynth-out)',
  )
    .addHelpText(
      'after',
      `
Example:
  tvinesynth run patients.csv --response death --sensitive cost,creatinine --max-mr2 0.1 --out study`,
    )
    .action(async (path: string, options: RunOptions) => {
      const { schema: schemaFile, test: testFile } = options;
      const inputs = [path, schemaFile, testFile].filter((each) => each !== undefined);
      await runStudy(() => readAll(path, options, signal), { ...options, inputs, signal });
    });
}

async function readAll(path: string, options: RunOptions, signal: AbortSignal) {
  const { table, schema } = await readInput(path, options, signal);
  const missing = [...(schema?.missing ?? []), ...(options.missing ?? [])];
  const test =
    options.test === undefined
      ? undefined
      : await readTableFile(options.test, readOptions({ ...options, missing }, signal));
  return { table, settings: settingsOf(options, schema, test) };
}

function settingsOf(
  options: RunOptions,
  schema: StudySettings['schema'],
  test: StudySettings['test'],
): StudySettings {
  const { response, sensitive, association, threshold, order, structure, families } = options;
  const { criterion, margins, truncate, rows, holdout, responseSampling, preset } = options;
  const { alpha, mia, seed, threads, maxMr2, minAuc, minR2, maxAdvantage } = options;
  return {
    ...{ response, structure, families, criterion, margins, responseSampling, preset },
    ...{ alpha, seed, threads, membership: mia, levels: options.levels },
    ...given({ sensitive, association, threshold, order, rows, holdout, schema, test }),
    ...given({ truncation: truncate }),
    // the study checks the names
    ...given({ compare: options.compare as GeneratorName[] | undefined }),
    generators: competitorsOf(options),
    constraints: given({ maxMr2, minAuc, minR2, maxAdvantage }),
  };
}

/** Nothing, unless a private generator is asked for. */
function competitorsOf({
  compare = [],
  epsilon,
  ranges,
  gaps,
  noiseSeed,
}: RunOptions): CompetitorSettings {
  if (!compare.some((name) => name.startsWith('priv'))) return {};
  const told = { ranges, ...given({ epsilon, gaps }) };
  return { privbayes: told, privpgd: told, ...given({ noiseSeed }) };
}

/** Without what was not said. */
function given<Options extends object>(
  options: Options,
): { [Name in keyof Options]?: Exclude<Options[Name], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Options]?: Exclude<Options[Name], undefined>;
  };
}

function levels(text: string): LevelChoice {
  if (text === 'auto' || text === 'all') return text;
  return list(text).map((item) => (item === 'full' ? item : wholeNumber(item)));
}

/** In parts of the real data's: 0.95, also written 0.95x. */
function ratio(text: string): number {
  return limit(text.replace(/x$/, ''));
}

function budget(text: string): number {
  const value = Number(text);
  if (!(Number.isFinite(value) && value > 0)) {
    throw new InvalidArgumentError('Give a number above 0.');
  }
  return value;
}

function limit(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(Number.isFinite(value) && value >= 0)) {
    throw new InvalidArgumentError('Give a number from 0 on.');
  }
  return value;
}
