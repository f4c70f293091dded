/** `run TABLE`: the whole job, from a table to a folder with the decision and its evidence. */

import { basename } from 'node:path';
import { Command, Option } from 'commander';
import { newSalt } from '../certificate/salt.ts';
import { type GeneratorName, generatorNames } from '../generators/catalogue.ts';
import type { Constraints } from '../study/constraints.ts';
import type { LevelChoice } from '../study/levels.ts';
import { DEFAULT_LIMITS } from '../study/limits.ts';
import { type PresetName, presets } from '../study/presets.ts';
import {
  type AnyStudySettings,
  type CompetitorSettings,
  MEMBERSHIP_CHOICES,
  type MembershipChoice,
  type StudySettings,
  studyDefaults,
} from '../study/studySettings.ts';
import { readTableFile } from '../table/files.ts';
import { type InputDigests, openInputDigests } from './inputDigests.ts';
import { type LimitOptions, limit, limitOrNone, withLimits } from './limitOptions.ts';
import {
  list,
  outOption,
  type PrivateOptions,
  positive,
  privateSettings,
  RESPONSE_SAMPLING,
  seedOption,
  share,
  TABLE_ARGUMENT,
  threadsOption,
  type VineOptions,
  wholeNumber,
  withPrivate,
  withVine,
} from './options.ts';
import { readInput, readOptions } from './readInput.ts';
import { type RecordOptions, recordOf, withRecord } from './reportRecord.ts';
import { runStudy, type StudyJob } from './runStudy.ts';
import { optionsOf, settingsText } from './settingsFile.ts';
import { type SharedOptions, sharedIn, withSharedWork } from './sharedOptions.ts';
import { type SignOptions, signerOf, signOption } from './signOption.ts';

export interface RunOptions
  extends VineOptions,
    PrivateOptions,
    RecordOptions,
    LimitOptions,
    SharedOptions,
    SignOptions {
  readonly generator: 'cvine' | 'dpvine';
  readonly truncate?: number;
  readonly columnLevels: 'together' | 'apart';
  readonly levels: LevelChoice;
  readonly rows?: number;
  readonly test?: string;
  readonly holdout?: number;
  readonly responseSampling: 'exact' | 'latent';
  readonly preset: PresetName;
  readonly alpha: number;
  readonly maxBeyondMargins?: number | 'none';
  readonly maxPeople?: '0' | 'none';
  readonly minAuc?: number;
  readonly minR2?: number;
  readonly maxAdvantage?: number;
  readonly compare?: readonly string[];
  readonly membership: MembershipChoice;
  readonly mia: 'auto' | 'all';
  readonly forceRelease?: boolean;
  readonly out?: string;
  readonly force?: boolean;
}

const DESCRIPTION = [
  'Orders the columns and fits the vine once. Draws, attacks and measures synthetic tables at several truncation levels, and says whether one may be released: release, release with care, or do not release. Each risk has a limit, which the upper end of its interval must keep.',
  'Writes a folder with report.html, results.json, model.json, schema.json, settings.json, certificate.json and the synthetic table at the recommended level. If nothing may be released, neither the table nor the model is written. The table is synthetic.csv in the style of the input (delimiter, quotes, decimal mark, column order; uncompressed), or synthetic.parquet or synthetic.xlsx if the input is Parquet or an Excel workbook.',
  'settings.json holds all options by name: run settings.json repeats the run, and options given beside it overrule its own.',
  'Finished work is saved in a file beside the folder: after Ctrl-C, run the same command again to continue.',
  'With --store the work is shared: start the same command as often as there are machines, each with the same table and the same shared folder. See docs/scale-out.md.',
  'Exits with code 3 if the verdict is do not release: no level keeps the limits, or the table fails a check. With --strict also if it is release with care. A quick study (--preset quick) is a first look and never says release, but do not release if a limit is broken for certain.',
].join('\n\n');

