/**
 * The whole job: the order of the columns, one fit at t_max, synthetic sets, attacks and measures at
 * every candidate level, the choice of a level, the table that is drawn there, and the checks on it.
 *
 * Which rows are used: rows set aside for the utility (a holdout, or a test table) are in no fit and no
 * attack. The model is fitted to all other rows, the training rows. The games draw their training and
 * reference rows, and the people that are attacked, among the training rows.
 */

import { checkRelease, type ReleaseCheck } from '../measures/release/releaseChecks.ts';
import { fit } from '../model/fit.ts';
import { shownSchema, type TableGuard } from '../model/guardTable.ts';
import type { Model } from '../model/model.ts';
import { orderTable, type TableOrder } from '../model/orderTable.ts';
import { protectedIn } from '../model/protection.ts';
import { sampleSteps } from '../model/sample.ts';
import type { ModelTruncation } from '../model/truncate.ts';
import { InputError } from '../numerics/inputError.ts';
import type { CovariateOrder } from '../order/covariateOrder.ts';
import { wholeOrder } from '../order/wholeOrder.ts';
import type { TableSchema } from '../table/schema.ts';
import type { Table } from '../table/table.ts';
import { checkpoint } from '../work/checkpoint.ts';
import { runAsync } from '../work/runAsync.ts';
import { runStage, type StageControls } from '../work/stages.ts';
import type { Choice } from './choose.ts';
import { type Compared, compareGenerator } from './compareGenerator.ts';
import { decide } from './decide.ts';
import { candidateLevels } from './levels.ts';
import type { Measures } from './measure.ts';
import { measureRisks } from './measureRisks.ts';
import { playColumnLevels } from './playColumnLevels.ts';
import { playLevels } from './playLevels.ts';
import { resolveStudy } from './resolveStudy.ts';
import type { StudyResults } from './results.ts';
import { withStudiedTable } from './studiedTable.ts';
import { openStudyProgress } from './studyProgress.ts';
import type { ResolvedStudy, StudySettings } from './studySettings.ts';
import { studyWork } from './studyWork.ts';
import { realScore, repeatsCells } from './subject.ts';
import { toResults } from './toResults.ts';
import { watched } from './watched.ts';

export interface StudyResult {
  /** As `results.json`. */
  readonly results: StudyResults;
  /** At t_max; `truncate` gives the other levels. */
  readonly model: Model;
  /** Drawn at the recommended level. Release it only if the verdict says so (`results.verdict`). */
  readonly synthetic: Table;
  /** With the types of all columns declared, and without the names of rare levels. */
  readonly schema: TableSchema;
  /** Brings other tables to what was measured: numbers within limits, rare levels pooled. */
  readonly guard: TableGuard;
  readonly order: TableOrder;
}

/**
 * const { results, synthetic } = await study(table, { response: 'death', sensitive: ['totcst'] });
 * results.verdict.word; // 'release', 'release-with-care', 'do-not-release' or 'first-look'
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
    order: wholeOrder(order.order, resolved.train.columns),
    protect: protectedIn(order.order),
    truncation: tMax,
  } as const;
  const full = await fitOnce(resolved, ordered, controls);
  const played = await playLevels(resolved, ordered, full, truncations, controls);
  const { model, measures, choice } = played;
  const byColumn = await playColumnLevels(resolved, order, played, truncations, controls);
  const columnLevels = byColumn?.result ?? null;
  const compared = await compareAll(resolved, order, measures, choice, controls);
  const truncation = columnLevels?.released
    ? columnLevels.truncations
    : choice.recommended.truncation;
  const synthetic = await drawTable(resolved, model, truncation, controls);
  const checks = await checkTable(resolved, model, synthetic, controls);
  const risks = await measureRisks(resolved, synthetic, controls);

  const verdict = decide(resolved, played, byColumn, checks);
  const results = toResults({
    table,
    study: resolved,
    order,
    truncations,
    tMax,
    model,
    measures,
    choice,
    columnLevels,
    compared,
    checks,
    risks,
    verdict,
    fewerTrees: played.fewerTrees,
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

async function compareAll(
  study: ResolvedStudy,
  order: TableOrder,
  measures: Measures,
  { recommended }: Choice,
  controls: StageControls,
): Promise<Compared[]> {
  const compared: Compared[] = [];
  const beside = {
    real: realScore(measures, study),
    recommended: recommended.truncation,
    controls: measures.audit?.controls ?? [],
  };
  for (const generator of study.compare) {
    compared.push(await compareGenerator(generator, study, order, beside, controls));
  }
  return compared;
}

async function drawTable(
  { rows, seed, responseSampling }: ResolvedStudy,
  model: Model,
  truncation: ModelTruncation,
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
