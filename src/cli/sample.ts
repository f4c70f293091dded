/** `sample MODEL`: draws a synthetic table at any truncation level. */

import { Command, Option } from 'commander';
import type { FittedGenerator } from '../generators/generator.ts';
import { restoreSaved } from '../generators/savedGenerator.ts';
import { checkRelease, type ReleaseCheck } from '../measures/release/releaseChecks.ts';
import { type Model, schemaOfModel } from '../model/model.ts';
import { modelFromText } from '../model/modelFile.ts';
import { type SampleTableSettings, sampleChunks, sampleSteps } from '../model/sample.ts';
import { type ModelTruncation, truncationOf } from '../model/truncate.ts';
import { InputError } from '../numerics/inputError.ts';
import { rngFromSeed } from '../random/rng.ts';
import { readTableFile, writeFileWhole } from '../table/files.ts';
import type { FileFormat } from '../table/table.ts';
import { createWriter, writeParts, writeTable } from '../table/writeTable.ts';
import { checkpoint } from '../work/checkpoint.ts';
import { runAsync } from '../work/runAsync.ts';
import {
  fileOptions,
  list,
  outOption,
  RESPONSE_SAMPLING,
  seedOption,
  treesByColumn,
  wholeNumber,
  withShell,
} from './options.ts';
import { startProgress } from './progress.ts';
import { readOptions, readText } from './readInput.ts';
import { CheckFailure, remark, type ShellOptions } from './shell.ts';
import { formatOfName } from './writeTableFile.ts';

interface SampleOptions extends ShellOptions {
  readonly rows?: number;
  readonly truncate?: ModelTruncation;
  readonly where?: string;
  readonly responseSampling: 'exact' | 'latent';
  readonly check?: string;
  readonly test?: string;
  readonly key?: readonly (readonly string[])[];
  readonly blockKeys?: boolean;
  readonly seed: number;
  readonly out?: string;
  readonly force?: boolean;
  readonly escapeFormulas: boolean;
  readonly maxBytes?: number;
  readonly delimiter?: string;
  readonly header?: 'yes' | 'no';
  readonly sheet?: string;
}

export function sampleCommand(signal: AbortSignal): Command {
  const command = withShell(
    new Command('sample')
      .summary('draw a synthetic table from a model')
      .description(
        'Draws exactly the requested number of rows and writes them in the format of the table that the model was fitted to, or in that of the name of the file: .csv, .tsv, .parquet or .xlsx.',
      )
      .argument('<model>', 'a model.json; - for standard input'),
  )
    .option('--rows <n>', 'rows to draw (default: as many as the model was fitted to)', wholeNumber)
    .option(
      '--truncate <trees>',
      'number of trees to use (default: all), or one for each protected column, such as totcst=1,crea=5',
      treesByColumn,
    )
    .option('--where <conditions>', 'draw only rows that meet these, such as age>=65,sex=F')
    .addOption(
      new Option('--response-sampling <kind>', RESPONSE_SAMPLING)
        .choices(['exact', 'latent'])
        .default('exact'),
    )
    .option('--check <table>', 'real table to check the sample against before it is written')
    .option(
      '--test <table>',
      'for --check: real rows that were not fitted, to show how many copies chance makes',
    )
    .option(
      '--key <names>',
      'for --check: columns an outsider may know, such as age,sex; may be repeated',
      (text: string, before: readonly (readonly string[])[] = []) => [...before, list(text)],
    )
    .option('--block-keys', 'for --check: fail if a row has a key shared by fewer than k real rows')
    .option(
      '--no-escape-formulas',
      'do not escape text or column names that a spreadsheet would run as a formula',
    );
  command.option(
    '--threads <n>',
    'accepted for consistency; rows are always drawn on one thread',
    wholeNumber,
  );
  return outOption(
    seedOption(fileOptions(command)),
    'file to write the table to (default: standard output)',
  ).action((path: string, options: SampleOptions) => draw(path, options, signal));
}

