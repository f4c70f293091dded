/** How far a whole study is: from how far each of its stages is, and from their shares of the work. */

import { openPace, type Progress } from '../work/progress.ts';
import type { Counts } from '../work/stages.ts';
import type { StageWork } from './studyWork.ts';

/** `done`, `total` and `kept` count within the stage. */
export interface StudyProgress extends Progress {
  /** Of another generator, after its name: 'rvine: attribute'. */
  readonly stage: string;
  /** Of the whole study, from 0 to 1, as far as its work can be foreseen. */
  readonly share: number;
  /** To the end of the study; infinite as long as nothing is known of its pace. */
  readonly secondsLeft: number;
}

/** Call the result with what is done of a stage. Stages that are not certain count once they begin. */
export function openStudyProgress(
  plan: readonly StageWork[],
  tell: ((progress: StudyProgress) => void) | undefined,
): (stage: string, counts: Counts) => void {
  const workOf = new Map(plan.map((each) => [each.stage, each]));
  const reached = new Map<string, { readonly done: number; readonly kept: number }>();
  let seconds = Infinity;
  const pace = openPace(({ secondsLeft }) => {
    seconds = secondsLeft;
  });
  return (stage, { done, total, kept = 0 }) => {
    const part = (count: number) => (total > 0 ? count / total : 0);
    reached.set(stage, { done: part(done), kept: part(kept) });
    const sums = { done: 0, kept: 0, total: 0 };
    for (const { stage: name, work, certain } of workOf.values()) {
      const own = reached.get(name);
      if (certain || own) sums.total += work;
      sums.done += work * (own?.done ?? 0);
      sums.kept += work * (own?.kept ?? 0);
    }
    pace(sums.done, sums.total, sums.kept);
    const share = sums.total > 0 ? sums.done / sums.total : 0;
    tell?.({ stage, done, total, kept, share, secondsLeft: seconds });
  };
}
