/**
 * Limits that a release has to meet, in the terms of the person responsible for it. Those on risks have
 * defaults (limits.ts) and are judged by intervals; those on use, and on the advantage in the paper's
 * membership game, have none and are judged by medians.
 */

import { InputError } from '../numerics/inputError.ts';
import { type Figures, largestAdvantage } from './privacyScore.ts';

export interface Constraints {
  /** The largest share of a sensitive column's variance that an attacker may explain, and no other limit on it. */
  readonly maxMr2?: number | 'none';
  /** The largest share of wrong guesses of a sensitive category that an attacker may avoid. */
  readonly maxGuess?: number | 'none';
  /** The largest AUC of the membership audit, scaled to the release. */
  readonly maxMembership?: number | 'none';
  /** The same less what independent margins give away. */
  readonly maxBeyondMargins?: number | 'none';
  /** Whether a single person may be recognised nearly always. */
  readonly maxPeople?: 0 | 'none';
  /** The least AUC, as a multiple of that of models which learn from real rows: 0.95. */
  readonly minAuc?: number;
  /** The same for the R2 of a numeric response. */
  readonly minR2?: number;
  /** The largest advantage of the paper's membership attack, whatever its sign; of the medians. */
  readonly maxAdvantage?: number;
}

/** What is judged by medians. */
export type MedianLimit = 'minAuc' | 'minR2' | 'maxAdvantage';

/** How a level stands to one constraint. */
export interface Verdict {
  readonly constraint: MedianLimit;
  readonly limit: number;
  readonly found: number;
  /** By how much it is missed; 0 if it is kept. All are on scales from 0 to about 1. */
  readonly excess: number;
  /** In words. */
  readonly words: string;
}

/** What there is to be judged. */
export interface Measured {
  readonly hasNumbers: boolean;
  readonly hasMembership: boolean;
  readonly score: 'auc' | 'r2';
}

/** Refuses limits that are no numbers, or that nothing measured can keep or miss. */
export function checkConstraints(constraints: Constraints, measured: Measured): void {
  for (const [name, limit] of Object.entries(constraints)) {
    if (!(name in NAMES)) {
      throw new InputError(
        `Constraints: there is no limit '${name}'. Give ${Object.keys(NAMES).join(', ')}.`,
      );
    }
    const own = name as keyof Constraints;
    if (limit === undefined || (limit === 'none' && !(own in LIMITS))) continue;
    if (own === 'maxPeople' && limit !== 0) {
      throw new InputError(`${NAMES[own]}: found ${limit}. Give 0 or none.`);
    }
    if (!(Number.isFinite(limit) && limit >= 0)) {
      const lift = own in LIMITS ? '' : ", or 'none' to lift the limit";
      throw new InputError(`${NAMES[own]}: found ${limit}. Give a number of at least 0${lift}.`);
    }
  }
  const { maxMr2, minAuc, minR2, maxAdvantage } = constraints;
  const refuse = (name: keyof Constraints, why: string) => {
    throw new InputError(`${NAMES[name]}: it cannot be checked, because ${why}. Leave it out.`);
  };
  if (typeof maxMr2 === 'number' && !measured.hasNumbers) {
    refuse('maxMr2', 'no numeric sensitive column is attacked');
  }
  if (maxAdvantage !== undefined && !measured.hasMembership) {
    throw new InputError(
      `${NAMES.maxAdvantage}: it cannot be checked, because the paper's membership attack is not played. Leave it out, or play it (membership: 'both', --membership both).`,
    );
  }
  if (minAuc !== undefined && measured.score !== 'auc') {
    refuse('minAuc', 'the response is numeric and has an R2 instead of an AUC');
  }
  if (minR2 !== undefined && measured.score !== 'r2') {
    refuse('minR2', 'the response is categorical and has an AUC instead of an R2');
  }
}

/**
 * One verdict for each limit on medians that is set. `real`: the score of models which learn from real rows. The
 * constraints have been checked.
 */
export function judge(figures: Figures, real: number, constraints: Constraints): Verdict[] {
  const { membership, utility } = figures;
  const { maxAdvantage } = constraints;
  const verdicts: Verdict[] = [];
  const least = utility.score === 'auc' ? constraints.minAuc : constraints.minR2;
  if (least !== undefined) {
    const [constraint, name] = utility.score === 'auc' ? AUC : R2;
    // the difference, not the ratio, so that a real R2 below 0 makes no sense of nonsense
    const excess = least * real - utility.median;
    const words = `the ${name} is ${utility.median.toFixed(3)} (${real.toFixed(3)} with real data)`;
    verdicts.push(verdict(constraint, least, utility.median / real, excess, words));
  }
  if (maxAdvantage !== undefined && membership) {
    const found = largestAdvantage(membership);
    const words = `the membership attack has an advantage of ${found.toFixed(3)}`;
    verdicts.push(verdict('maxAdvantage', maxAdvantage, found, found - maxAdvantage, words));
  }
  return verdicts;
}

const AUC = ['minAuc', 'AUC'] as const;
const R2 = ['minR2', 'R2'] as const;

/** The largest miss. */
export function missOf(verdicts: readonly Verdict[]): number {
  return Math.max(0, ...verdicts.map(({ excess }) => excess));
}

function verdict(
  constraint: MedianLimit,
  limit: number,
  found: number,
  excess: number,
  words: string,
): Verdict {
  return { constraint, limit, found, excess: Math.max(0, excess), words };
}

const LIMITS: Readonly<Record<MedianLimit, (limit: number) => string>> = {
  minAuc: (limit) => `AUC at least ${limit} times that of the real data`,
  minR2: (limit) => `R2 at least ${limit} times that of the real data`,
  maxAdvantage: (limit) => `advantage of the membership attack at most ${limit}`,
};

/** As errors call them: for readers of settings and of options alike. */
const NAMES: Readonly<Record<keyof Constraints, string>> = {
  maxMr2: 'Largest MR2 (maxMr2, --max-mr2)',
  maxGuess: 'Most wrong guesses avoided (maxGuess, --max-guess)',
  maxMembership: 'Largest membership AUC (maxMembership, --max-membership)',
  maxBeyondMargins: 'Most beyond margins (maxBeyondMargins, --max-beyond-margins)',
  maxPeople: 'Single people (maxPeople, --max-people)',
  minAuc: 'Least AUC (minAuc, --min-auc)',
  minR2: 'Least R2 (minR2, --min-r2)',
  maxAdvantage: 'Largest advantage (maxAdvantage, --max-advantage)',
};

/** A limit as one reads it: 'R2 at least 0.9 times that of the real data'. */
export function limitInWords({ constraint, limit }: Verdict): string {
  return LIMITS[constraint](limit);
}
