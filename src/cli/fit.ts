/** `fit TABLE`: fits the model once, and writes it. */

import { Command, Option } from 'commander';
import { generators } from '../generators/catalogue.ts';
import {
  SAVED_GENERATORS,
  type SavedGeneratorName,
  savedText,
} from '../generators/savedGenerator.ts';
import { fit } from '../model/fit.ts';
import { classNames, type Model } from '../model/model.ts';
import { modelToText } from '../model/modelFile.ts';
import { type ModelTruncation, truncationOf } from '../model/truncate.ts';
import { checkColumnName } from '../numerics/checkName.ts';
import { InputError } from '../numerics/inputError.ts';
import { rngFromSeed } from '../random/rng.ts';
import { counted } from '../table/counted.ts';
import { writeFileWhole } from '../table/files.ts';
import { checkSchema } from '../table/schema.ts';
import type { GroupEdge } from '../vine/vine.ts';
import {
  outOption,
  type PrivateOptions,
  privateSettings,
  seedOption,
  TABLE_ARGUMENT,
  threadsOption,
  treesByColumn,
  type VineOptions,
  withPrivate,
  withVine,
} from './options.ts';
import { startProgress } from './progress.ts';
import { readInput } from './readInput.ts';
import { printResult, remark } from './shell.ts';

interface FitOptions extends VineOptions, PrivateOptions {
  readonly generator: 'cvine' | SavedGeneratorName;
  readonly truncate?: ModelTruncation;
  readonly out?: string;
  readonly force?: boolean;
}

export function fitCommand(signal: AbortSignal): Command {
  const command = new Command('fit')
    .summary('fit the model and write model.json')
    .description(
      'Fits marginal distributions and a vine copula to a table and writes a model that `sample` can draw from at any truncation level.',
    )
    .argument('<table>', TABLE_ARGUMENT);
  withPrivate(withVine(command, false))
    .addOption(
      new Option(
        '--generator <name>',
        'cvine, or a differentially private one, whose file holds noisy numbers alone',
      )
        .choices(['cvine', ...SAVED_GENERATORS])
        .default('cvine'),
    )
    .option(
      '--truncate <trees>',
      'number of trees to fit (default: all), or one for each protected column, such as totcst=1,crea=5',
      treesByColumn,
    );
  return outOption(
    threadsOption(seedOption(command)),
    'file to write the model to (default: model.json)',
  ).action(async (path: string, options: FitOptions) => {
    const { out = 'model.json', generator } = options;
    if (generator !== 'cvine') return fitPrivate(path, generator, options, signal);
    const { table, schema } = await readInput(path, options, signal);
    const progress = startProgress(options);
    const begun = performance.now();
    const model = await fit(table, {
      ...options,
      schema: schema ?? {},
      ...(options.truncate !== undefined && { truncation: options.truncate }),
      signal,
      onProgress: progress.update,
    }).finally(() => progress.end());
    const seconds = (performance.now() - begun) / 1000;
    const bytes = new TextEncoder().encode(modelToText(model));
    const inputs = [path, ...(options.schema === undefined ? [] : [options.schema])];
    await writeFileWhole(out, [bytes], { force: options.force ?? false, inputs });
    for (const note of model.notes) remark(`note: ${note}`, options);
    printResult(fitDocument(model, seconds), fitText(model, seconds, out), options);
  });
}

/** Fits a private generator and writes what is noisy and public of it. */
async function fitPrivate(
  path: string,
  name: SavedGeneratorName,
  options: FitOptions,
  signal: AbortSignal,
): Promise<void> {
  const { out = 'model.json', response, sensitive, association, threshold, order, seed } = options;
  if (options.truncate !== undefined) {
    throw new InputError(
      `--truncate: the file of ${name} serves every level. Give it to \`sample\`.`,
    );
  }
  const { table, schema = checkSchema({}) } = await readInput(path, options, signal);
  checkColumnName(
    response,
    table.columns.map((column) => column.name),
    'Response',
  );
  const own = privateSettings(options);
  const isOrdered = order !== undefined && order !== 'auto';
  const begun = performance.now();
  const fitted = await generators[name].fit(
    table,
    {
      ...own,
      response,
      schema,
      dpvine: { ...own.dpvine, ...(isOrdered && { order }) },
      ...(sensitive && { sensitive }),
      ...(association && { association }),
      ...(threshold !== undefined && { threshold }),
    },
    rngFromSeed(seed).split('fit'),
    { signal },
  );
  const seconds = (performance.now() - begun) / 1000;
  const bytes = new TextEncoder().encode(savedText(name, fitted));
  const inputs = [path, ...(options.schema === undefined ? [] : [options.schema])];
  await writeFileWhole(out, [bytes], { force: options.force ?? false, inputs });
  const { notes = [], levels } = fitted;
  const size = `${counted(table.rows, 'row')}, ${counted(table.columns.length, 'column')}`;
  const trees = levels ? `, ${counted(levels.highest, 'tree')}` : '';
  const document = {
    generator: name,
    rows: table.rows,
    response,
    ...(levels && { truncation: levels.highest }),
    seed,
    seconds,
    notes,
  };
  const text = [
    `${name}: ${size}${trees}, ${seconds.toFixed(1)} s`,
    ...notes,
    `model written to ${out}`,
  ].join('\n');
  printResult(document, text, options);
}

/** The document of `fit --json`, as the contract has it. */
function fitDocument(model: Model, seconds: number) {
  const { vine, order } = model;
  return {
    rows: model.rows,
    columns: order.length,
    response: model.response,
    sensitive: model.sensitive,
    structure: model.structure,
    truncation: truncationOf(model),
    ...(model.protected && { protected: model.protected }),
    order,
    seed: model.seed,
    logLik: vine.logLik,
    parameters: vine.parameters,
    aic: vine.aic,
    bic: vine.bic,
    seconds,
    edges: vine.edges.map(({ tree, a, b, given, classes, ...found }) => ({
      tree,
      a: order[a],
      b: order[b],
      given: given.map((variable) => order[variable]),
      ...(classes && { classes: byClassName(model, classes) }),
      ...found,
    })),
    notes: model.notes,
  };
}

/** What an edge by class is for each class of the response; small classes share one. */
function byClassName(model: Model, classes: readonly GroupEdge[]) {
  return Object.fromEntries(
    classNames(model).map((name, level) => [name, classes[model.vine.groups?.[level] ?? 0]]),
  );
}

function fitText(model: Model, seconds: number, out: string): string {
  const { vine } = model;
  return [
    [
      counted(model.rows, 'row'),
      counted(model.order.length, 'variable'),
      counted(vine.truncation, 'tree'),
      counted(vine.edges.length, 'pair'),
      counted(vine.parameters, 'parameter'),
    ].join(', '),
    `log-likelihood ${vine.logLik.toFixed(1)}, AIC ${vine.aic.toFixed(1)}, BIC ${vine.bic.toFixed(1)}, ${seconds.toFixed(1)} s`,
    `model written to ${out}`,
  ].join('\n');
}
