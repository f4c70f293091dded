/** What is known of a table before its dependence: shares of classes, scores of cells, and what these imply. */

import { classShares, columnScores, halvesOf } from './margins.ts';
import type { Measured } from './measure.ts';
import type { Plan, Variable } from './plan.ts';
import {
  type ColumnScores,
  densityAt,
  indicatorShares,
  loadingOf,
  normalScores,
} from './scores.ts';

export interface Base {
  readonly plan: Plan;
  /** The share of each class; 1 for a numeric response. */
  readonly classes: Float64Array;
  readonly scores: ReadonlyMap<number, ColumnScores>;
  /** By variable. */
  readonly parts: readonly Part[];
  readonly isNumeric: boolean;
  /**
   * Of a numeric response: what the mean score of a variable in its upper half less that in its lower one is of
   * their correlation, 2 phi(z_F) with F the probability of the lower half. Else 0.
   */
  readonly reach: number;
}

/** A variable's cells as scores. */
export interface Part {
  readonly shares: Float64Array;
  readonly own: Float64Array;
  readonly loading: number;
  /** The share of rows in which its score is not 0 for want of a value. */
  readonly seen: number;
}

export function baseOf(plan: Plan, { classes, margins, rows }: Measured): Base {
  const scores = columnScores(plan, margins, rows);
  const isNumeric = plan.classes === 0;
  return {
    plan,
    classes: classShares(plan, classes, rows),
    scores,
    parts: plan.variables.map((variable) => partOf(variable, scores)),
    isNumeric,
    reach: isNumeric ? reachOf(scores.get(plan.response) as ColumnScores) : 0,
  };
}

function partOf({ column, kind }: Variable, scores: ReadonlyMap<number, ColumnScores>): Part {
  const found = scores.get(column) as ColumnScores;
  if (kind === 'value') {
    const { shares, scores: own, loading, missing } = found;
    return { shares, own, loading, seen: 1 - missing };
  }
  const shares = indicatorShares(found.missing);
  const own = normalScores(shares);
  return { shares, own, loading: loadingOf(shares, own), seen: 1 };
}

function reachOf(response: ColumnScores): number {
  return 2 * densityAt(halvesOf(response).below) * (1 - response.missing);
}
