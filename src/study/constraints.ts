/** Limits that a release has to meet, in the terms of the person responsible for it. */

import { ATTACKER_WORDS } from '../measures/attribute/attackers.ts';
import { InputError } from '../numerics/inputError.ts';
import { type Figures, largestAdvantage } from './privacyScore.ts';

export interface Constraints {
  /** The largest share of variance (MR2) that the strongest attacker may explain of a sensitive column. */
  readonly maxMr2?: number;
  /** The least AUC, as a multiple of that of models which learn from real rows: 0.95. */
  readonly minAuc?: number;
  /** The same for the R2 of a numeric response. */
  readonly minR2?: number;
  /** The largest advantage of a membership attack, whatever its sign; of the medians. */
  readonly maxAdvantage?: number;
}

/** How a level stands to one constraint. */
export interface Verdict {
  readonly constraint: keyof Constraints;
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
    if (!(name in LIMITS)) {
      throw new InputError(
        `Constraints: there is no limit '${name}'. Give ${Object.keys(LIMITS).join(', ')}.`,
      );
    }
    if (limit !== undefined && !(Number.isFinite(limit) && limit >= 0)) {
      throw new InputError(
        `${NAMES[name as keyof Constraints]}: found ${limit}. Give a number of at least 0.`,
      );
    }
  }
  const { maxMr2, minAuc, minR2, maxAdvantage } = constraints;
  const refuse = (name: keyof Constraints, why: string) => {
    throw new InputError(`${NAMES[name]}: it cannot be checked, because ${why}. Leave it out.`);
  };
  if (maxMr2 !== undefined && !measured.hasNumbers) {
    refuse('maxMr2', 'no numeric sensitive column is attacked');
  }
  if (maxAdvantage !== undefined && !measured.hasMembership) {
    refuse('maxAdvantage', 'membership is not attacked');
  }
  if (minAuc !== undefined && measured.score !== 'auc') {
    refuse('minAuc', 'the response is numeric and has an R2 instead of an AUC');
  }
  if (minR2 !== undefined && measured.score !== 'r2') {
    refuse('minR2', 'the response is categorical and has an AUC instead of an R2');
  }
}

/**
 * One verdict for each limit that is set. `real`: the score of models which learn from real rows. The
 * constraints have been checked.
 */
export function judge(figures: Figures, real: number, constraints: Constraints): Verdict[] {
  const { numbers, membership, utility } = figures;
  const { maxMr2, maxAdvantage } = constraints;
  const verdicts: Verdict[] = [];
  if (maxMr2 !== undefined) {
    const worst = numbers.reduce((most, each) => (each.mr2 > most.mr2 ? each : most));
    const { mr2, name, attacker } = worst;
    const words = `an attacker can explain ${percent(mr2)} of the variance of ${name} (MR2 ${mr2.toFixed(3)}, by ${ATTACKER_WORDS[attacker]})`;
    verdicts.push(verdict('maxMr2', maxMr2, mr2, mr2 - maxMr2, words));
  }
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
  constraint: keyof Constraints,
  limit: number,
  found: number,
  excess: number,
  words: string,
): Verdict {
  return { constraint, limit, found, excess: Math.max(0, excess), words };
}

const LIMITS: Readonly<Record<keyof Constraints, (limit: number) => string>> = {
  maxMr2: (limit) => `MR2 at most ${limit}`,
  minAuc: (limit) => `AUC at least ${limit} times that of the real data`,
  minR2: (limit) => `R2 at least ${limit} times that of the real data`,
  maxAdvantage: (limit) => `advantage of the membership attack at most ${limit}`,
};

/** As errors call them: for readers of settings and of options alike. */
const NAMES: Readonly<Record<keyof Constraints, string>> = {
  maxMr2: 'Largest MR2 (maxMr2, --max-mr2)',
  minAuc: 'Least AUC (minAuc, --min-auc)',
  minR2: 'Least R2 (minR2, --min-r2)',
  maxAdvantage: 'Largest advantage (maxAdvantage, --max-advantage)',
};

/** A limit as one reads it: 'MR2 at most 0.1'. */
export function limitInWords({ constraint, limit }: Verdict): string {
  return LIMITS[constraint](limit);
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
