/** What three attackers learn from one table about a sensitive column of numbers (attackers.ts). */

import { InputError } from '../../numerics/inputError.ts';
import type { Rng } from '../../random/rng.ts';
import { attackedSet } from './attackedSet.ts';
import type { ByAttacker } from './attackers.ts';
import type { AttackRows } from './attackRows.ts';
import { guessByForest, learnForest, MOST_FOREST_ROWS } from './learnForest.ts';
import { guessByClass, regressByClass } from './regressByClass.ts';
import {
  type AttackedFeature,
  attackedFeature,
  guessValues,
  regressSensitive,
  type SensitiveRegression,
} from './regressSensitive.ts';

/** What a regression tells; see src/measures/attribute/regression.ts. */
export interface Regression {
  readonly rows: number;
  readonly features: number;
  /** Mean size of the coefficients, and the largest. */
  readonly mab: number;
  readonly wcab: number;
  readonly r2: number;
  readonly adjustedR2: number;
  /** The mean size that they would have by chance alone, and the part of it that is noise. */
  readonly floor: number;
  readonly noise: number;
}

/** Values of the column for people whose other columns are known. */
export type Guess = (people: AttackRows) => Float64Array;

export interface LearnedNumbers extends AttackedFeature {
  readonly found: SensitiveRegression;
  readonly regression: Regression;
  readonly explained: ByAttacker;
  readonly guess: {
    readonly pooled: Guess;
    /** Nothing where the response has no classes to tell apart. */
    readonly byClass: Guess | undefined;
    readonly forest: Guess;
  };
  /** What an attacker would guess for everybody. */
  readonly mean: number;
  /** Classes with rows but too few for a regression of their own. */
  readonly sharing: number;
}

/** `what` names the table in errors. */
export function learnNumbers(
  rows: AttackRows,
  name: string,
  what: string,
  rng: Rng,
): LearnedNumbers {
  const { features } = rows;
  const attacked = attackedFeature(features, name);
  checkSize(rows, attacked, name, what);
  const { of, on } = attacked;
  const { isNumber: isScaled } = features;
  const set = attackedSet(rows, 0);
  const [all, classed] = [set.all(), set.byClass()];
  const found = regressSensitive(all, attacked, isScaled);
  const pooled = { of, on, isScaled, found, moments: all.moments };
  const byClass = classed && regressByClass(classed, all, pooled, 0);
  const forest = learnForest(features, attacked, MOST_FOREST_ROWS, rng);
  const { mab, wcab, r2, adjustedR2, floor, noise } = found;
  return {
    ...attacked,
    found,
    regression: {
      rows: features.rows,
      features: on.length,
      mab,
      wcab,
      r2,
      adjustedR2,
      floor,
      noise,
    },
    explained: {
      pooled: adjustedR2,
      byClass: byClass?.adjustedR2 ?? Number.NaN,
      forest: forest.r2,
    },
    guess: {
      pooled: (people) => guessValues(pooled, people.features),
      byClass: byClass && ((people) => guessByClass(byClass, people)),
      forest: (people) => guessByForest(forest, people.features),
    },
    mean: all.moments.mean[of],
    sharing: byClass?.sharing ?? 0,
  };
}

function checkSize(
  { features: { rows } }: AttackRows,
  { on }: AttackedFeature,
  name: string,
  what: string,
): void {
  if (on.length === 0) {
    throw new InputError(
      `Sensitive columns: the tables share no column besides '${name}' to guess it from.`,
    );
  }
  if (rows <= on.length + 2) {
    throw new InputError(
      `Sensitive columns: the ${what} table has ${rows} rows with a value of '${name}', too few for a regression on ${on.length} features. Give more rows, fewer columns, or leave it out.`,
    );
  }
}
