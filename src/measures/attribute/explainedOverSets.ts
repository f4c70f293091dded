/**
 * The share of a sensitive column's variance that each attacker explains: of the sets it learned from,
 * of the same sets without dependence, and of real rows.
 */

import { r2 } from '../../learners/scores.ts';
import { FEWEST_PEOPLE } from '../../numerics/publish.ts';
import type { Attacker, ByAttacker } from './attackers.ts';
import { type AttackRows, rowsWithValue } from './attackRows.ts';

export interface ExplainedFindings {
  /** Of a set: adjusted R2 of regressions; of a forest the R2 of rows that its trees did not see. */
  readonly explained: ByAttacker;
  /** The same when the sensitive column of one set is shuffled within the classes of the response. */
  readonly explainedByChance: ByAttacker;
  /** R2 of the guesses for the rows that the generator saw, and for real rows that it did not see. */
  readonly explainedInTable: ByAttacker;
  readonly explainedHeldOut: ByAttacker;
}

/** Real rows that guesses are judged by. */
export interface RealRows {
  readonly inTable: AttackRows;
  readonly heldOut: AttackRows;
}

/** `of`: the feature of the sensitive column. */
export function explainedOverSets(real: RealRows, sensitive: string, of: number) {
  const ofSets = openMeans();
  const byChance = openMeans();
  const judges = [real.inTable, real.heldOut].map((rows) => ({
    people: rowsWithValue(rows, sensitive),
    means: openMeans(),
  }));
  return {
    /** `guess` gives values of the column for people whose other columns are known. */
    add(attacker: Attacker, share: number, guess: (people: AttackRows) => Float64Array): void {
      ofSets.add(attacker, share);
      for (const { people, means } of judges) {
        const { rows, columns } = people.features;
        if (rows >= FEWEST_PEOPLE) means.add(attacker, r2(guess(people), columns[of]));
      }
    },
    addByChance: byChance.add,
    findings: (): ExplainedFindings => ({
      explained: ofSets.means(),
      explainedByChance: byChance.means(),
      explainedInTable: judges[0].means.means(),
      explainedHeldOut: judges[1].means.means(),
    }),
  };
}

/** Means by attacker, NaN of nothing; what is not finite, as of a column that does not vary, is left out. */
function openMeans() {
  const values: Record<Attacker, number[]> = { pooled: [], byClass: [], forest: [] };
  const mean = (some: readonly number[]) => some.reduce((sum, x) => sum + x, 0) / some.length;
  return {
    add(attacker: Attacker, value: number): void {
      if (Number.isFinite(value)) values[attacker].push(value);
    },
    means: (): ByAttacker => ({
      pooled: mean(values.pooled),
      byClass: mean(values.byClass),
      forest: mean(values.forest),
    }),
  };
}
