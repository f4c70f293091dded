/**
 * Utility of a generator: models that learn from its synthetic tables are tested on real rows that the
 * generator has not seen. One fit on all training rows serves every truncation.
 */

import type { FeaturePlan } from '../../features/plan.ts';
import { stratifiedSplit } from '../../features/stratifiedSplit.ts';
import { targetOf } from '../../features/target.ts';
import { chosenGenerator, type GeneratorChoice } from '../../generators/choice.ts';
import { freezeSchema } from '../../generators/freezeSchema.ts';
import {
  type FittedGenerator,
  type GeneratorSettings,
  sampleSets,
  type Truncation,
} from '../../generators/generator.ts';
import type { ModelName, ModelSettings } from '../../learners/models.ts';
import type { Drawable } from '../../model/drawTask.ts';
import { truncationOf } from '../../model/truncate.ts';
import { InputError } from '../../numerics/inputError.ts';
import { medianOf } from '../../numerics/median.ts';
import { type Rng, rngFromSeed } from '../../random/rng.ts';
import { seedOf } from '../../random/seedOf.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/takeRows.ts';
import { openProgress, type Progress } from '../../work/progress.ts';
import { type Failure, runAll } from '../../work/runAll.ts';
import type { Runner } from '../../work/runner.ts';
import type { WithShared } from '../../work/shared.ts';
import { type WorkStore, within } from '../../work/store.ts';
import { withRunner } from '../../work/withRunner.ts';
import { labelledRows } from './labelledRows.ts';
import {
  type DrawnRows,
  type DrawSource,
  type ScoreSetTask,
  scoreSet,
  utilityUnits,
} from './scoreSet.ts';
import type { Evaluation, LabelledRows } from './trainAndTest.ts';

export interface UtilitySettings {
  /** Default: 'cvine'. */
  readonly generator?: GeneratorChoice;
  /** A vine's model of the training rows, if there is one already. Its sets are drawn where models learn. */
  readonly fitted?: Drawable | undefined;
  readonly fit: GeneratorSettings;
  /** Real rows for the tests, or the share of the table's rows that is set aside for them. Default: 0.2. */
  readonly test?: Table | number;
  /** Default: 'full' alone. */
  readonly levels?: readonly Truncation[];
  /** Synthetic sets at each level. Default: 50. */
  readonly sets?: number;
  /** Rows of a set. Default: as many as there are training rows. */
  readonly setSize?: number;
  /** Default: the forest alone. */
  readonly models?: readonly ModelName[];
  readonly modelSettings?: ModelSettings;
  /** Default: 1. */
  readonly seed?: number;
  /** The result does not depend on it. Default: 1. */
  readonly threads?: number;
  readonly signal?: AbortSignal;
  /** Told after each set. */
  readonly onProgress?: (progress: Progress) => void;
  /** Keeps the scores of each set, for another call with the same table and settings. Default: nothing is kept. */
  readonly store?: WorkStore | undefined;
}

/** A score over the sets. */
export interface ScoreValues {
  readonly median: number;
  readonly values: readonly number[];
}

/** By model, by name of the score. */
export type ModelScores = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface UtilityLevel {
  readonly truncation: Truncation;
  readonly models: Readonly<Record<string, Readonly<Record<string, ScoreValues>>>>;
}

export interface UtilityResult {
  readonly response: 'classes' | 'numeric';
  readonly rows: { readonly train: number; readonly test: number };
  /** Models that learned from the real training rows. */
  readonly real: ModelScores;
  readonly levels: readonly UtilityLevel[];
  readonly failures: readonly Failure[];
  readonly notes: readonly string[];
}

