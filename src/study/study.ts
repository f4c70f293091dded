/**
 * The whole job: the order of the columns, one fit at t_max, synthetic sets, attacks and measures at
 * every candidate level, the choice of a level, the table that is drawn there, and the checks on it.
 *
 * Which rows are used: rows set aside for the utility (a holdout, or a test table) are in no fit and no
 * attack. The model is fitted to all other rows, the training rows. The games draw their training and
 * reference rows, and the people that are attacked, among the training rows.
 */

import type { FittedGenerator } from '../generators/generator.ts';
import { checkRelease, type ReleaseCheck } from '../measures/release/releaseChecks.ts';
import { shownSchema, type TableGuard } from '../model/guardTable.ts';
import type { Model } from '../model/model.ts';
import type { TableOrder } from '../model/orderTable.ts';
import type { TableSchema } from '../table/schema.ts';
import type { Table } from '../table/table.ts';
import { checkpoint } from '../work/checkpoint.ts';
import type { StageControls } from '../work/stages.ts';
import { type Compared, compareGenerator } from './compareGenerator.ts';
import { decide } from './decide.ts';
import type { MeasureControls } from './measure.ts';
import { measureRisks } from './measureRisks.ts';
import { resolveStudy } from './resolveStudy.ts';
import type { StudyResults } from './results.ts';
import type { Studied } from './studied.ts';
import { withStudiedTable } from './studiedTable.ts';
import { studyPrivate } from './studyPrivate.ts';
import { openStudyProgress } from './studyProgress.ts';
import type {
  AnyStudySettings,
  PrivateStudySettings,
  ResolvedStudy,
  StudySettings,
} from './studySettings.ts';
import { studyVine } from './studyVine.ts';
import { studyWork } from './studyWork.ts';
import { realScore } from './subject.ts';
import { toResults } from './toResults.ts';

interface Found {
  /** As `results.json`. */
  readonly results: StudyResults;
  /** Drawn at the recommended level. Release it only if the verdict says so (`results.verdict`). */
  readonly synthetic: Table;
  /** With the types of all columns declared, and without the names of rare levels. */
  readonly schema: TableSchema;
  /** Brings other tables to what was measured: numbers within limits, rare levels pooled. */
  readonly guard: TableGuard;
  readonly order: TableOrder;
}

export interface StudyResult extends Found {
  /** At t_max; `truncate` gives the other levels. */
  readonly model: Model;
}

/** Of generator 'dpvine'. */
export interface PrivateStudyResult extends Found {
  readonly model: null;
  /** Of noisy numbers alone: `levels.at(t)` gives the other levels, `save()` what `model.json` holds. */
  readonly fitted: FittedGenerator;
}

/** Of whichever generator. */
export type AnyStudyResult = StudyResult | PrivateStudyResult;

/**
 * const { results, synthetic } = await study(table, { response: 'death', sensitive: ['totcst'] });
 * results.verdict.word; // 'release', 'release-with-care', 'do-not-release' or 'first-look'
 *
 * const found = await study(table, { response: 'death', generator: 'dpvine', epsilon: 1, schema });
 * found.results.promise?.bound?.auc; // no attack on membership can do better
 */
export function study(table: Table, settings: StudySettings): Promise<StudyResult>;
export function study(table: Table, settings: PrivateStudySettings): Promise<PrivateStudyResult>;
export function study(table: Table, settings: AnyStudySettings): Promise<AnyStudyResult>;
export async function study(table: Table, settings: AnyStudySettings): Promise<AnyStudyResult> {
  const { threads, signal, store, onProgress, onMeasured } = settings;
  const resolved = resolveStudy(table, settings);
  const tell = openStudyProgress(studyWork(resolved), onProgress);
  const stages: StageControls = { threads, signal, tell, store };
  const controls: MeasureControls = { ...stages, onMeasured };

  const isPrivate = resolved.generator === 'dpvine';
  const studied = await (isPrivate ? studyPrivate : studyVine)(resolved, controls);
  const compared = await compareAll(resolved, studied, stages);
  const columnLevels = studied.byColumn?.result ?? null;
  const synthetic = await studied.draw(
    columnLevels?.released ? columnLevels.truncations : studied.choice.recommended.truncation,
  );
  const checks = await checkTable(resolved, studied, synthetic, controls);
  const risks = await measureRisks(resolved, synthetic, controls);
  const verdict = decide(resolved, studied, checks);
  const results = toResults({
    table,
    study: resolved,
    studied,
    columnLevels,
    compared,
    checks,
    risks,
    verdict,
  });
  const { guard, raw } = resolved;
  const found: Found = {
    results,
    synthetic,
    schema: shownSchema(raw.schema, guard),
    guard,
    order: studied.order,
  };
  const { generator } = studied;
  const whole: AnyStudyResult =
    generator.kind === 'vine'
      ? { ...found, model: generator.model }
      : { ...found, model: null, fitted: generator.fitted };
  return withStudiedTable(whole, table);
}

async function compareAll(
  study: ResolvedStudy,
  { order, measures, choice: { recommended } }: Studied,
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

/** On the rows as they are: checks tell counts alone. */
async function checkTable(
  { raw: { train, test, schema }, rows, fit: { k, pooledLevel } }: ResolvedStudy,
  { generator, promise }: Studied,
  synthetic: Table,
  { signal, tell }: StageControls,
): Promise<ReleaseCheck[]> {
  tell('checks', { done: 0, total: 1 });
  await checkpoint(signal);
  const names = new Set(test.columns.map(({ name }) => name));
  const isWhole = train.columns.every(({ name }) => names.has(name));
  const checks = checkRelease(train, synthetic, schema, {
    rows,
    ...(generator.kind === 'vine' && { model: generator.model }),
    ...(promise?.holds && { isPublicDomain: true }),
    ...(k !== undefined && { k }),
    ...(pooledLevel !== undefined && { pooledLevel }),
    ...(isWhole && { holdout: test }),
  });
  tell('checks', { done: 1, total: 1 });
  return checks;
}
