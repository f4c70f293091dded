/** The figures that a level, or another generator, is scored and judged by. */

import { valuesOf } from '../measures/attribute/attackerFindings.ts';
import type { AttributeFindings, CategoryFindings } from '../measures/attribute/findings.ts';
import type { MembershipOutcome } from '../measures/membership/outcome.ts';
import type { LevelAudit } from '../measures/membershipAudit/levelAudit.ts';
import type { ScoreAudit } from '../measures/membershipAudit/scoreAudit.ts';
import type { ScoreName } from '../measures/membershipAudit/scores/score.ts';
import type { Interval } from '../numerics/intervals.ts';
import type { LevelFigures } from './choose.ts';
import { type JudgedGain, judgedGains } from './judgedGains.ts';
import { judgeLevel } from './judgeLevel.ts';
import { limitsOf } from './limits.ts';
import type { Measures } from './measure.ts';
import type { CategoryFigures, Figures, MembershipFigures, NumberFigures } from './privacyScore.ts';
import { riskFigures } from './riskFigures.ts';
import type { ResolvedStudy } from './studySettings.ts';

/**
 * Each with its judgement. Where the paper's game was not played because it is safe at t_max, the figure of
 * t_max stands for it.
 */
export function levelFigures(
  measures: Measures,
  truncations: readonly number[],
  { score, constraints }: ResolvedStudy,
): LevelFigures[] {
  const limits = limitsOf(constraints);
  const controls = measures.audit?.controls ?? [];
  const found = truncations.map((truncation, place) => ({
    truncation,
    ...figuresOf(measures, place, score),
    judged: judgeLevel(riskFigures(measures, place, controls), limits),
  }));
  const last = found[found.length - 1];
  return found.map((each) =>
    each.membership || !last.membership
      ? each
      : { ...each, membership: { ...last.membership, takenFrom: last.truncation } },
  );
}

/** The figures at the level in a place. */
export function figuresOf(measures: Measures, place: number, score: 'auc' | 'r2'): Figures {
  const { attribute, membership, audit, utility } = measures;
  const found = attribute?.levels[place];
  return {
    numbers: Object.entries(found?.sensitive ?? {}).map(numberFigures),
    categories: Object.entries(found?.categories ?? {}).map(categoryFigures),
    membership: membershipFigures(membership.outcomes[place]),
    audit: strongestAttacker(audit?.levels[place]),
    utility: { score, ...utility.levels[place].models.forest[score] },
  };
}

function numberFigures([name, found]: [string, AttributeFindings]): NumberFigures {
  const { strongest } = found;
  return {
    name,
    mr2: strongest.mr2,
    attacker: strongest.attacker,
    mr2Values: valuesOf(found, strongest.attacker),
  };
}

function categoryFigures([name, found]: [string, CategoryFindings]): CategoryFigures {
  const { rate, rateForest, strongest, baseline } = found;
  return {
    name,
    rate: strongest.rate,
    attacker: strongest.attacker,
    baseline: baseline.estimate,
    halfWidth: halfWidthOf(strongest.attacker === 'forest' ? rateForest : rate, 1),
  };
}

/** Whoever tells members best: the judge, or who looks for near rows, which see copies. */
function strongestAttacker(level: LevelAudit | undefined): Interval | null {
  const attackers = [judgeOf(level), level?.scores.near].flatMap((each) =>
    each ? [each.atRelease] : [],
  );
  if (attackers.length === 0) return null;
  return attackers.reduce((most, each) => (each.estimate > most.estimate ? each : most));
}

/** What the audit's judge found at a level. */
export function judgeOf(level: LevelAudit | undefined): ScoreAudit | undefined {
  return level?.scores[level.judge as ScoreName];
}

function membershipFigures(
  outcomes: readonly MembershipOutcome[] | null,
): MembershipFigures | null {
  if (!outcomes) return null;
  const medians = outcomes.flatMap((outcome) =>
    judgedOf(outcome).map(({ who, gain }) => ({
      who: `${who}, by an attacker who sees ${SEEN[outcome.features]}`,
      gain,
      halfWidth: outcome.privacyGain ? halfWidthOf(outcome.privacyGain, 2) : null,
    })),
  );
  return medians.length > 0 ? { medians } : null;
}

/** The medians of a membership attack that are judged. */
export function judgedOf({ targets }: MembershipOutcome): JudgedGain[] {
  return judgedGains(
    targets.map(({ target, trials }) => ({
      kind: target.kind,
      gains: trials.map(({ privacyGain }) => privacyGain),
    })),
  );
}

/** What an attacker on membership sees of a synthetic table. */
export const SEEN: Readonly<Record<MembershipOutcome['features'], string>> = {
  naive: 'means and variances',
  histogram: 'histograms',
  correlation: 'correlations',
  all: 'summaries of columns and correlations',
  nearness: 'the synthetic rows closest to a person',
};

/** Half the width of an interval; null if nothing is known, which leaves all from 0 to `most`. */
function halfWidthOf({ low, high }: Interval, most: number): number | null {
  const width = high - low;
  return Number.isFinite(width) && width < most ? width / 2 : null;
}