export async function utility(table: Table, given: UtilitySettings): Promise<UtilityResult> {
  const { settings, truncations, models, modelSettings, sets, seed, signal } = resolve(given);
  const rng = rngFromSeed(seed).split('utility');
  const { plan, settings: settled, notes: settling } = await freezeSchema(table, settings, signal);
  const { train, test } = separate(table, plan, given, rng.split('holdout'));
  const tested = labelledRows(plan, test, settings.response);
  const real = labelledRows(plan, train, settings.response);
  const { setSize = train.rows } = given;
  checkSizes({ sets, setSize });
  const base = { test: tested, models, modelSettings };
  const onReal = { ...base, train: real, key: rng.split('real').key };
  // wrong settings or test rows come to light here, before the fit
  const known = given.fitted ? undefined : scoreSet(onReal);

  const setsAt = await openSets(given, train, settled, plan, rng);
  signal?.throwIfAborted();
  const tasksAt: TasksAt = (truncation, { share }) => {
    const common = { ...base, test: share(tested), source: share(setsAt.source) };
    return setsAt
      .sets(truncation, sets, setSize)
      .map((train, set) => ({ ...common, train, key: rng.split('model', set).key }));
  };
  const scored = known
    ? { real: known, found: await scoreTruncations(given, truncations, sets, tasksAt) }
    : await scoreAtOnce(given, truncations, sets, onReal, tasksAt);
  const { found } = scored;
  const leftOut = `${tested.leftOut} test rows without a known response are left out.`;
  const notes = [
    ...settling,
    ...scored.real.flatMap((each) => each.notes),
    ...(tested.leftOut > 0 ? [leftOut] : []),
    ...found.flatMap(({ results }) => results.flat().flatMap((each) => each.notes)),
  ];
  return {
    response: scored.real[0].kind,
    rows: { train: train.rows, test: test.rows },
    real: Object.fromEntries(models.map((model, k) => [model, { ...scored.real[k].scores }])),
    levels: found.map(({ truncation, results }) => ({
      truncation,
      models: gather(models, results),
    })),
    failures: found.flatMap(({ failures }) => failures),
    notes: [...new Set(notes)],
  };
}

function resolve(given: UtilitySettings) {
  const { fit: settings, levels: truncations = ['full'], sets = 50, seed = 1, signal } = given;
  const { models = ['forest'], modelSettings = {} } = given;
  return { settings, truncations, models, modelSettings, sets, seed, signal } as const;
}

function checkSizes(sizes: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(sizes)) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new InputError(`Utility, ${name}: found ${value}. Give a whole number of at least 1.`);
    }
  }
}

interface ScoredSets {
  readonly truncation: Truncation;
  /** Of the sets that could be scored. */
  readonly results: readonly (readonly Evaluation[])[];
  readonly failures: readonly Failure[];
}

type TasksAt = (
  truncation: Truncation,
  runner: Runner<typeof utilityUnits>,
) => WithShared<ScoreSetTask>[];

/** Sets that are drawn where they are scored, beside the real rows: no thread waits for the last of a truncation. */
function scoreAtOnce(
  { threads, signal, onProgress, store }: UtilitySettings,
  truncations: readonly Truncation[],
  sets: number,
  onReal: ScoreSetTask,
  tasksAt: TasksAt,
): Promise<{ readonly real: readonly Evaluation[]; readonly found: ScoredSets[] }> {
  const done = openProgress(1 + truncations.length * sets, onProgress);
  return withRunner(utilityUnits, { threads, signal }, async (runner) => {
    const tasks = [onReal, ...truncations.flatMap((truncation) => tasksAt(truncation, runner))];
    const { results, failures } = await runAll(runner, 'scoreSet', tasks, { signal, done, store });
    const [real] = results;
    if (!real) throw new InputError(`Utility, on real rows: ${failures[0].reason}`);
    const found = truncations.map((truncation, t) => {
      const from = 1 + t * sets;
      const isOwn = ({ task }: Failure) => task >= from && task < from + sets;
      return {
        truncation,
        results: results.slice(from, from + sets).filter((result) => result !== undefined),
        failures: failures.filter(isOwn).map(({ task, reason }) => ({ task: task - from, reason })),
      };
    });
    return { real, found };
  });
}