async function draw(path: string, options: SampleOptions, signal: AbortSignal): Promise<void> {
  if (options.json && (options.out ?? '-') === '-') {
    throw new InputError('--json and the table cannot both go to standard output. Give --out.');
  }
  const text = await readText(path);
  const document = jsonOf(text);
  const saved = restoreSaved(document);
  if (saved) return drawSaved(saved, path, { ...rowsIn(document), ...options }, signal);
  const model = modelFromText(text);
  const rows = options.rows ?? model.rows;
  const drawn = { rows: 0, draws: 0 };
  const settings: SampleTableSettings = {
    onDrawn: (some, draws) => {
      drawn.rows += some;
      drawn.draws += draws;
    },
    seed: options.seed,
    responseSampling: options.responseSampling,
    ...(options.truncate !== undefined && { truncation: options.truncate }),
    ...(options.where !== undefined && { where: options.where }),
  };
  if (options.check === undefined && (options.test ?? options.key ?? options.blockKeys)) {
    throw new InputError(
      '--test, --key and --block-keys need --check. Give the real table with --check.',
    );
  }
  if (options.check !== undefined) {
    return checked({ path, model, rows, settings, options, signal, drawn }, options.check);
  }
  await streamed({ path, model, rows, settings, options, signal, drawn });
}

/** What a file holds, if it is JSON; what else it is, its reader says. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As many as it was fitted to, which is public; PrivBayes and PrivPGD do not say. */
function rowsIn(document: unknown): Pick<SampleOptions, 'rows'> {
  const { measured } = document as { readonly measured?: { readonly rows: number } };
  return measured ? { rows: measured.rows } : {};
}

