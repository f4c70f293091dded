/**
 * Privacy and utility of one synthetic table on the scale of 0 to 1, where 1 is best, as the paper's
 * appendix on the choice of the truncation level as an optimisation task wants them. The paper leaves
 * the normalisation open. These are absolute: they do not depend on the levels that are compared, so
 * that a study of more levels, or of other generators, moves no score.
 *
 * - A column of numbers under the attribute attack: 1 - MR2, the share of its variance that the strongest
 *   of three attackers explains (attackers.ts). MAB does not count: it can fall while R2 rises.
 * - A category under the attribute attack: 1 - (rate - baseline)/(1 - baseline), the rate of right
 *   guesses of the stronger of two attackers against always guessing the most frequent level.
 * - Membership by the audit: 1 - max(0, 2 AUC - 1), for the AUC at the release of whoever tells members best; 2 AUC - 1
 *   is by how much an attacker who has to tell a member from somebody else is right more often than chance.
 * - Membership by the paper's game, where it alone was played: 1 - |1 - PG| for the median privacy gain PG of
 *   outlying and of random people, whichever is lower; of all people where trials are few (judgedGains.ts). A
 *   gain above 1 is no better than one as far below: guesses can be turned around.
 * - Privacy is the lowest of all these: a table is as private as its weakest side.
 * - Utility: what models that learn from synthetic rows reach on real ones above chance, as a share of
 *   what models reach that learn from real rows: (AUC - 1/2)/(AUC of real data - 1/2), or R2/R2.
 */

import type { Attacker } from '../measures/attribute/attackers.ts';
import type { CategoryAttacker } from '../measures/attribute/categoriesOverSets.ts';
import { type Interval, meanInterval } from '../numerics/intervals.ts';

/** What was measured at a level, or of another generator: plain figures. */
export interface Figures {
  readonly numbers: readonly NumberFigures[];
  readonly categories: readonly CategoryFigures[];
  /** Null if the paper's game was not played. */
  readonly membership: MembershipFigures | null;
  /** The AUC at the release of whoever tells members best; null if nobody was audited. */
  readonly audit: Interval | null;
  readonly utility: UtilityFigures;
}

export interface NumberFigures {
  readonly name: string;
  /** Of the strongest attacker, and who that is. */
  readonly mr2: number;
  readonly attacker: Attacker;
  /** By iteration. */
  readonly mr2Values: readonly number[];
}

export interface CategoryFigures {
  readonly name: string;
  /** Of the stronger attacker, and who that is. */
  readonly rate: number;
  readonly attacker: CategoryAttacker;
  readonly baseline: number;
  /** Half the width of the rate's interval; null if nothing is known of it. */
  readonly halfWidth: number | null;
}

export interface MembershipFigures {
  /** Median privacy gains, by who was attacked and what the attacker saw. */
  readonly medians: readonly {
    readonly who: string;
    readonly gain: number;
    /** Half the width of the mean gain's interval; null if nothing is known of it. */
    readonly halfWidth: number | null;
  }[];
  /** The level at which this was measured, if that is another one. */
  readonly takenFrom?: number;
}

export interface UtilityFigures {
  readonly score: 'auc' | 'r2';
  readonly median: number;
  /** By synthetic set. */
  readonly values: readonly number[];
}

/** A figure on the scale of 0 to 1, and what it comes from. */
export interface Normalised {
  readonly value: number;
  /** Half the width of a 95 % interval; null if nothing is known of it. */
  readonly halfWidth: number | null;
  /** In words. */
  readonly from: string;
}

export function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** The sides of privacy, each on the scale of 0 to 1. */
export function privacySides({ numbers, categories, membership, audit }: Figures): Normalised[] {
  const attacked = membership ? [membershipPrivacy(membership)] : [];
  return [
    ...numbers.map(numberPrivacy),
    ...categories.map(categoryPrivacy),
    ...(audit ? [auditPrivacy(audit)] : attacked),
  ];
}

/** The weakest side; the first of equals. */
export function privacyScore(figures: Figures): Normalised {
  const sides = privacySides(figures);
  if (sides.length === 0) throw new RangeError('no attack, no figure of privacy');
  return sides.reduce((weakest, side) => (side.value < weakest.value ? side : weakest));
}

function numberPrivacy({ name, mr2, attacker, mr2Values }: NumberFigures): Normalised {
  const privacy = (value: number) => 1 - clamp(value);
  return {
    value: privacy(mr2),
    halfWidth: halfWidthOf(mr2Values.map(privacy)),
    from: `attribute inference of ${name} (${MR2_WORDS[attacker]})`,
  };
}

const MR2_WORDS: Readonly<Record<Attacker, string>> = {
  pooled: 'MR2',
  byClass: 'MR2 within classes of the response',
  forest: 'MR2 of a random forest',
};

function categoryPrivacy(figures: CategoryFigures): Normalised {
  const { name, rate, attacker, baseline, halfWidth } = figures;
  const room = 1 - baseline;
  return {
    value: room > 0 ? 1 - clamp((rate - baseline) / room) : 1,
    halfWidth: halfWidth === null ? null : room > 0 ? clamp(halfWidth / room) : 0,
    from: `attribute inference of ${name} (rate of correct guesses${attacker === 'forest' ? ' by a random forest' : ''})`,
  };
}

function auditPrivacy({ estimate, low, high }: Interval): Normalised {
  const privacy = (auc: number) => 1 - clamp(2 * auc - 1);
  const half = (privacy(low) - privacy(high)) / 2;
  return {
    value: privacy(estimate),
    halfWidth: Number.isFinite(half) ? half : null,
    from: 'membership inference (everybody in the table)',
  };
}

function membershipPrivacy({ medians }: MembershipFigures): Normalised {
  const worst = medians.reduce((far, each) =>
    Math.abs(1 - each.gain) > Math.abs(1 - far.gain) ? each : far,
  );
  return {
    value: 1 - clamp(Math.abs(1 - worst.gain)),
    halfWidth: worst.halfWidth,
    from: `membership inference (${worst.who})`,
  };
}

/** The largest advantage of the membership attack, whatever its sign; of the medians. */
export function largestAdvantage({ medians }: MembershipFigures): number {
  return Math.max(...medians.map(({ gain }) => Math.abs(1 - gain)));
}

/** What a score is worth that learns nothing. */
const CHANCE = { auc: 0.5, r2: 0 } as const;

/** Below it, real rows themselves teach nothing that could be lost. */
const LEAST_ABOVE_CHANCE = 0.01;

/** Nothing can be said if models that learn from real rows are no better than chance: null. */
export function utilityScore(
  { score, median, values }: UtilityFigures,
  real: number,
): Normalised | null {
  const room = real - CHANCE[score];
  if (!(room >= LEAST_ABOVE_CHANCE)) return null;
  const share = (value: number) => clamp((value - CHANCE[score]) / room);
  const name = score === 'auc' ? 'AUC' : 'R2';
  return { value: share(median), halfWidth: halfWidthOf(values.map(share)), from: name };
}

/** Half of Student's 95 % interval for the mean. */
function halfWidthOf(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const { estimate, high } = meanInterval(values);
  return high - estimate;
}