export function runCommand(signal: AbortSignal): Command {
  const command = new Command('run')
    .summary('fit, attack, measure and recommend: the whole job')
    .description(DESCRIPTION)
    .argument('<table>', `${TABLE_ARGUMENT}; or the settings.json of an earlier run`);
  withStudy(withVine(command));
  withStudyLimits(command);
  withCompetitors(command);
  signOption(withRecord(command));
  withSharedWork(command);
  return outOption(
    threadsOption(seedOption(command)),
    'folder for the results (default: tvinesynth-out)',
  )
    .addHelpText(
      'after',
      `
Examples:
  tvinesynth run patients.csv --response readmitted --sensitive cost --max-mr2 0.1
  tvinesynth run patients.csv --response readmitted --sensitive cost --schema schema.json --generator dpvine --epsilon 1`,
    )
    .action(async (path: string, options: RunOptions) => {
      const { schema: schemaFile, test: testFile } = options;
      const inputs = [path, schemaFile, testFile].filter((each) => each !== undefined);
      const settings = (folder: string) => settingsText(command, { table: path, folder });
      const digests = openInputDigests(newSalt());
      const certified = {
        command: 'run',
        options: optionsOf(command, (file) => basename(file)),
        digests,
        signer: await signerOf(options),
      } as const;
      await runStudy(() => studyJob(path, options, signal, digests), {
        ...options,
        shared: sharedIn(options),
        inputs,
        settings,
        certified,
        signal,
        record: recordOf(path, options),
      });
    });
}

/** What is fitted, drawn, attacked and measured. */
function withStudy(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--generator <name>',
        'cvine, or dpvine: a differentially private vine on the domain that the schema declares, with --epsilon and --delta',
      )
        .choices(['cvine', 'dpvine'])
        .default(studyDefaults.generator),
    )
    .option(
      '--truncate <trees>',
      'number of trees to fit, of protected columns where these alone are cut (default: as many as possible with no sensitive column at the centre of a tree)',
      wholeNumber,
    )
    .option(
      '--levels <levels>',
      'truncation levels to compare: auto, all, or a list such as 1,5,full',
      levels,
      studyDefaults.levels,
    )
    .addOption(
      new Option(
        '--column-levels <choice>',
        'one level for all protected columns (together), or besides it a level for each, as high as it is safe (apart)',
      )
        .choices(['together', 'apart'])
        .default(studyDefaults.columnLevels),
    )
    .option(
      '--rows <n>',
      'rows of the synthetic table (default: as many as the real table)',
      positive,
    )
    .option('--test <table>', 'real rows for measuring the utility; they are in no fit')
    .option(
      '--holdout <share>',
      `share of rows to hold out if there is no --test (default: ${studyDefaults.holdout})`,
      share,
    )
    .addOption(
      new Option('--response-sampling <kind>', RESPONSE_SAMPLING)
        .choices(['exact', 'latent'])
        .default(studyDefaults.responseSampling),
    )
    .addOption(
      new Option('--preset <name>', 'number of repetitions; quick: a first look')
        .choices(Object.keys(presets))
        .default(studyDefaults.preset),
    )
    .addOption(
      new Option(
        '--membership <attack>',
        "membership attack: everybody in the table as a target (audit), the paper's game on a few people (paper), both, or none",
      )
        .choices(MEMBERSHIP_CHOICES)
        .default(studyDefaults.membership),
    )
    .addOption(
      new Option(
        '--mia <levels>',
        "levels at which the paper's membership game is played; auto: the highest, and the others if that is not safe",
      )
        .choices(['auto', 'all'])
        .default(studyDefaults.membershipLevels),
    );
}

