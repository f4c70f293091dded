/** From what a study found to the document `results.json`. */

import type { ReleaseCheck } from '../measures/release/releaseChecks.ts';
import type { AttackTarget } from '../measures/targets.ts';
import type { ThreeRisks } from '../measures/threeRisks/threeRisks.ts';
import { ENGINE_VERSION } from '../model/engine.ts';
import { FIT_DEFAULTS } from '../model/settings.ts';
import { publish } from '../numerics/publish.ts';
import type { Table } from '../table/table.ts';
import type { Choice } from './choose.ts';
import type { Compared } from './compareGenerator.ts';
import type { ReleaseVerdict } from './decision.ts';
import { limitsOf } from './limits.ts';
import type { Measures } from './measure.ts';
import { attributesOf, measuredOf, scoreFields } from './measuredResult.ts';
import { promiseResult } from './promiseResult.ts';
import type {
  ColumnLevelsResult,
  LevelResult,
  MeasuredResult,
  StudyData,
  StudyResults,
} from './results.ts';
import type { Studied } from './studied.ts';
import { studyNotes } from './studyNotes.ts';
import type { ResolvedStudy } from './studySettings.ts';

/** All that a study found, step by step. */
export interface StudyFindings {
  readonly table: Table;
  readonly study: ResolvedStudy;
  readonly studied: Studied;
  readonly columnLevels: ColumnLevelsResult | null;
  readonly compared: readonly Compared[];
  readonly checks: readonly ReleaseCheck[];
  readonly verdict: ReleaseVerdict;
  /** Of the table that is released; null in a quick study. */
  readonly risks: ThreeRisks | null;
}

export function toResults(found: StudyFindings): StudyResults {
  const { study, studied, compared, checks } = found;
  const { truncations, measures, choice } = studied;
  const { outcomes, skipped } = measures.membership;
  const results: StudyResults = {
    format: 'tvinesynth-results',
    version: 2,
    engine: ENGINE_VERSION,
    seed: study.seed,
    preset: study.preset,
    settings: settingsOf(found),
    data: dataOf(found),
    verdict: found.verdict,
    promise: promiseResult(studied),
    limits: Object.values(limitsOf(study.constraints)),
    real: {
      utility: measures.utility.real.forest,
      aia: withoutLargest(attributesOf(measures.attribute?.real)),
    },
    levels: levelsOf(choice, measures),
    recommended: choice.recommended,
    differences: choice.differences,
    front: choice.front,
    columnLevels: found.columnLevels,
    compare: compared.map(({ result }) => result),
    controls: measures.audit?.controls ?? [],
    membership: {
      attacked: truncations.filter((_, place) => outcomes[place] !== null),
      skipped,
    },
    people: countKinds(study.targets),
    checks,
    threeRisks: found.risks && withoutNotes(found.risks),
    notes: studyNotes(found),
  };
  return publish(results, ['settings']);
}

function withoutNotes({ notes: _, ...risks }: ThreeRisks): StudyResults['threeRisks'] {
  return risks;
}

function settingsOf({ study, studied }: StudyFindings): Readonly<Record<string, unknown>> {
  const { fit } = study;
  const { truncations, tMax, measures } = studied;
  const { attribute } = measures;
  // a secret, which no file holds
  const { noiseSeed: _, ...generators } = study.generators;
  return {
    ...(study.generator === 'dpvine' ? { generator: study.generator } : vineSettings(study)),
    association: fit.association ?? FIT_DEFAULTS.association,
    threshold: fit.threshold ?? FIT_DEFAULTS.threshold,
    order: fit.order ?? FIT_DEFAULTS.order,
    ...(study.generator === 'dpvine' ? {} : copulaSettings(study)),
    k: fit.k ?? FIT_DEFAULTS.k,
    responseSampling: study.responseSampling,
    truncation: tMax,
    levels: truncations,
    columnLevels: study.columnLevels,
    membership: study.membership,
    membershipLevels: study.membershipLevels,
    forceRelease: study.forceRelease,
    compare: study.compare,
    alpha: study.alpha,
    constraints: study.constraints,
    rows: study.rows,
    ...(Object.keys(generators).length > 0 && { generators }),
    sizes: { ...study.sizes, ...(attribute && { attribute: attribute.parameters }) },
  };
}

/** What a private vine does not have, or cannot be told. */
function vineSettings({ structure, fit }: ResolvedStudy) {
  return {
    structure,
    byClass: fit.byClass ?? FIT_DEFAULTS.byClass,
    protect: fit.protect ?? FIT_DEFAULTS.protect,
    ...(fit.truncateRest !== undefined && { truncateRest: fit.truncateRest }),
  };
}

function copulaSettings({ fit }: ResolvedStudy) {
  return {
    families: fit.families ?? FIT_DEFAULTS.families,
    criterion: fit.criterion ?? FIT_DEFAULTS.criterion,
    margins: fit.margins ?? FIT_DEFAULTS.margins,
  };
}

function dataOf({ table, study, studied }: StudyFindings): StudyData {
  const { order } = studied.order;
  return {
    rows: table.rows,
    columns: table.columns.length,
    response: study.response,
    ...studied.described,
    K: order.K.map(({ name }) => name),
    related: order.K,
    train: study.train.rows,
    test: study.test.rows,
    trees: order.trees,
    tMax: studied.tMax,
  };
}

function levelsOf({ levels }: Choice, measures: Measures): LevelResult[] {
  return levels.map(({ truncation, onFront, satisfied, verdicts, judged, ...scored }, place) => ({
    truncation,
    ...measuredOf(measures, place),
    ...scoreFields(scored),
    judged,
    onFront,
    satisfied,
    verdicts,
  }));
}

/**
 * Without the largest of all coefficients: of bootstrap samples of the real rows it is that of very few
 * of them.
 */
function withoutLargest(found: MeasuredResult['aia']): MeasuredResult['aia'] {
  return Object.fromEntries(
    Object.entries(found).map(([name, each]) => [
      name,
      'wcab' in each ? { ...each, wcab: Number.NaN } : each,
    ]),
  );
}

function countKinds(targets: readonly AttackTarget[]): StudyResults['people'] {
  const outlying = targets.filter(({ kind }) => kind === 'outlying').length;
  return { outlying, random: targets.length - outlying };
}
