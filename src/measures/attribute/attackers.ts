/**
 * Who guesses a sensitive column of numbers. A regression over all rows, as the paper has it, is blind to
 * dependence that differs between the classes of the response, and every regression to what is not
 * linear. So three attackers try, and the strongest counts.
 */

/**
 * 'pooled': one linear regression. 'byClass': one for each class of the response. 'forest': a random
 * forest.
 */
export const ATTACKERS = ['pooled', 'byClass', 'forest'] as const;

export type Attacker = (typeof ATTACKERS)[number];

/** What the three attackers found; NaN where one did not try. */
export type ByAttacker = Readonly<Record<Attacker, number>>;

/** As they are spoken of. */
export const ATTACKER_WORDS: Readonly<Record<Attacker, string>> = {
  pooled: 'one linear regression',
  byClass: 'a linear regression for each class of the response',
  forest: 'a random forest',
};

export interface Strongest {
  readonly attacker: Attacker;
  /** The share of variance that it explains; see `mr2`, `mr2ByClass` and `mr2Forest`. */
  readonly mr2: number;
}

/** Who explains most; of equals the first. */
export function strongestOf(explained: ByAttacker): Strongest {
  const attacker = ATTACKERS.reduce((most, each) =>
    explained[each] > explained[most] || Number.isNaN(explained[most]) ? each : most,
  );
  return { attacker, mr2: explained[attacker] };
}
