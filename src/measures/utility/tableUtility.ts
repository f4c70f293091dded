/**
 * Utility of a synthetic table: models that learn from it are tested on real rows, beside models that
 * learn from the real table.
 */

import type { FeaturePlan } from '../../features/plan.ts';
import { stratifiedSplit } from '../../features/stratifiedSplit.ts';
import { targetOf } from '../../features/target.ts';
import { rowsOf } from '../../learners/learner.ts';
import type { ModelName, ModelSettings } from '../../learners/models.ts';
import { aucInterval } from '../../numerics/aucInterval.ts';
import { InputError } from '../../numerics/inputError.ts';
import { type Interval, wilson } from '../../numerics/intervals.ts';
import type { Rng } from '../../random/rng.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/takeRows.ts';
import { runAll } from '../../work/runAll.ts';
import type { WorkStore } from '../../work/store.ts';
import { withRunner } from '../../work/withRunner.ts';
import { drawAtMost } from '../drawAtMost.ts';
import { namedFeatures } from '../fidelity/featureTable.ts';
import { labelledRows } from './labelledRows.ts';
import { utilityUnits } from './scoreSet.ts';
import type { Evaluation, LabelledRows } from './trainAndTest.ts';

export interface AuditUtility {
  readonly response: string;
  readonly kind: 'classes' | 'numeric';
  /** 'unseen': rows given for the purpose; 'real': rows of the real table, which the generator may have seen. */
  readonly testedOn: 'unseen' | 'real';
  readonly rows: { readonly real: number; readonly synthetic: number; readonly test: number };
  readonly models: readonly ModelComparison[];
  readonly notes: readonly string[];
}

export interface ModelComparison {
  readonly model: ModelName;
  /** By name of the score; null where the model could not learn. */
  readonly synthetic: Scores | null;
  readonly real: Scores | null;
}

/** Intervals are about the choice of test rows alone; null where there is none. */
export type Scores = Readonly<
  Record<string, { readonly value: number; readonly interval: Interval | null }>
>;

/** Rows that a model learns from and is tested on, at most. */
const MOST_ROWS = 20_000;
/** Above it, forests split between bins and have fewer trees. */
const MANY_ROWS = 5000;
const TEST_SHARE = 0.3;

export interface UtilityTask {
  readonly plan: FeaturePlan;
  readonly response: string;
  readonly real: Table;
  readonly synthetic: Table;
  readonly test: Table | undefined;
  readonly models: readonly ModelName[] | undefined;
  readonly threads: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly store?: WorkStore | undefined;
  readonly rng: Rng;
  /** Told after each model that was learned and tested, of `modelCount` in all. */
  readonly done: () => void;
}

/** Models that will be learned. */
export function modelCount(models: readonly ModelName[] | undefined): number {
  return 2 * (models?.length ?? 2);
}

export async function tableUtility(task: UtilityTask): Promise<AuditUtility> {
  const { response } = task;
  const notes: string[] = [];
  const rows = labelledTables(task, notes);
  checkRows(response, rows);
  const { kind } = rows.test.target;
  const models = task.models ?? ['forest', kind === 'classes' ? 'logistic' : 'linear'];
  const evaluations = await learnBoth(task, models, rows, notes);
  return {
    response,
    kind,
    testedOn: task.test ? 'unseen' : 'real',
    rows: {
      real: rowsOf(rows.real.target),
      synthetic: rowsOf(rows.synthetic.target),
      test: rowsOf(rows.test.target),
    },
    models: models.map((model, k) => ({
      model,
      synthetic: scoresOf(evaluations[2 * k], rows.test),
      real: scoresOf(evaluations[2 * k + 1], rows.test),
    })),
    notes: [...new Set(notes)],
  };
}

type ThreeTables = Readonly<Record<'real' | 'synthetic' | 'test', LabelledRows>>;

function labelledTables(task: UtilityTask, notes: string[]): ThreeTables {
  const { plan, response, rng } = task;
  const sides = task.test ? { train: task.real, test: task.test } : divide(task, notes);
  const labelled = (what: string, table: Table): LabelledRows => {
    const drawn = drawAtMost(what, table, MOST_ROWS, rng.split('draw', what), (text) =>
      notes.push(`Utility: ${text}.`),
    );
    const found = labelledRows(plan, drawn, response);
    if (found.leftOut > 0) {
      notes.push(`Utility: ${found.leftOut} ${what} rows without a known response are left out.`);
    }
    return named(plan, drawn, response, found);
  };
  return {
    real: labelled('real', sides.train),
    synthetic: labelled('synthetic', task.synthetic),
    test: labelled('test', sides.test),
  };
}