/** One truncation after the other, since sets may be large. */
function scoreTruncations(
  { threads, signal, onProgress, store }: UtilitySettings,
  truncations: readonly Truncation[],
  sets: number,
  tasksAt: TasksAt,
): Promise<ScoredSets[]> {
  const done = openProgress(truncations.length * sets, onProgress);
  return withRunner(utilityUnits, { threads, signal }, async (runner) => {
    const scored: ScoredSets[] = [];
    for (const truncation of truncations) {
      const own = within(store, `level ${truncation}`);
      const options = { signal, done, store: own };
      const tasks = tasksAt(truncation, runner);
      const { results, failures } = await runAll(runner, 'scoreSet', tasks, options);
      const kept = results.filter((result) => result !== undefined);
      scored.push({ truncation, results: kept, failures });
    }
    return scored;
  });
}

/** The sets of each truncation. */
interface SetsAt {
  sets(truncation: Truncation, sets: number, rows: number): (LabelledRows | DrawnRows)[];
  /** Of sets that are yet to be drawn. */
  readonly source?: DrawSource;
}

/** Sets of the model that is given, or of a generator that is fitted here. */
async function openSets(
  { generator = 'cvine', fitted, fit: settings, signal }: UtilitySettings,
  train: Table,
  settled: GeneratorSettings,
  plan: FeaturePlan,
  rng: Rng,
): Promise<SetsAt> {
  const { response } = settings;
  if (fitted) return yetToDraw(fitted, plan, response, rng.split('sample'));
  const own = await chosenGenerator(generator).fit(train, settled, rng.split('fit'), { signal });
  return drawnHere(own, plan, response, rng.split('sample'));
}

function drawnHere(fitted: FittedGenerator, plan: FeaturePlan, response: string, rng: Rng): SetsAt {
  return {
    sets(truncation, sets, rows) {
      const [drawn] = sampleSets(fitted, [truncation], sets, rows, rng);
      return Array.from({ length: sets }, (_, set) =>
        labelledRows(plan, setOf(drawn, set, rows), response),
      );
    },
  };
}

/** The same rows that the model would give as a generator. */
function yetToDraw(
  { model, responseSampling }: Drawable,
  plan: FeaturePlan,
  response: string,
  rng: Rng,
): SetsAt {
  const highest = truncationOf(model);
  const seed = seedOf(rng.split('sets'));
  return {
    source: { model, responseSampling, plan, response },
    sets(asked, sets, rows) {
      const truncation = asked === 'full' ? highest : Math.min(asked, highest);
      return Array.from({ length: sets }, (_, set) => ({
        truncation,
        seed,
        first: set * rows,
        rows,
      }));
    },
  };
}

/** Training and test rows; no row is in both. */
function separate(
  table: Table,
  plan: FeaturePlan,
  { test = 0.2, fit: settings }: UtilitySettings,
  rng: Rng,
): { readonly train: Table; readonly test: Table } {
  if (typeof test !== 'number') return { train: table, test };
  const split = stratifiedSplit(targetOf(plan, table, settings.response), test, rng);
  const seen = new Set(split.train);
  if (split.test.some((row) => seen.has(row))) throw new Error('a test row is a training row');
  return { train: takeRows(table, split.train), test: takeRows(table, split.test) };
}

function setOf(drawn: readonly Table[], set: number, rows: number): Table {
  if (drawn.length > 1) return drawn[set];
  const from = set * rows;
  return takeRows(
    drawn[0],
    Uint32Array.from({ length: rows }, (_, i) => from + i),
  );
}

function gather(models: readonly ModelName[], results: readonly (readonly Evaluation[])[]) {
  const entries = models.map((model, k) => {
    const scores = results.map((result) => ({ ...result[k].scores }) as Record<string, number>);
    const names = scores.length === 0 ? [] : Object.keys(scores[0]);
    const byName = names.map((name) => {
      const values = scores.map((score) => score[name]);
      return [name, { median: medianOf(values), values }];
    });
    return [model, Object.fromEntries(byName)];
  });
  return Object.fromEntries(entries);
}
