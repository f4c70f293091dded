/** Rows that attackers learn from, or are judged by. */

import {
  featuresOf,
  pickFeatures,
  sliceFeatures,
  type TableFeatures,
} from '../../features/features.ts';
import type { FeaturePlan } from '../../features/plan.ts';
import type { Rng } from '../../random/rng.ts';
import type { Table } from '../../table/table.ts';
import { pickClasses, type RowClasses, rowClasses } from './responseClasses.ts';

/** Features and, where the response has few classes, the class of each row. */
export interface AttackRows {
  readonly features: TableFeatures;
  readonly classes: RowClasses | undefined;
}

export function attackRows(
  plan: FeaturePlan,
  table: Table,
  response: string | undefined,
): AttackRows {
  return { features: featuresOf(plan, table), classes: rowClasses(plan, table, response) };
}

/** The rows `from` to `to`, the end left out: a view. */
export function sliceRows({ features, classes }: AttackRows, from: number, to: number): AttackRows {
  return {
    features: sliceFeatures(features, from, to),
    classes: classes && { ...classes, codes: classes.codes.subarray(from, to) },
  };
}

/** The rows in which a column is not missing; the same object if that are all. */
export function rowsWithValue<Rows extends AttackRows>(
  rows: Rows,
  column: string,
): Rows | AttackRows {
  const { features, classes } = rows;
  const missing = features.names.indexOf(`${column} is missing`);
  if (missing < 0) return rows;
  const state = features.columns[missing];
  const there = Uint32Array.from(state.keys()).filter((row) => state[row] === 0);
  return {
    features: pickFeatures(features, there),
    classes: classes && pickClasses(classes, there),
  };
}

/** With the cells of one feature in another order, among rows of the same class if there are any. */
export function withShuffled(
  { features, classes }: AttackRows,
  shuffled: number,
  rng: Rng,
): AttackRows {
  const order = rng.permutation(features.rows);
  const own = classes?.codes ?? new Int32Array(features.rows);
  // the rows of a class in their order take its cells in random order
  const places = Array.from(own.keys()).sort((a, b) => own[a] - own[b]);
  const cells = Array.from(order).sort((a, b) => own[a] - own[b]);
  const mixed = new Float64Array(features.rows);
  places.forEach((row, i) => {
    mixed[row] = features.columns[shuffled][cells[i]];
  });
  const columns = features.columns.map((column, j) => (j === shuffled ? mixed : column));
  return { features: { ...features, columns }, classes };
}
