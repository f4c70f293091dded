/** A table as columns of numbers without gaps. */

import { hasMissing } from '../numerics/missing.ts';
import type { Table } from '../table/table.ts';
import { columnOf } from './columnOf.ts';
import { type FeaturePlan, numbersOfColumn, type PlannedColumn, UNKNOWN } from './plan.ts';

/** What models learn from. */
export interface Features {
  readonly names: readonly string[];
  /** One column a name, all of the same length, finite numbers only. */
  readonly columns: readonly Float64Array[];
}

/** The features of a table, and what is known of each. */
export interface TableFeatures extends Features {
  readonly rows: number;
  /** By feature, the column of the table that it comes from. */
  readonly sources: readonly string[];
  /** By feature, whether it is a number that may be standardised, and not a level or a state. */
  readonly isNumber: readonly boolean[];
  /** Cells whose level the plan does not know; they count as none of its levels. */
  readonly unknownLevels: number;
}

/** All features of a table, or those of the columns named. */
export function featuresOf(
  { columns: planned }: FeaturePlan,
  table: Table,
  only?: readonly string[],
): TableFeatures {
  const names: string[] = [];
  const columns: Float64Array[] = [];
  const sources: string[] = [];
  const isNumber: boolean[] = [];
  let unknownLevels = 0;
  const add = (plan: PlannedColumn, name: string, column: Float64Array, number = false): void => {
    names.push(name);
    columns.push(column);
    sources.push(plan.name);
    isNumber.push(number);
  };
  for (const plan of planned) {
    if (only && !only.includes(plan.name)) continue;
    const values = numbersOfColumn(plan, columnOf(table, plan.name));
    if (plan.as === 'levels') {
      const filled = hasMissing(values) && !plan.hasGaps ? fillGaps(values, plan.fill) : values;
      for (const place of plan.shown) {
        add(
          plan,
          `${plan.name} = ${plan.levels[place]}`,
          indicator(filled, (x) => x === place),
        );
      }
    } else {
      const isLevel = plan.as === 'level';
      const known = isLevel ? values.map((x) => (x === UNKNOWN ? Number.NaN : x)) : values;
      add(plan, plan.name, fillGaps(known, plan.fill), !isLevel);
    }
    if (plan.levels.length > 0) unknownLevels += count(values, (x) => x === UNKNOWN);
    if (plan.hasGaps) add(plan, `${plan.name} is missing`, indicator(values, Number.isNaN));
  }
  return { rows: table.rows, names, columns, sources, isNumber, unknownLevels };
}

/** Features of the rows `from` to `to`, the end left out: a view. */
export function sliceFeatures(features: TableFeatures, from: number, to: number): TableFeatures {
  const columns = features.columns.map((column) => column.subarray(from, to));
  return { ...features, rows: to - from, columns };
}

/** Features of some rows, in their order. */
export function pickFeatures(features: TableFeatures, rows: ArrayLike<number>): TableFeatures {
  const columns = features.columns.map((column) => {
    const picked = new Float64Array(rows.length);
    for (let i = 0; i < rows.length; i++) picked[i] = column[rows[i]];
    return picked;
  });
  return { ...features, rows: rows.length, columns };
}

function fillGaps(values: Float64Array, fill: number): Float64Array {
  return hasMissing(values) ? values.map((x) => (Number.isNaN(x) ? fill : x)) : values;
}

function indicator(values: Float64Array, is: (value: number) => boolean): Float64Array {
  return Float64Array.from(values, (value) => (is(value) ? 1 : 0));
}

function count(values: Float64Array, is: (value: number) => boolean): number {
  let found = 0;
  for (const value of values) if (is(value)) found++;
  return found;
}
