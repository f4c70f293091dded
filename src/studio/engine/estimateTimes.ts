/**
 * How long a fit and a study will take: their work by the sizes of the table, at the cost that it usually has, or
 * that a fit in this tab has shown.
 */

import { FIT } from '../../study/fitCost.ts';
import { resolveStudy } from '../../study/resolveStudy.ts';
import type { ResolvedStudy } from '../../study/studySettings.ts';
import { type StageWork, studyWork } from '../../study/studyWork.ts';
import type { Table } from '../../table/table.ts';
import type { StudyChoice, TimesInfo } from './protocol.ts';
import { evenly, SCREEN_ROWS, WHOLE_ROWS } from './screenRows.ts';
import { settingsOf } from './settings.ts';

/** `pace`: what work has cost here, in parts of its usual cost. */
export function estimateTimes(
  table: Table,
  choice: StudyChoice,
  { threads, pace }: { readonly threads: number; readonly pace: number },
): TimesInfo {
  const plan = studyWork(sized(table, choice));
  const seconds = (isWanted: (stage: StageWork) => boolean) =>
    plan.filter(isWanted).reduce((sum, { fitted, drawn, other, shared }) => {
      const work = FIT * fitted + drawn + other;
      return sum + (pace * work) / (shared ? threads : 1);
    }, 0);
  const isFit = ({ stage }: StageWork) => stage === 'order' || stage === 'fit';
  return { fit: seconds(isFit), study: seconds((each) => each.certain && !isFit(each)) };
}

/** Of a large table some rows show what kinds of columns there are, and its length is known. */
function sized(table: Table, choice: StudyChoice): ResolvedStudy {
  const settings = settingsOf(choice);
  if (table.rows <= WHOLE_ROWS) return resolveStudy(table, settings);
  const study = resolveStudy(evenly(table, SCREEN_ROWS), settings);
  const longer = table.rows / (study.train.rows + study.test.rows);
  return {
    ...study,
    rows: table.rows,
    train: { ...study.train, rows: Math.round(study.train.rows * longer) },
    test: { ...study.test, rows: Math.round(study.test.rows * longer) },
  };
}
