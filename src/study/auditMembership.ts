/**
 * The membership audit of a generator in a study: everybody is a target, at every level, from the same
 * fits (measures/membershipAudit). Beside it stand generators of known leakage on the same people, so that
 * a reader sees what the attack would have seen.
 */

import { resolveDpvine } from '../generators/dpvine/settings.ts';
import type { ControlAudit } from '../measures/membershipAudit/controls.ts';
import type { LevelAudit } from '../measures/membershipAudit/levelAudit.ts';
import {
  type MembershipAudit,
  membershipAudit,
} from '../measures/membershipAudit/membershipAudit.ts';
import type { ScoreName } from '../measures/membershipAudit/scores/score.ts';
import { runStage, type StageControls } from '../work/stages.ts';
import type { Subject } from './measure.ts';
import type { ResolvedStudy } from './studySettings.ts';
import { watched } from './watched.ts';

export interface MembershipAuditMeasures
  extends Pick<MembershipAudit, 'trained' | 'drawn' | 'release' | 'failures'> {
  /** One for each level of the subject, in their order. */
  readonly levels: readonly LevelAudit[];
  /** Once in a study: beside what it is of. Empty for competitors, and in a first look. */
  readonly controls: readonly ControlAudit[];
  readonly notes: readonly string[];
}

/** As progress and stores name it. */
export const MEMBERSHIP_AUDIT = 'membership audit';

/** Whether it is done. */
export function isAudited({ membership }: Pick<ResolvedStudy, 'membership'>): boolean {
  return membership === 'audit' || membership === 'both';
}

/** With 2,000 people and 32 fits an average advantage of .016 is seen. */
const MOST = { mostPeople: 2000, mostRows: 5000 };

const CONTROLS = ['copy', 'partial-copy', 'unrelated', 'independent'] as const;

/** What judges, and what stands beside it: the nearest row, which sees copies, and the density about a person. */
const SCORES = ['refit', 'near', 'nearRanks', 'kernel'] as const satisfies readonly ScoreName[];

/** How much is done for a generator, that of the study or a competitor. */
export function auditSizes({ sizes }: ResolvedStudy, isStudied: boolean) {
  const { fits, controls } = sizes.audit;
  return { ...MOST, fits, controls: controls && isStudied ? CONTROLS : [] };
}

/** A model that may be released is also looked at itself: a vine by its density, a private one by its noisy numbers. */
export function auditScores(isVine: boolean, isPrivate: boolean): readonly ScoreName[] {
  return [
    ...SCORES,
    ...(isVine ? ['model' as const] : []),
    ...(isPrivate ? ['file' as const] : []),
  ];
}

export async function auditMembership(
  study: ResolvedStudy,
  { generator, settings, levels, drawable, isStudied = false, repeatsCells }: Subject,
  controls: StageControls,
): Promise<MembershipAuditMeasures> {
  const { train, test, rows, seed } = study;
  const found = await runStage(controls, MEMBERSHIP_AUDIT, (store) =>
    membershipAudit(train, {
      ...auditSizes(study, isStudied),
      ...watched(controls),
      generator,
      fit: settings,
      levels,
      release: { trained: train.rows, rows },
      scores: auditScores(drawable !== undefined, generator === 'dpvine' && isStudied),
      holdout: test,
      // what a private fit promises holds but for this chance
      ...(settings.dpvine && { delta: resolveDpvine(settings.dpvine).delta }),
      seed,
      ...(!repeatsCells && { store }),
      onProgress: (progress) => controls.tell(MEMBERSHIP_AUDIT, progress),
    }),
  );
  const { trained, drawn, release, failures, notes } = found;
  return {
    trained,
    drawn,
    release,
    failures,
    notes,
    levels: found.levels,
    controls: found.controls,
  };
}