/** By model, what it scores when it learns from the synthetic table, and from the real one. */
async function learnBoth(
  { rng, threads, signal, store, done }: UtilityTask,
  models: readonly ModelName[],
  { real, synthetic, test }: ThreeTables,
  notes: string[],
): Promise<(Evaluation | undefined)[]> {
  const isLarge = Math.max(rowsOf(real.target), rowsOf(synthetic.target)) > MANY_ROWS;
  const modelSettings: ModelSettings = isLarge
    ? { forest: { trees: 200, splits: 'histogram' } }
    : { forest: { trees: 500 } };
  if (models.includes('forest')) {
    notes.push(
      isLarge
        ? 'Utility: forests have 200 trees that split between bins, as there are many rows.'
        : 'Utility: forests have 500 trees.',
    );
  }
  // the same random numbers for both tables
  const tasks = models.flatMap((model) =>
    [synthetic, real].map((train) => ({
      train,
      models: [model],
      modelSettings,
      key: rng.split('model', model).key,
    })),
  );
  const outcome = await withRunner(utilityUnits, { threads, signal }, (runner) => {
    const { share } = runner;
    const sent = tasks.map((task) => ({ ...task, train: share(task.train), test: share(test) }));
    return runAll(runner, 'scoreSet', sent, { signal, store, done });
  });
  for (const { task, reason } of outcome.failures) {
    const what = task % 2 === 0 ? 'synthetic' : 'real';
    notes.push(
      `Utility: the model '${tasks[task].models[0]}' could not learn from the ${what} table. ${reason}`,
    );
  }
  const evaluations = outcome.results.map((result) => result?.[0]);
  notes.push(...modelNotes(evaluations.flatMap((each) => each?.notes ?? [])));
  return evaluations;
}

/** What models remark; features without a coefficient are many, and only counted. */
function modelNotes(remarks: readonly string[]): string[] {
  const isIdle = (text: string) => text.endsWith('its coefficient is 0.');
  const idle = new Set(remarks.filter(isIdle));
  return [
    ...(idle.size > 0
      ? [`Utility: ${idle.size} features do not vary or repeat others, and have no coefficient.`]
      : []),
    ...remarks.filter((text) => !isIdle(text)).map((text) => `Utility: ${text}`),
  ];
}

/** Without test rows, a part of the real table is kept from the models that learn from it. */
function divide({ plan, real, response, rng }: UtilityTask, notes: string[]) {
  const target = targetOf(plan, real, response);
  const split = stratifiedSplit(target, TEST_SHARE, rng.split('divide'));
  notes.push(
    `Utility: without test rows, models are tested on ${split.test.length} rows of the real table. Models that learn from the real table do not see them, but the generator may have, so the synthetic table may look better than it is.`,
  );
  return { train: takeRows(real, split.train), test: takeRows(real, split.test) };
}

/** Names of features and levels that hold no cell, as models speak of them in notes. */
function named(
  plan: FeaturePlan,
  table: Table,
  response: string,
  { features, target }: LabelledRows,
): LabelledRows {
  const others = plan.columns.map(({ name }) => name).filter((name) => name !== response);
  const { names } = namedFeatures(plan, takeRows(table, []), others);
  return {
    features: { ...features, names },
    target:
      target.kind === 'classes'
        ? { ...target, levels: target.levels.map((_, place) => `level ${place + 1}`) }
        : target,
  };
}

function checkRows(response: string, sides: ThreeTables): void {
  for (const [what, rows] of Object.entries(sides)) {
    if (rowsOf(rows.target) < 2) {
      throw new InputError(
        `Response: the ${what} table has ${rowsOf(rows.target)} rows with a known value of '${response}'. At least 2 are needed.`,
      );
    }
    const { target } = rows;
    const isOne =
      target.kind === 'classes' && target.codes.every((code) => code === target.codes[0]);
    if (isOne && what !== 'synthetic') {
      throw new InputError(
        `Response: the ${what} rows have a single class of '${response}'. At least two are needed to tell them apart: give more rows, or leave out the response.`,
      );
    }
  }
  if (sides.test.features.names.length === 0) {
    throw new InputError(
      `Response: the tables share no column besides '${response}' to predict it from.`,
    );
  }
}

function scoresOf(found: Evaluation | undefined, { target }: LabelledRows): Scores | null {
  if (!found) return null;
  return Object.fromEntries(
    Object.entries(found.scores).map(([name, value]) => [
      name,
      { value, interval: intervalOf(name, value, target) },
    ]),
  );
}

function intervalOf(name: string, value: number, target: LabelledRows['target']): Interval | null {
  if (target.kind !== 'classes' || Number.isNaN(value)) return null;
  const { codes, levels } = target;
  if (name === 'accuracy') return wilson(Math.round(value * codes.length), codes.length);
  if (name !== 'auc' || levels.length !== 2) return null;
  const positives = codes.filter((code) => code === 1).length;
  return aucInterval(value, positives, codes.length - positives);
}
