/**
 * The whole job: the order of the columns, one fit at t_max, synthetic sets, attacks and measures at
 * every candidate level, the choice of a level, the table that is drawn there, and the checks on it.
 *
 * Which rows are used: rows set aside for the utility (a holdout, or a test table) are in no fit and no
 * attack. The model is fitted to all other rows, the training rows. The games draw their training and
 * reference rows, and the people that are attacked, among the training rows.
 */

import { fittedVine } from '../generators/vine.ts';
import { checkRelease, type ReleaseCheck } from '../measures/release/releaseChecks.ts';
import { fit } from '../model/fit.ts';
import { shownSchema, type TableGuard } from '../model/guardTable.ts';
import type { Model } from '../model/model.ts';
import { orderTable, type TableOrder } from '../model/orderTable.ts';
import { sampleSteps } from '../model/sample.ts';
import { truncationOf } from '../model/truncate.ts';
import { InputError } from '../numerics/inputError.ts';
import type { CovariateOrder } from '../order/covariateOrder.ts';
import type { TableSchema } from '../table/schema.ts';
import type { Table } from '../table/table.ts';
import { checkpoint } from '../work/checkpoint.ts';
import { runAsync } from '../work/runAsync.ts';
import { runStage, type StageControls } from '../work/stages.ts';
import { type Choice, choose } from './choose.ts';
import { type Compared, compareGenerator, generatorSettings } from './compareGenerator.ts';
import { levelFigures } from './figures.ts';
import { candidateLevels } from './levels.ts';
import { type Measures, measure, type Subject } from './measure.ts';
import { resolveStudy } from './resolveStudy.ts';
import type { StudyResults } from './results.ts';
import { withStudiedTable } from './studiedTable.ts';
import { openStudyProgress } from './studyProgress.ts';
import type { ResolvedStudy, StudySettings } from './studySettings.ts';
import { studyWork } from './studyWork.ts';
import { toResults } from './toResults.ts';
import { watched } from './watched.ts';

export interface StudyResult {
  /** As `results.json`. */
  readonly results: StudyResults;
  /** At t_max; `truncate` gives the other levels. */
  readonly model: Model;
  /** Drawn at the recommended level. */
  readonly synthetic: Table;
  /** With the types of all columns declared, and without the names of rare levels. */
  readonly schema: TableSchema;
  /** Brings other tables to what was measured: numbers within limits, rare levels pooled. */
  readonly guard: TableGuard;
  readonly order: TableOrder;
}

/**
 * const { results, synthetic } = await study(table, { response: 'death', sensitive: ['totcst'] });
 * results.recommended.why;
 */
export async function study(table: Table, settings: StudySettings): Promise<StudyResult> {
  const { threads, signal, store, onProgress } = settings;
  const resolved = resolveStudy(table, settings);
  const tell = openStudyProgress(studyWork(resolved), onProgress);
  const controls: StageControls = { threads, signal, tell, store };

  const order = await orderColumns(resolved, controls);
  const tMax = highestTruncation(resolved, order.order);
  const truncations = candidateLevels(tMax, resolved.levels);
  const ordered = {
    ...resolved.fit,
    order: order.order.order,
    protect: order.protected ?? 'table',
    truncation: tMax,
  } as const;
  const model = await fitOnce(resolved, ordered, controls);
  const subject = subjectOf(resolved, ordered, model, truncations);
  const measures = await measure(resolved, subject, controls);
  const choice = chooseLevel(resolved, measures, truncations);
  const compared = await compareAll(resolved, order, measures, choice, controls);
  const synthetic = await drawTable(resolved, model, choice, controls);
  const checks = await checkTable(resolved, model, synthetic, controls);

  const results = toResults({
    table,
    study: resolved,
    order,
    truncations,
    tMax,
    model,
    measures,
    choice,
    compared,
    checks,
  });
  const { guard, raw } = resolved;
  const schema = shownSchema(raw.schema, guard);
  return withStudiedTable({ results, model, synthetic, schema, guard, order }, table);
}

async function orderColumns(
  { raw, fit }: ResolvedStudy,
  controls: StageControls,
): Promise<TableOrder> {
  const order = await orderTable(raw.train, {
    ...fit,
    ...watched(controls),
    schema: raw.schema,
    onProgress: (progress) => controls.tell('order', progress),
  });
  controls.tell('order', { done: 1, total: 1 });
  return order;
}

