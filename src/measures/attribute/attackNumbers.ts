/**
 * Attackers with nothing but the synthetic table learn to guess a sensitive column of numbers from all
 * others, and do so for people whose other columns are known (the paper's attribute inference attack on
 * one set, and stronger ones). Everything is standardised by the synthetic table's moments, as that is
 * what an attacker has; errors are told in standard deviations of the real column.
 */

import type { Interval } from '../../numerics/intervals.ts';
import type { Rng } from '../../random/rng.ts';
import { type RecordByAttacker, told } from './attackerFindings.ts';
import { type Attacker, type Strongest, strongestOf } from './attackers.ts';
import { type AttackRows, withShuffled } from './attackRows.ts';
import { type BeyondControl, beyondControl } from './guesses.ts';
import { explainedBy, judgeGuesses, type NumberGuesses, scaleOf } from './judgeGuesses.ts';
import { type Guess, type LearnedNumbers, learnNumbers, type Regression } from './learnNumbers.ts';

/** Guesses of one attacker about people in the real table, and about others. */
export interface AttackedPeople {
  readonly real: NumberGuesses;
  readonly control: NumberGuesses | null;
  readonly beyondControl: BeyondControl | null;
}

/** Guesses, and what else is said of them, are those of the paper's attacker unless it says otherwise. */
export interface NumberAttack extends AttackedPeople {
  readonly kind: 'numbers';
  readonly name: string;
  /** In standard deviations of the real column. */
  readonly tolerance: number;
  readonly regression: Regression;
  readonly coefficients: readonly { readonly feature: string; readonly coefficient: number }[];
  /** The same from the real table: what a copy of it would give away. */
  readonly regressionOnReal: Regression;
  readonly rightFromReal: Interval;
  /**
   * The share of variance that each attacker explains in the synthetic table: adjusted R² of one
   * regression, and of one for each class of the response (null where there are none to tell apart);
   * R² of a random forest on rows that its trees did not see.
   */
  readonly mr2: number;
  readonly mr2ByClass: number | null;
  readonly mr2Forest: number;
  readonly strongest: Strongest;
  /** What each finds where nothing but the class of the response tells of the column: shuffled within classes. */
  readonly mr2Floors: RecordByAttacker;
  /** Who explains most in the real table. */
  readonly strongestInReal: Strongest;
  /** By attacker, guesses about people; null where one did not try. */
  readonly people: Readonly<Record<Attacker, AttackedPeople | null>>;
  /**
   * The share of the real variance that guesses explain, of whoever guesses best for these people: those in
   * the real table, and others.
   */
  readonly inTable: Interval;
  readonly heldOut: Interval | null;
  /** Classes with too few synthetic rows for a regression of their own, for which the pooled one served. */
  readonly classesSharing: number;
}

export interface NumberTask {
  readonly name: string;
  readonly tolerance: number;
  /** Rows in which the column is not missing. */
  readonly real: AttackRows;
  readonly synthetic: AttackRows;
  readonly heldOut: AttackRows | undefined;
  readonly rng: Rng;
}

export function attackNumbers(task: NumberTask): NumberAttack {
  const { name, tolerance, real, synthetic, heldOut, rng } = task;
  const learned = learnNumbers(synthetic, name, 'synthetic', rng);
  const fromReal = learnNumbers(real, name, 'real', rng);
  const shuffled = withShuffled(synthetic, learned.of, rng.split('within'));
  const byChance = learnNumbers(shuffled, name, 'synthetic', rng);
  const scale = scaleOf(real.features, learned.of, tolerance);
  const judge = ({ mean }: LearnedNumbers, guess: Guess, people: AttackRows) =>
    judgeGuesses(guess(people), mean, people.features, scale);
  const attack = (guess: Guess): AttackedPeople => {
    const inside = judge(learned, guess, real);
    const outside = heldOut && heldOut.features.rows > 0 ? judge(learned, guess, heldOut) : null;
    return {
      real: inside,
      control: outside,
      beyondControl: outside && beyondControl(inside, outside),
    };
  };
  const { pooled, byClass, forest } = learned.guess;
  const paper = attack(pooled);
  const people = {
    pooled: paper,
    byClass: byClass ? attack(byClass) : null,
    forest: attack(forest),
  };
  const tried = [paper, people.byClass, people.forest].filter((each) => each !== null);
  const { explained } = learned;
  return {
    kind: 'numbers',
    name,
    tolerance,
    regression: learned.regression,
    coefficients: learned.on.map((feature, k) => ({
      feature: real.features.names[feature],
      coefficient: learned.found.coefficients[k],
    })),
    regressionOnReal: fromReal.regression,
    rightFromReal: judge(fromReal, fromReal.guess.pooled, real).right,
    ...paper,
    mr2: explained.pooled,
    mr2ByClass: told(explained).byClass,
    mr2Forest: explained.forest,
    strongest: strongestOf(explained),
    mr2Floors: told(byChance.explained),
    strongestInReal: strongestOf(fromReal.explained),
    people,
    inTable: mostExplained(tried.map((each) => each.real)),
    heldOut: paper.control && mostExplained(tried.flatMap(({ control }) => control ?? [])),
    classesSharing: learned.sharing,
  };
}

/** Of the guesses that explain most. */
function mostExplained(guesses: readonly NumberGuesses[]): Interval {
  return guesses
    .map(explainedBy)
    .reduce((most, each) => (each.estimate > most.estimate ? each : most));
}
