/** From what a study found to its verdict: on the chosen level, or on the levels by column that are released. */

import type { ReleaseCheck } from '../measures/release/releaseChecks.ts';
import type { ReleaseVerdict } from './decision.ts';
import { limitsOf } from './limits.ts';
import type { Measures } from './measure.ts';
import { likenessOf } from './measuredResult.ts';
import { riskFigures } from './riskFigures.ts';
import type { Studied } from './studied.ts';
import type { ResolvedStudy } from './studySettings.ts';
import { realScore } from './subject.ts';
import { type VerdictCase, verdictOf } from './verdict.ts';

export function decide(
  study: ResolvedStudy,
  {
    measures,
    choice,
    byColumn,
    promise,
  }: Pick<Studied, 'measures' | 'choice' | 'byColumn' | 'promise'>,
  checks: readonly ReleaseCheck[],
): ReleaseVerdict {
  const { recommended, levels } = choice;
  const place = levels.findIndex(({ truncation }) => truncation === recommended.truncation);
  const isByColumn = byColumn?.result.released === true;
  const released: Released = isByColumn
    ? { found: byColumn.measures, at: 0, kept: byColumn.result.usefulness?.value ?? null }
    : { found: measures, at: place, kept: levels[place].utility?.value ?? null };
  return verdictOf({
    isFirstLook: study.preset === 'quick',
    truncation: isByColumn ? null : recommended.truncation,
    chosen: isByColumn ? byColumn.result : levels[place],
    checks,
    controls: measures.audit?.controls ?? [],
    audit: released.found.audit?.levels[released.at],
    release: { trained: study.train.rows, rows: study.rows },
    limits: limitsOf(study.constraints),
    isForced: study.forceRelease,
    promise,
    isLevelChosen: levels.length > 1,
    figures: sentenceFigures(study, measures, released),
    against: recommended.against,
  });
}

/** What is released: whose measures, at which place, and what of the utility it keeps. */
interface Released {
  readonly found: Measures;
  readonly at: number;
  readonly kept: number | null;
}

function sentenceFigures(
  study: ResolvedStudy,
  measures: Measures,
  { found, at, kept }: Released,
): VerdictCase['figures'] {
  const { score, response } = study;
  return {
    risks: riskFigures(found, at, measures.audit?.controls ?? []),
    response,
    utility: {
      score,
      found: found.utility.levels[at].models.forest[score].median,
      real: realScore(measures, study),
      kept,
    },
    likeness: likenessOf(found.fidelity[at]),
  };
}
