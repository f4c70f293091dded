/** The first part of a study of the vine: the order of the columns, the candidate levels, one fit at t_max. */

import { fit } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { orderTable, type TableOrder } from '../model/orderTable.ts';
import { protectedIn } from '../model/protection.ts';
import { InputError } from '../numerics/inputError.ts';
import type { CovariateOrder } from '../order/covariateOrder.ts';
import { wholeOrder } from '../order/wholeOrder.ts';
import { runSingleStage, type StageControls } from '../work/stages.ts';
import { candidateLevels } from './levels.ts';
import type { ResolvedStudy } from './studySettings.ts';
import { repeatsCells } from './subject.ts';
import { watched } from './watched.ts';

/** A study whose vine is fitted, and nothing measured yet. */
export interface FittedStudy {
  readonly order: TableOrder;
  readonly tMax: number;
  /** The levels that are compared, ascending; t_max is the last. */
  readonly truncations: readonly number[];
  /** What fits are told, with the order of the columns. */
  readonly fit: ResolvedStudy['fit'];
  /** At t_max. */
  readonly model: Model;
}

export async function fitStudy(
  study: ResolvedStudy,
  controls: StageControls,
): Promise<FittedStudy> {
  const order = await orderColumns(study, controls);
  const tMax = highestTruncation(study, order.order);
  const truncations = candidateLevels(tMax, study.levels);
  const ordered = {
    ...study.fit,
    order: wholeOrder(order.order, study.train.columns),
    protect: protectedIn(order.order),
    truncation: tMax,
  } as const;
  const model = await fitOnce(study, ordered, controls);
  return { order, tMax, truncations, fit: ordered, model };
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
