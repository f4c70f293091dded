/**
 * The unit of work of the audit: one fit of a generator, tables drawn from it at all truncations, and a
 * score for each person at each. Who was in is not told: the coins follow from the key. Input and output
 * are plain data, so that a unit may run on any thread or machine; no row of the real table is in the
 * output.
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
import { byPerson } from './byPerson.ts';
import type { DistancePlan } from './scores/distancePlan.ts';
import { distanceScores } from './scores/distanceScores.ts';
import { modelScores } from './scores/model.ts';
import { type JudgePlan, refitScores } from './scores/refit.ts';
import { isDistance, type ScoreName, type Scores } from './scores/score.ts';

export interface AuditFitTask {
  /** The table that all fits draw from, and the rows of it that this one is fitted to; nothing: all. */
  readonly table: Table;
  readonly trainedOn?: Uint32Array | undefined;
  /** Which generator, by its name in the catalogue. */
  readonly generator: string;
  readonly settings: GeneratorSettings;
  readonly key: StreamKey;
  readonly levels: readonly Truncation[];
  /** Rows to draw at each level. */
  readonly rows: number;
  readonly scores: readonly ScoreName[];
  readonly plan: ScoringPlan;
}

/** Those who are scored, as the scores see them. */
export interface ScoringPlan {
  /** Where the rows of each person begin; one more for the end. */
  readonly starts: Uint32Array;
  readonly judge: JudgePlan;
  readonly distances?: DistancePlan | undefined;
  /** Their rows, for the density of the model itself and for the file of a private one. */
  readonly people?: Table | undefined;
}

/** By level. */
export type AuditFitResult = readonly Scores[];

export function auditFit(task: AuditFitTask): Promise<AuditFitResult> {
  return auditFitOf(generatorOf(task.generator), task);
}

/** The same with a generator that has no name: it cannot be sent to another thread. */
export async function auditFitOf(
  generator: Generator,
  { table, trainedOn, settings, key, levels, rows, scores, plan }: AuditFitTask,
): Promise<AuditFitResult> {
  const rng = rngFromKey(key);
  const train = trainedOn ? takeRows(table, trainedOn) : table;
  const fitted = await generator.fit(train, settings, rng.split('fit'));
  const truncations = levels.map((level) => truncationOf(fitted, level));
  const distinct = [...new Set(truncations)];
  const drawn = sampleSets(fitted, distinct, 1, rows, rng.split('sample'));
  const wanted = new Set(scores);
  const distances = drawn.map(([synthetic]) =>
    plan.distances ? distanceScores(plan.distances, synthetic, wanted) : {},
  );
  const { people } = plan;
  const models = people && wanted.has('model') ? modelScores(fitted, distinct, people) : undefined;
  // the same at all levels: they are cut from one file
  const file = people && wanted.has('file') ? fitted.fileRatios?.(people) : undefined;
  return levels.map((level, at) => {
    const place = distinct.indexOf(truncations[at]);
    const [synthetic] = drawn[place];
    const model = models?.[place];
    const byRow: Scores = {
      ...distances[place],
      ...(wanted.has('refit') && {
        refit: refitScores(plan.judge, synthetic, judgedAt(fitted, level)),
      }),
      ...(model && { model }),
      ...(file && { file }),
    };
    return perPerson(byRow, plan.starts);
  });
}

/** Truncations beyond the last tree are the full fit. */
function truncationOf({ levels }: FittedGenerator, asked: Truncation): Truncation {
  return levels && asked !== 'full' && asked < levels.highest ? asked : 'full';
}

/** The trees of the judge: those of the vine; of what is no vine, as asked. */
function judgedAt({ levels }: FittedGenerator, asked: Truncation): Truncation {
  if (!levels) return asked;
  return asked === 'full' ? levels.highest : Math.min(asked, levels.highest);
}

function perPerson(scores: Scores, starts: Uint32Array): Scores {
  return Object.fromEntries(
    Object.entries(scores).map(([name, byRow]) => {
      const own = byPerson(byRow, starts, isDistance(name as ScoreName) ? 'mean' : 'sum');
      if (!own.every(Number.isFinite)) throw new Error(`the score '${name}' is not finite`);
      return [name, own];
    }),
  );
}