/** What else a level is judged by than what `audit` knows too. */
function withStudyLimits(command: Command): Command {
  return withLimits(command)
    .option(
      '--max-beyond-margins <auc>',
      `limit: how much of it may exceed that of columns without dependence, or none (default: ${DEFAULT_LIMITS.membershipBeyondMargins})`,
      limitOrNone,
    )
    .addOption(
      new Option(
        '--max-people <n>',
        'limit: single people who are recognised nearly always, or none for no limit (default: 0)',
      ).choices(['0', 'none']),
    )
    .option(
      '--min-auc <ratio>',
      'limit: smallest AUC relative to the real data, such as 0.95x',
      ratio,
    )
    .option('--min-r2 <ratio>', 'limit: the same for the R2 of a numeric response', ratio)
    .option(
      '--max-advantage <share>',
      "limit: largest advantage in the paper's membership game",
      limit,
    )
    .option(
      '--force-release',
      'write the synthetic table and the model although they should not be released; the report says so',
    )
    .option('--alpha <share>', 'weight of privacy in the score', share, studyDefaults.alpha);
}

/** Other generators, and what private ones are told. */
function withCompetitors(command: Command): Command {
  return withPrivate(
    command.option(
      '--compare <names>',
      `generators to compare with: ${generatorNames.join(', ')}`,
      list,
    ),
  );
}

/** The table and the settings of a study, from files and options. */
export async function studyJob(
  path: string,
  options: RunOptions,
  signal: AbortSignal,
  digests: InputDigests,
): Promise<StudyJob> {
  const { table, schema } = await readInput(path, options, signal, digests);
  const missing = [...(schema?.missing ?? []), ...(options.missing ?? [])];
  const test =
    options.test === undefined
      ? undefined
      : await readTableFile(
          options.test,
          readOptions({ ...options, missing }, signal),
          digests.tap('test', options.test),
        );
  return { table, settings: settingsOf(options, schema, test) };
}

function settingsOf(
  options: RunOptions,
  schema: StudySettings['schema'],
  test: StudySettings['test'],
): AnyStudySettings {
  const { response, sensitive, association, threshold, order, structure, families, rules } =
    options;
  const { criterion, margins, truncate, rows, holdout, responseSampling, preset } = options;
  const { byClass, protect, truncateRest } = options;
  const { alpha, mia, membership, forceRelease, seed, threads } = options;
  const shared = {
    response,
    structure,
    families,
    criterion,
    margins,
    responseSampling,
    preset,
    alpha,
    seed,
    threads,
    membership,
    membershipLevels: mia,
    levels: options.levels,
    ...given({ sensitive, association, threshold, order, rows, holdout, schema, test }),
    columnLevels: options.columnLevels,
    ...given({ truncation: truncate, byClass, protect, truncateRest, rules }),
    // the study checks the names
    ...given({ compare: options.compare as GeneratorName[] | undefined }),
    generators: competitorsOf(options),
    constraints: constraintsOf(options),
    ...given({ forceRelease }),
  } as const;
  return options.generator === 'dpvine' ? { ...shared, generator: 'dpvine' } : shared;
}

function constraintsOf(options: RunOptions): Constraints {
  const { maxMr2, maxGuess, maxMembership, maxBeyondMargins, maxPeople } = options;
  const { minAuc, minR2, maxAdvantage } = options;
  const people = maxPeople === undefined ? undefined : maxPeople === 'none' ? 'none' : 0;
  return given({
    maxMr2,
    maxGuess,
    maxMembership,
    maxBeyondMargins,
    maxPeople: people,
    minAuc,
    minR2,
    maxAdvantage,
  } as const);
}

/** Nothing, unless a private generator is asked for. */
function competitorsOf(options: RunOptions): CompetitorSettings {
  const { compare = [], generator } = options;
  if (![generator, ...compare].some(isPrivate)) return {};
  const told = privateSettings(options);
  if (generator === 'dpvine') return told;
  // nothing of a competitor is released, and games fit it to half of the rows: it is shown, not refused
  return { ...told, dpvine: { ...told.dpvine, mostNoise: Infinity } };
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

/** Relative to the real data: 0.95, also written 0.95x. */
function ratio(text: string): number {
  return limit(text.replace(/x$/, ''));
}

/** Whether a generator's noise is secret. */
export function isPrivate(name: string): boolean {
  return name.startsWith('priv') || name.startsWith('dpvine');
}
