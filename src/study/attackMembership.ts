/**
 * The paper's membership attack on one generator: at the highest level, and at lower ones only where that shows
 * an advantage, since models at lower levels hold less of the real data.
 */

import type { Truncation } from '../generators/generator.ts';
import { membershipAttack } from '../measures/membership/game.ts';
import type { MembershipOutcome } from '../measures/membership/outcome.ts';
import { membershipDefaults } from '../measures/membership/settings.ts';
import { InputError } from '../numerics/inputError.ts';
import { runStage, type StageControls } from '../work/stages.ts';
import { isClear, leastSeen } from './isClear.ts';
import type { Subject } from './measure.ts';
import type { ResolvedStudy } from './studySettings.ts';
import { watched } from './watched.ts';

export interface MembershipMeasures {
  /** By level; null where membership was not attacked. */
  readonly outcomes: readonly (readonly MembershipOutcome[] | null)[];
  /** Why levels were left out; null if none was. */
  readonly skipped: string | null;
  readonly notes: readonly string[];
}

/** The stage that follows where membership is not safe at t_max. */
export const LOWER_LEVELS = 'membership at lower levels';

export async function attackMembership(
  study: ResolvedStudy,
  subject: Subject,
  controls: StageControls,
): Promise<MembershipMeasures> {
  const { membershipLevels, sizes } = study;
  const { levels } = subject;
  if (!isPlayed(study)) return { outcomes: levels.map(() => null), skipped: null, notes: [] };
  const play = (name: string, at: readonly Truncation[]) =>
    playAt(name, at, study, subject, controls);
  const [last, ...lower] = [...levels].reverse();
  if (membershipLevels === 'all' || lower.length === 0) {
    const { byLevel, notes } = await play('membership', levels);
    return { outcomes: byLevel, skipped: null, notes };
  }
  const first = await play('membership', [last]);
  const [highest] = first.byLevel;
  const { sets = membershipDefaults.sets } = sizes.membership;
  if (isClear(highest, sets)) {
    return {
      outcomes: [...lower.map(() => null), highest],
      skipped: skippedWords(last, sets, leastSeen(highest, sets)),
      notes: first.notes,
    };
  }
  const rest = await play(LOWER_LEVELS, lower.reverse());
  return {
    outcomes: [...rest.byLevel, highest],
    skipped: null,
    notes: [...new Set([...first.notes, ...rest.notes])],
  };
}

/** Whether the paper's game is played. */
export function isPlayed({ membership }: Pick<ResolvedStudy, 'membership'>): boolean {
  return membership === 'paper' || membership === 'both';
}

async function playAt(
  name: string,
  levels: readonly Truncation[],
  { train, targets, sizes, seed }: ResolvedStudy,
  { generator, settings, repeatsCells }: Subject,
  controls: StageControls,
) {
  const { outcomes, notes } = await runStage(controls, name, (store) =>
    membershipAttack(train, {
      ...sizes.membership,
      ...watched(controls),
      generator,
      fit: settings,
      targets,
      seed,
      levels,
      ...(!repeatsCells && { store }),
      onProgress: (progress) => controls.tell(name, progress),
    }),
  );
  const byLevel = levels.map((level) => outcomes.filter((outcome) => outcome.truncation === level));
  if (byLevel.some((own) => own.every(({ median }) => median.all === undefined))) {
    throw new InputError('Membership attack: every trial failed at one of the levels.');
  }
  return { byLevel, notes };
}

function skippedWords(last: Truncation, sets: number, least: number): string {
  return [
    `Membership was attacked only at truncation ${last}.`,
    `The privacy gain there differs from 1, and varies, no more than chance explains with ${sets} synthetic sets per fit. Models at lower levels hold less of the real data.`,
    `An advantage below ${least.toFixed(2)} would have gone unnoticed.`,
    "To attack every level, set membershipLevels to 'all' (--mia all).",
  ].join(' ');
}
