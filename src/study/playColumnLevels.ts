/** The combination of a level for each protected column, measured as any level is. */

import type { TableOrder } from '../model/orderTable.ts';
import { truncate } from '../model/truncate.ts';
import type { StageControls } from '../work/stages.ts';
import { within } from '../work/store.ts';
import { DEFAULT_SAFE_MR2, safeLevels } from './columnLevels.ts';
import { judge, missOf } from './constraints.ts';
import { figuresOf, levelFigures } from './figures.ts';
import { measure } from './measure.ts';
import { measuredOf, scoreFields } from './measuredResult.ts';
import type { PlayedLevels } from './playLevels.ts';
import type { ColumnLevelsResult } from './results.ts';
import { scoreOf } from './score.ts';
import type { ResolvedStudy } from './studySettings.ts';
import { realScore, subjectOf } from './subject.ts';

/** Null unless it was asked for and there are columns to cut. */
export async function playColumnLevels(
  study: ResolvedStudy,
  order: TableOrder,
  { model, fit, measures, choice }: PlayedLevels,
  truncations: readonly number[],
  controls: StageControls,
): Promise<ColumnLevelsResult | null> {
  if (study.columnLevels === 'together' || !model.protected) return null;
  const { constraints, alpha, score } = study;
  const limit = constraints.maxMr2 ?? DEFAULT_SAFE_MR2;
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
  const satisfied = missOf(verdicts) === 0;
  const common = choice.levels.find(
    ({ truncation }) => truncation === choice.recommended.truncation,
  );
  const isBetter = !common?.satisfied || scored.score > common.score;
  return {
    truncations: levels,
    limit,
    ...measuredOf(found, 0),
    ...scoreFields(scored),
    satisfied,
    verdicts,
    released: satisfied && isBetter,
  };
}
