/**
 * What may be given away: a limit for each risk, with a default. The defaults are proposals, calibrated on
 * tables of 150 to 50,000 rows (docs/decision.md): what they let pass a statistician would release.
 *
 * A limit on variance has two parts unless it was given: at most .25, and at most .25 of what the real table
 * would give away. Below .1 nothing is learned that is worth speaking of: it narrows a guess by 5 %.
 */

import type { Constraints } from './constraints.ts';
import type { Limit, RiskName } from './decision.ts';

export const DEFAULT_LIMITS = {
  attribute: 0.25,
  guess: 0.25,
  membership: 0.6,
  membershipBeyondMargins: 0.03,
  people: 0,
  copies: 0,
} as const;

/** Of what the real table would give away of a column. */
const SHARE_OF_REAL = 0.25;

/** Shares of variance, or of wrong guesses, that are nobody's concern. */
export const NEGLIGIBLE = 0.1;

export interface RiskLimit extends Limit {
  /** Not, if somebody gave it. */
  readonly isDefault: boolean;
}

type Risk = Exclude<RiskName, 'keys'>;

export type RiskLimits = Readonly<Record<Risk, RiskLimit>>;

const OPTIONS: Readonly<Partial<Record<Risk, keyof Constraints & `max${string}`>>> = {
  attribute: 'maxMr2',
  guess: 'maxGuess',
  membership: 'maxMembership',
  membershipBeyondMargins: 'maxBeyondMargins',
  people: 'maxPeople',
};

const WORDS: Readonly<Record<Risk, (value: number) => string>> = {
  attribute: (value) => `variance of a sensitive column explained: at most ${value}`,
  guess: (value) =>
    `wrong guesses of a sensitive category that an attacker avoids: at most ${value}`,
  membership: (value) => `members recognised (AUC scaled to the release): at most ${value}`,
  membershipBeyondMargins: (value) =>
    `members recognised beyond what independent margins give away (difference of AUC): at most ${value}`,
  people: () => 'single people who are recognised nearly always: none',
  copies: () => 'exact copies beyond those that unseen rows show: none',
};

export function limitsOf(constraints: Constraints): RiskLimits {
  const limit = (risk: Risk): RiskLimit => {
    const option = OPTIONS[risk];
    const given = option && constraints[option];
    const value = given === 'none' ? null : (given ?? DEFAULT_LIMITS[risk]);
    const isDefault = given === undefined;
    const words = value === null ? `${subjectOf(risk)}: no limit` : wordsOf(risk, value, isDefault);
    return { risk, value, words, isDefault };
  };
  return {
    attribute: limit('attribute'),
    guess: limit('guess'),
    membership: limit('membership'),
    membershipBeyondMargins: limit('membershipBeyondMargins'),
    people: limit('people'),
    copies: limit('copies'),
  };
}

function subjectOf(risk: Risk): string {
  return WORDS[risk](0).split(':')[0];
}

function wordsOf(risk: Risk, value: number, isDefault: boolean): string {
  const words = WORDS[risk](value);
  const hasShare = isDefault && (risk === 'attribute' || risk === 'guess');
  return hasShare
    ? `${words}, and at most ${SHARE_OF_REAL} of what the real table would give away (up to ${NEGLIGIBLE} is negligible)`
    : words;
}

/** The limit for one column, of which the real table would give away `real`. */
export function limitFor({ value, isDefault }: RiskLimit, real: number | null): number {
  const most = value ?? Number.POSITIVE_INFINITY;
  if (!isDefault || real === null || Number.isNaN(real)) return most;
  return Math.min(most, Math.max(NEGLIGIBLE, SHARE_OF_REAL * real));
}

/** Limits that somebody lifted must not go unsaid. */
export function liftedNotes(limits: RiskLimits): string[] {
  return Object.values(limits)
    .filter(({ value }) => value === null)
    .map(
      ({ risk }) =>
        `The limit on ${SHORT[risk as Risk]} was lifted, so the verdict does not depend on it.`,
    );
}

const SHORT: Readonly<Record<Risk, string>> = {
  attribute: 'the variance of a sensitive column that an attacker explains',
  guess: 'right guesses of a sensitive category',
  membership: 'how well members are recognised',
  membershipBeyondMargins: 'how well members are recognised beyond what margins give away',
  people: 'single people who are recognised',
  copies: 'exact copies',
};
