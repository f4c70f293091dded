/**
 * The unit of work of utility: models learn from one table, drawn on the spot or given, and are tested
 * on another. A game scores many sets, an audit the synthetic and the real table.
 */

import type { FeaturePlan } from '../../features/plan.ts';
import type { ModelName, ModelSettings } from '../../learners/models.ts';
import { type DrawTask, drawTask } from '../../model/drawTask.ts';
import { type Rng, rngFromKey } from '../../random/rng.ts';
import { labelledRows } from './labelledRows.ts';
import { type Evaluation, type LabelledRows, trainAndTest } from './trainAndTest.ts';

/** A set that is yet to be drawn. */
export interface DrawnRows {
  readonly draw: DrawTask;
  readonly plan: FeaturePlan;
  readonly response: string;
}

/** A unit: one set, all models. */
export interface ScoreSetTask {
  readonly train: LabelledRows | DrawnRows;
  readonly test: LabelledRows;
  readonly models: readonly ModelName[];
  readonly modelSettings: ModelSettings;
  readonly key: Rng['key'];
}

export function scoreSet(task: ScoreSetTask): readonly Evaluation[] {
  const { models, test, modelSettings, key } = task;
  const train = rowsOf(task.train);
  return models.map((model) =>
    trainAndTest(model, train, test, modelSettings, rngFromKey(key).split(model)),
  );
}

function rowsOf(rows: LabelledRows | DrawnRows): LabelledRows {
  return 'draw' in rows ? labelledRows(rows.plan, drawTask(rows.draw), rows.response) : rows;
}

export const utilityUnits = { scoreSet };
