/**
 * The unit of work of utility: models learn from one table, drawn on the spot or given, and are tested
 * on another. A game scores many sets, an audit the synthetic and the real table.
 */

import type { FeaturePlan } from '../../features/plan.ts';
import type { ModelName, ModelSettings } from '../../learners/models.ts';
import { type Drawable, type DrawTask, drawTask } from '../../model/drawTask.ts';
import { type Rng, rngFromKey } from '../../random/rng.ts';
import { labelledRows } from './labelledRows.ts';
import { type Evaluation, type LabelledRows, trainAndTest } from './trainAndTest.ts';

/** Where sets that are yet to be drawn come from. */
export interface DrawSource extends Drawable {
  readonly plan: FeaturePlan;
  readonly response: string;
}

/** A set that is yet to be drawn. */
export type DrawnRows = Omit<DrawTask, keyof Drawable>;

/** A unit: one set, all models. */
export interface ScoreSetTask {
  readonly train: LabelledRows | DrawnRows;
  /** For a set that is yet to be drawn. */
  readonly source?: DrawSource | undefined;
  readonly test: LabelledRows;
  readonly models: readonly ModelName[];
  readonly modelSettings: ModelSettings;
  readonly key: Rng['key'];
}

export function scoreSet(task: ScoreSetTask): readonly Evaluation[] {
  const { models, test, modelSettings, key } = task;
  const train = rowsOf(task);
  return models.map((model) =>
    trainAndTest(model, train, test, modelSettings, rngFromKey(key).split(model)),
  );
}

function rowsOf({ train, source }: ScoreSetTask): LabelledRows {
  if ('features' in train) return train;
  if (!source) throw new Error('a set is to be drawn, but not said of what model');
  const { plan, response, ...drawable } = source;
  return labelledRows(plan, drawTask({ ...drawable, ...train }), response);
}

export const utilityUnits = { scoreSet };
