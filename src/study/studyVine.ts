/** A study of the vine: its order, one fit at t_max, and the measures at every candidate level. */

import { fit } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { orderTable, type TableOrder } from '../model/orderTable.ts';
import { protectedIn } from '../model/protection.ts';
import { sampleSteps } from '../model/sample.ts';
import type { ModelTruncation } from '../model/truncate.ts';
import { InputError } from '../numerics/inputError.ts';
import type { CovariateOrder } from '../order/covariateOrder.ts';
import { wholeOrder } from '../order/wholeOrder.ts';
import type { Table } from '../table/table.ts';
import { runAsync } from '../work/runAsync.ts';
import { runSingleStage, type StageControls } from '../work/stages.ts';
import { candidateLevels } from './levels.ts';
import { playColumnLevels } from './playColumnLevels.ts';
import { playLevels } from './playLevels.ts';
import type { StudyData } from './results.ts';
import type { Studied } from './studied.ts';
import type { ResolvedStudy } from './studySettings.ts';
import { repeatsCells } from './subject.ts';
import { watched } from './watched.ts';

export async function studyVine(study: ResolvedStudy, controls: StageControls): Promise<Studied> {
  const order = await orderColumns(study, controls);
  const tMax = highestTruncation(study, order.order);
  const truncations = candidateLevels(tMax, study.levels);
  const ordered = {
    ...study.fit,
    order: wholeOrder(order.order, study.train.columns),
    protect: protectedIn(order.order),
    truncation: tMax,
  } as const;
  const full = await fitOnce(study, ordered, controls);
  const played = await playLevels(study, ordered, full, truncations, controls);
  const byColumn = await playColumnLevels(study, order, played, truncations, controls);
  const { model, measures, choice, fewerTrees } = played;
  return {
    order,
    tMax,
    truncations,
    measures,
    choice,
    byColumn,
    fewerTrees,
    described: {
      sensitive: model.sensitive,
      order: model.order,
      protected: model.protected?.map(({ name }) => name) ?? null,
      byClass: pairsByClass(model),
    },
    notes: model.notes,
    promise: null,
    generator: { kind: 'vine', model },
    draw: (truncation) => drawTable(study, model, truncation, controls),
  };
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
  return runSingleStage(keeping, 'fit', () =>
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

/** How many pairs differ between classes. */
function pairsByClass({ vine }: Model): StudyData['byClass'] {
  if (!vine.groups) return null;
  const pairs = vine.edges.filter(({ classes }) => classes).length;
  return { pairs, of: vine.edges.length };
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
