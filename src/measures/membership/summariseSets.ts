/**
 * The unit of work of the game: one fit of a generator, and the summaries of sets drawn from it. One
 * fit serves all levels, with the same random numbers. Input and output are plain data, so that a
 * unit may run on any thread or machine.
 */

import { generatorOf } from '../../generators/catalogue.ts';
import {
  type FittedGenerator,
  type Generator,
  type GeneratorSettings,
  sampleSets,
  type Truncation,
} from '../../generators/generator.ts';
import type { StreamKey } from '../../random/keyPath.ts';
import { rngFromKey } from '../../random/rng.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/takeRows.ts';
import type { SetSummaries, SummaryPlan } from './features.ts';
import { summarise } from './summarise.ts';

export interface SummariseTask {
  /** The table that all fits draw from, and the rows of it that this one is fitted to. */
  readonly table: Table;
  readonly trainedOn: Uint32Array;
  /** Which generator, by its name in the catalogue. */
  readonly generator: string;
  readonly settings: GeneratorSettings;
  readonly key: StreamKey;
  readonly levels: readonly Truncation[];
  /** Sets to draw at each level, and rows of each. */
  readonly sets: number;
  readonly setSize: number;
  readonly plan: SummaryPlan;
}

/** By level. */
export type SummariseResult = readonly SetSummaries[];

export function summariseSets(task: SummariseTask): Promise<SummariseResult> {
  return summariseSetsOf(generatorOf(task.generator), task);
}

/** The same with a generator that has no name: it cannot be sent to another thread. */
export async function summariseSetsOf(
  generator: Generator,
  { table, trainedOn, settings, key, levels, sets, setSize, plan }: SummariseTask,
): Promise<SummariseResult> {
  const rng = rngFromKey(key);
  const fitted = await generator.fit(takeRows(table, trainedOn), settings, rng.split('fit'));
  const truncations = levels.map((truncation) => truncationOf(fitted, truncation));
  const distinct = [...new Set(truncations)];
  const drawn = sampleSets(fitted, distinct, sets, setSize, rng.split('sets'));
  const found = new Map(
    distinct.map((truncation, place) => [truncation, summarise(plan, drawn[place], setSize)]),
  );
  return truncations.map((truncation) => found.get(truncation) as SetSummaries);
}

/** Truncations beyond the last tree are the full fit. */
function truncationOf({ levels }: FittedGenerator, asked: Truncation): Truncation {
  return levels && asked !== 'full' && asked < levels.highest ? asked : 'full';
}