/** Draws from the file of a private generator: what comes out is covered by its promise. */
async function drawSaved(
  fitted: FittedGenerator,
  path: string,
  options: SampleOptions,
  signal: AbortSignal,
): Promise<void> {
  const { rows, truncate, seed } = options;
  if (options.where !== undefined || options.check !== undefined) {
    throw new InputError(
      '--where and --check cannot be used with the file of a private generator: its rows are drawn as they come. Leave them out; `audit` compares a table once it is written.',
    );
  }
  if (rows === undefined) {
    throw new InputError(
      '--rows: none given. This file does not say how many rows there were. Give a number.',
    );
  }
  if (typeof truncate === 'object' || (truncate !== undefined && !fitted.levels)) {
    throw new InputError(
      '--truncate: only dpvine has levels, and one for all columns. Give a number of trees, or leave it out.',
    );
  }
  const at = truncate === undefined ? fitted : (fitted.levels?.at(truncate) ?? fitted);
  signal.throwIfAborted();
  const table = at.sample(rows, rngFromSeed(seed).split('sample'));
  const { bytes, notes } = await writeTable(table, {
    escapeFormulas: options.escapeFormulas,
    format: formatFor(options.out, table.format),
  });
  await put([bytes], options, [path]);
  const told = [...(fitted.notes ?? []), ...notes];
  for (const note of told) remark(`note: ${note}`, options);
  if (!options.json) return;
  const truncation = truncate ?? fitted.levels?.highest;
  const document = {
    rows,
    columns: table.columns.length,
    truncation,
    seed,
    out: options.out,
    notes: told,
  };
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

/** As the table of the fit was written, but for what the name of the file says. */
function formatFor(out: string | undefined, format: FileFormat): FileFormat {
  return { ...format, ...(out !== undefined && formatOfName(out, format)) };
}

interface Job {
  /** Of the model. */
  readonly path: string;
  readonly model: Model;
  readonly rows: number;
  readonly settings: SampleTableSettings;
  readonly options: SampleOptions;
  readonly signal: AbortSignal;
  /** Rows of the sample, and rows that were drawn for it. */
  readonly drawn: { readonly rows: number; readonly draws: number };
}

/** Draws and writes in pieces, so that memory does not grow with the rows. */
async function streamed(job: Job): Promise<void> {
  const { path, model, rows, settings, options, signal } = job;
  const format = formatFor(options.out, model.table);
  const writer = createWriter(format, { escapeFormulas: options.escapeFormulas });
  const progress = startProgress(options);
  async function* parts() {
    let done = 0;
    for (const part of sampleChunks(model, rows, settings)) {
      yield part;
      done += part.rows;
      progress.update({ stage: 'sample', done, total: rows });
      await checkpoint(signal);
    }
  }
  const bytes = writeParts(parts(), writer, format);
  await put(bytes, options, [path]).finally(() => progress.end());
  conclude(job, writer.notes());
}

/** Draws all rows, checks them against the real table, and writes them only if all checks pass. */
async function checked(job: Job, realPath: string): Promise<void> {
  const { path, model, rows, settings, options, signal } = job;
  const read = (table: string) => readTableFile(table, readOptions(options, signal));
  const real = await read(realPath);
  const holdout = options.test === undefined ? undefined : await read(options.test);
  const progress = startProgress(options);
  const table = await runAsync(sampleSteps(model, rows, settings), {
    signal,
    onProgress: progress.update,
  }).finally(() => progress.end());
  const { key = [], blockKeys = false } = options;
  const checks = checkRelease(real, table, schemaOfModel(model), {
    rows,
    k: model.k,
    model,
    keys: key,
    blockKeys,
    ...(holdout && { holdout }),
  });
  remark(checkText(checks), options);
  const failed = checks.filter(({ passed }) => !passed);
  if (failed.length > 0) {
    printDocument(job, [], checks);
    throw new CheckFailure(
      `${failed.length} of ${checks.length} release checks failed: ${failed.map(({ name }) => name).join(', ')}. The table was not written. ${failed.flatMap(({ advice }) => advice ?? []).join(' ')}`,
    );
  }
  const { bytes, notes } = await writeTable(table, {
    escapeFormulas: options.escapeFormulas,
    format: formatFor(options.out, table.format),
  });
  const inputs = [path, realPath, ...(options.test === undefined ? [] : [options.test])];
  await put([bytes], options, inputs);
  conclude(job, notes, checks);
}

function conclude(job: Job, written: readonly string[], checks?: readonly ReleaseCheck[]): void {
  const notes = [...written, ...drawnNotes(job)];
  for (const note of notes) remark(`note: ${note}`, job.options);
  printDocument(job, notes, checks);
}

/** How many rows were drawn in vain, for rules and conditions. */
function drawnNotes({ drawn: { rows, draws }, options, model }: Job): string[] {
  if (draws <= rows) return [];
  const share = ((100 * rows) / draws).toPrecision(3);
  const because = [
    ...(options.where === undefined ? [] : ['the condition']),
    ...(model.constraints ? ['the rules'] : []),
  ].join(' and ');
  return [
    `${share} % of the rows drawn met ${because}; the others were drawn again, so that all ${rows} rows count in full (effective size ${rows}).`,
  ];
}

/** The document of `sample --json`. */
function printDocument(
  { model, rows, settings, options }: Job,
  notes: readonly string[],
  checks?: readonly ReleaseCheck[],
): void {
  if (!options.json) return;
  const { truncation = truncationOf(model), seed } = settings;
  const columns = model.columns.length;
  const document = { rows, columns, truncation, seed, out: options.out, notes, checks };
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

async function put(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { out = '-', force = false }: SampleOptions,
  inputs: readonly string[],
): Promise<void> {
  if (out !== '-') return writeFileWhole(out, pieces, { force, inputs });
  for await (const piece of pieces) {
    // a copy: what is written is handed to the thread that owns standard output
    if (!process.stdout.write(piece.slice()))
      await new Promise((go) => process.stdout.once('drain', go));
  }
}

function checkText(checks: readonly ReleaseCheck[]): string {
  return checks
    .map(({ name, passed, found, allowed, note }) => {
      const verdict = allowed === null ? 'review' : passed ? 'passed' : 'FAILED';
      const limit = allowed === null ? '' : `, allowed ${allowed}`;
      return `${verdict}  ${name}: found ${found}${limit} (${note})`;
    })
    .join('\n');
}
