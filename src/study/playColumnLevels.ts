/** The combination of a level for each protected column, measured as any level is. */

import type { TableOrder } from '../model/orderTable.ts';
import { truncate } from '../model/truncate.ts';
import type { StageControls } from '../work/stages.ts';
import { within } from '../work/store.ts';
import { DEFAULT_SAFE_MR2, safeLevels } from './columnLevels.ts';
import { judge, missOf } from './constraints.ts';
import { figuresOf, levelFigures } from './figures.ts';
import { judgeLevel } from './judgeLevel.ts';
import { limitsOf } from './limits.ts';
import { type Measures, measure } from './measure.ts';
import { measuredOf, scoreFields } from './measuredResult.ts';
import type { PlayedLevels } from './playLevels.ts';
import type { ColumnLevelsResult } from './results.ts';
import { riskFigures } from './riskFigures.ts';
import { scoreOf } from './score.ts';
import type { ResolvedStudy } from './studySettings.ts';
import { realScore, subjectOf } from './subject.ts';

export interface PlayedColumnLevels {
  readonly result: ColumnLevelsResult;
  readonly measures: Measures;
}

/** Null unless it was asked for and there are columns to cut. */
export async function playColumnLevels(
  study: ResolvedStudy,
  order: TableOrder,
  { model, fit, measures, choice }: PlayedLevels,
  truncations: readonly number[],
  controls: StageControls,
): Promise<PlayedColumnLevels | null> {
  if (study.columnLevels === 'together' || !model.protected) return null;
  const { constraints, alpha, score } = study;
  const { maxMr2 = DEFAULT_SAFE_MR2 } = constraints;
  const limit = maxMr2 === 'none' ? 1 : maxMr2;
  const levels = safeLevels(levelFigures(measures, truncations, study), order, limit);
  const cut = truncate(model, levels);
  const subject = subjectOf(study, { ...fit, truncation: levels }, cut, ['full']);
  const found = await measure(study, subject, {
    ...controls,
    tell: (stage, counts) => controls.tell(`levels by column: ${stage}`, counts),
    store: within(controls.store, 'columns'),
  });
  const figures = figuresOf(found, 0, score);
  const real = realScore(measures, study);
  const scored = scoreOf(figures, real, alpha);
  const verdicts = judge(figures, real, constraints);
  const controlled = measures.audit?.controls ?? [];
  const judged = judgeLevel(riskFigures(found, 0, controlled), limitsOf(constraints));
  const satisfied = missOf(verdicts) === 0 && judged.judged === 'safe';
  const common = choice.levels.find(
    ({ truncation }) => truncation === choice.recommended.truncation,
  );
  const isBetter = !common?.satisfied || scored.score > common.score;
  const result = {
    truncations: levels,
    limit,
    ...measuredOf(found, 0),
    ...scoreFields(scored),
    judged,
    satisfied,
    verdicts,
    released: satisfied && isBetter,
  };
  return { result, measures: found };
}
