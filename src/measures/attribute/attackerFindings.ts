/** From single plays to what each attacker explains of a sensitive column of numbers. */

import { type Interval, meanInterval, within } from '../../numerics/intervals.ts';
import { type Attacker, type ByAttacker, type Strongest, strongestOf } from './attackers.ts';
import type { ExplainedFindings } from './explainedOverSets.ts';

/** Shares of variance; null where the response has no classes to attack within, or more than 10. */
export interface AttackerFindings {
  /** Mean adjusted R² of one regression over all rows (MR2). */
  readonly mr2: number;
  /** By iteration. */
  readonly mr2Values: readonly number[];
  /** The same of regressions within the classes of the response. */
  readonly mr2ByClass: number | null;
  readonly mr2ByClassValues: readonly number[];
  /** Mean R² of a random forest on rows that its trees did not see; one synthetic set an iteration. */
  readonly mr2Forest: number;
  readonly mr2ForestValues: readonly number[];
  /** Who explains most. It counts in scores and limits. */
  readonly strongest: Strongest;
  /** What each finds where nothing but the class of the response tells of the column: shuffled within classes. */
  readonly mr2Floors: RecordByAttacker;
  /** R² of each attacker's guesses for real people: those the generator was fitted to, and others. */
  readonly r2OnReal: { readonly inTable: RecordByAttacker; readonly heldOut: RecordByAttacker };
  /** The same of whoever guesses best for these people, with intervals over iterations. */
  readonly inTable: Interval;
  readonly heldOut: Interval;
  /** What it costs to be in the table: the difference of the two, for whoever guesses best for people in it. */
  readonly participation: Interval;
}

/** What of `ByAttacker` is told. */
export type RecordByAttacker = Readonly<Record<Exclude<Attacker, 'byClass'>, number>> & {
  readonly byClass: number | null;
};

/** What one play found. */
export interface ExplainedPlay {
  readonly iteration: number;
  readonly found: ExplainedFindings;
}

export function attackerFindings(plays: readonly ExplainedPlay[]): AttackerFindings {
  const values = (attacker: Attacker, of: (found: ExplainedFindings) => ByAttacker) =>
    byIteration(plays, (found) => of(found)[attacker]);
  const overall = (of: (found: ExplainedFindings) => ByAttacker): ByAttacker => {
    const mean = (attacker: Attacker) =>
      meanOfFinite(plays.map(({ found }) => of(found)[attacker]));
    return { pooled: mean('pooled'), byClass: mean('byClass'), forest: mean('forest') };
  };
  const explained = overall((found) => found.explained);
  const inTable = overall((found) => found.explainedInTable);
  const heldOut = overall((found) => found.explainedHeldOut);
  return {
    mr2: explained.pooled,
    mr2Values: values('pooled', (found) => found.explained),
    mr2ByClass: told(explained).byClass,
    mr2ByClassValues: values('byClass', (found) => found.explained),
    mr2Forest: explained.forest,
    mr2ForestValues: values('forest', (found) => found.explained),
    strongest: strongestOf(explained),
    mr2Floors: told(overall((found) => found.explainedByChance)),
    r2OnReal: { inTable: told(inTable), heldOut: told(heldOut) },
    inTable: intervalOf(values(strongestOf(inTable).attacker, (found) => found.explainedInTable)),
    heldOut: intervalOf(values(strongestOf(heldOut).attacker, (found) => found.explainedHeldOut)),
    participation: differenceOf(byIteration(plays, excessOf(strongestOf(inTable).attacker))),
  };
}

/** The shares of an attacker, by iteration. */
export function valuesOf(
  { mr2Values, mr2ByClassValues, mr2ForestValues }: AttackerFindings,
  attacker: Attacker,
): readonly number[] {
  return { pooled: mr2Values, byClass: mr2ByClassValues, forest: mr2ForestValues }[attacker];
}

/** A share that nobody looked for is null. */
export function told({ byClass, ...others }: ByAttacker): RecordByAttacker {
  return { ...others, byClass: Number.isNaN(byClass) ? null : byClass };
}

/** Means over the plays of each iteration; iterations in which nobody tried are left out. */
function byIteration(
  plays: readonly ExplainedPlay[],
  value: (found: ExplainedFindings) => number,
): number[] {
  return [...new Set(plays.map(({ iteration }) => iteration))]
    .map((iteration) =>
      meanOfFinite(
        plays.filter((play) => play.iteration === iteration).map(({ found }) => value(found)),
      ),
    )
    .filter(Number.isFinite);
}

/** R² has no lower end, but 1 is the most. */
function intervalOf(values: readonly number[]): Interval {
  if (values.length > 0) return within(meanInterval(values), Number.NEGATIVE_INFINITY, 1);
  return { estimate: Number.NaN, low: Number.NEGATIVE_INFINITY, high: 1, level: 0.95 };
}

/** Paired: the same guesses for people in the table, and for others. */
function excessOf(attacker: Attacker) {
  return ({ explainedInTable, explainedHeldOut }: ExplainedFindings) =>
    explainedInTable[attacker] - explainedHeldOut[attacker];
}

/** Of two shares that have no lower end. */
function differenceOf(values: readonly number[]): Interval {
  if (values.length > 0) return meanInterval(values);
  const [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return { estimate: Number.NaN, low, high, level: 0.95 };
}

/** NaN of nothing. */
function meanOfFinite(values: readonly number[]): number {
  const there = values.filter(Number.isFinite);
  return there.reduce((sum, value) => sum + value, 0) / there.length;
}
