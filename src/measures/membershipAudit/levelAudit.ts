/** What the audit shows at one truncation level: plain data, and nothing about fewer than five people. */

import type { Truncation } from '../../generators/generator.ts';
import { holm } from '../../numerics/holm.ts';
import type { Interval } from '../../numerics/intervals.ts';
import { FEWEST_PEOPLE } from '../../numerics/publish.ts';
import { byPerson } from './byPerson.ts';
import { aucOverFits, FEWEST_FITS } from './fitAuc.ts';
import type { Group, GroupName } from './groups.ts';
import { pairFigures } from './pairGuesses.ts';
import type { ResolvedAudit } from './resolveAudit.ts';
import { auditScores, type DoneFit, judge, type ScoreAudits, scaled } from './scoreAudit.ts';
import { refitScores } from './scores/refit.ts';
import { isAnybodySure, type PeopleScreen, screenPeople } from './screenPeople.ts';

export interface LevelAudit {
  readonly truncation: Truncation;
  /** Fits that were done, and people who were scored in each. */
  readonly fits: number;
  readonly people: number;
  /** Which of the scores judges. */
  readonly judge: string;
  readonly scores: ScoreAudits;
  /** By the judge. */
  readonly groups: readonly GroupAudit[];
  readonly screen: PeopleScreen;
  /** Whether any single person is recognised nearly always, by the judge or by near rows. */
  readonly isAnybodySure: boolean;
  /** Who has no fits of their own, but a reference of other people; null without held-out rows. */
  readonly oneShot: OneShotAudit | null;
}

export interface GroupAudit extends GroupName {
  readonly people: number;
  readonly auc: Interval;
  /** That chance alone has so many right guesses of pairs with one of the group; adjusted after Holm. */
  readonly p: number;
  readonly adjusted: number;
}

export interface OneShotAudit {
  /** Rows of the reference. */
  readonly rows: number;
  readonly auc: Interval;
  readonly atRelease: Interval;
}

/** `fits`: their scores at this level. */
export function levelAudit(
  audit: ResolvedAudit,
  truncation: Truncation,
  fits: readonly DoneFit[],
): LevelAudit {
  const { scores, groups, levels, people, table, rng } = audit;
  const found = auditScores(scores, fits, audit);
  const [chosen] = Object.keys(found) as (typeof scores)[number][];
  const judged = judge(chosen, fits);
  const raw = fits.map((fit) => ({ coins: fit.coins, scores: fit.scores[chosen] as Float64Array }));
  const few = table.rows - people.scored;
  return {
    truncation,
    fits: fits.length,
    // a difference of one to four people would tell of them
    people: few < FEWEST_PEOPLE ? table.rows : people.scored,
    judge: chosen,
    scores: found,
    groups: auditGroups(groups, judged, fits.length >= FEWEST_FITS),
    screen: screenPeople(raw, judged, levels.length, rng.split('screen', truncation)),
    isAnybodySure: anybodySure([chosen, 'near'], fits, levels.length),
    oneShot: oneShot(audit, truncation, fits),
  };
}

function anybodySure(
  names: readonly (keyof ScoreAudits)[],
  fits: readonly DoneFit[],
  levels: number,
): boolean {
  const there = [...new Set(names)].filter((name) => fits.every(({ scores }) => scores[name]));
  return there.some((name) =>
    isAnybodySure(
      fits.map(({ coins, scores }) => ({ coins, scores: scores[name] as Float64Array })),
      there.length * levels,
    ),
  );
}

function auditGroups(
  groups: readonly Group[],
  judged: Parameters<typeof pairFigures>[0],
  isSpreadKnown: boolean,
): GroupAudit[] {
  const pValues = groups.map(({ members }) => pairFigures(judged, members).p);
  const adjusted = holm(pValues);
  return groups.map(({ members, ...name }, at) => ({
    ...name,
    auc: aucOverFits(judged, isSpreadKnown, members),
    p: pValues[at],
    adjusted: adjusted[at],
  }));
}

/** The refit log-density less that of the reference (DOMIAS): nothing is calibrated. */
function oneShot(
  { holdout, audited, released, plan }: ResolvedAudit,
  truncation: Truncation,
  fits: readonly DoneFit[],
): OneShotAudit | null {
  if (!holdout || !fits.every(({ scores }) => scores.refit)) return null;
  const reference = byPerson(refitScores(plan.judge, holdout, truncation), plan.starts, 'sum');
  const compared = fits.map(({ coins, scores }) => ({
    coins,
    ratios: (scores.refit as Float64Array).map((score, i) => score - reference[i]),
  }));
  const auc = aucOverFits(compared, fits.length >= FEWEST_FITS);
  const by = { reference: holdout.rows };
  return {
    rows: holdout.rows,
    auc,
    atRelease: scaled(auc, { ...audited, ...by }, { ...released, ...by }),
  };
}