/** t_max: what was asked for, or the most at which no sensitive column is the centre of a tree. */
function highestTruncation(
  { fit: { truncation }, structure }: ResolvedStudy,
  { trees, tMax }: CovariateOrder,
): number {
  if (truncation === undefined) return structure === 'cvine' ? tMax : trees;
  if (Number.isInteger(truncation) && truncation >= 0 && truncation <= trees) return truncation;
  throw new InputError(
    `Truncation: found ${truncation}, but the vine has ${trees} trees. Give a whole number from 0 to ${trees}.`,
  );
}

/** All lower levels are cut from this fit. */
async function fitOnce(
  study: ResolvedStudy,
  ordered: ResolvedStudy['fit'],
  controls: StageControls,
): Promise<Model> {
  // a model with empirical margins holds values of the real table
  const keeping = repeatsCells(study) ? { ...controls, store: undefined } : controls;
  return runStage(keeping, 'fit', () =>
    fit(study.raw.train, {
      ...ordered,
      ...watched(controls),
      schema: study.raw.schema,
      onProgress: ({ stage, ...counts }) => {
        if (stage === 'vine') controls.tell('fit', counts);
      },
    }),
  );
}

function repeatsCells({ fit }: ResolvedStudy): boolean {
  return fit.margins === 'empirical';
}

/** The vine as the measures see it. */
function subjectOf(
  study: ResolvedStudy,
  ordered: ResolvedStudy['fit'],
  model: Model,
  truncations: readonly number[],
): Subject {
  const { structure, responseSampling, seed, train } = study;
  return {
    generator: structure,
    fitted: fittedVine(model, responseSampling),
    settings: generatorSettings(ordered, study),
    levels: truncations,
    drawable: { model, responseSampling },
    draw: (level) => ({
      model,
      responseSampling,
      truncation: level === 'full' ? truncationOf(model) : level,
      seed,
      first: 0,
      rows: train.rows,
    }),
    repeatsCells: repeatsCells(study),
  };
}

/** What models reach that learn from real rows. */
function realScore(measures: Measures, { score }: ResolvedStudy): number {
  return measures.utility.real.forest[score];
}

function chooseLevel(
  study: ResolvedStudy,
  measures: Measures,
  truncations: readonly number[],
): Choice {
  const { alpha, constraints } = study;
  const figures = levelFigures(measures, truncations, study);
  return choose(figures, realScore(measures, study), { alpha, constraints });
}

async function compareAll(
  study: ResolvedStudy,
  order: TableOrder,
  measures: Measures,
  { recommended }: Choice,
  controls: StageControls,
): Promise<Compared[]> {
  const compared: Compared[] = [];
  const beside = { real: realScore(measures, study), recommended: recommended.truncation };
  for (const generator of study.compare) {
    compared.push(await compareGenerator(generator, study, order, beside, controls));
  }
  return compared;
}

async function drawTable(
  { rows, seed, responseSampling }: ResolvedStudy,
  model: Model,
  { recommended: { truncation } }: Choice,
  { signal, tell }: StageControls,
): Promise<Table> {
  return runAsync(sampleSteps(model, rows, { seed, responseSampling, truncation }), {
    ...(signal && { signal }),
    onProgress: (progress) => tell('sample', progress),
  });
}

/** On the rows as they are: checks tell counts alone. */
async function checkTable(
  { raw: { train, test, schema }, rows, fit: { k, pooledLevel } }: ResolvedStudy,
  model: Model,
  synthetic: Table,
  { signal, tell }: StageControls,
): Promise<ReleaseCheck[]> {
  tell('checks', { done: 0, total: 1 });
  await checkpoint(signal);
  const names = new Set(test.columns.map(({ name }) => name));
  const isWhole = train.columns.every(({ name }) => names.has(name));
  const checks = checkRelease(train, synthetic, schema, {
    rows,
    model,
    ...(k !== undefined && { k }),
    ...(pooledLevel !== undefined && { pooledLevel }),
    ...(isWhole && { holdout: test }),
  });
  tell('checks', { done: 1, total: 1 });
  return checks;
}
