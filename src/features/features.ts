/** A table as columns of numbers without gaps, and one of its columns as what is to be predicted. */

import { InputError } from '../numerics/inputError.ts';
import { hasMissing } from '../numerics/missing.ts';
import type { Column, Table } from '../table/table.ts';
import { type FeaturePlan, numbersOfColumn, type PlannedColumn, UNKNOWN } from './plan.ts';

export interface Features {
  readonly rows: number;
  readonly names: readonly string[];
  /** By feature, free of NaN. */
  readonly columns: readonly Float64Array[];
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
): Features {
  const byName = new Map(table.columns.map((column) => [column.name, column]));
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
    const values = numbersOfColumn(plan, present(byName, plan.name));
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
export function sliceFeatures(features: Features, from: number, to: number): Features {
  const columns = features.columns.map((column) => column.subarray(from, to));
  return { ...features, rows: to - from, columns };
}

/** What is to be predicted. */
export type Target =
  | {
      readonly kind: 'classes';
      /** Places in `levels`; -1 where missing or none of them. */
      readonly codes: Int32Array;
      readonly levels: readonly string[];
    }
  | {
      readonly kind: 'numeric';
      /** NaN where missing. */
      readonly values: Float64Array;
    };

export function targetOf({ columns: planned }: FeaturePlan, table: Table, name: string): Target {
  const plan = planned.find((each) => each.name === name);
  if (!plan) throw new InputError(`Columns: '${name}' is not one that can be predicted.`);
  const column = table.columns.find((each) => each.name === name);
  if (!column) throw missingColumn(name);
  const values = numbersOfColumn(plan, column);
  if (plan.levels.length === 0) return { kind: 'numeric', values };
  const codes = Int32Array.from(values, (x) => (x >= 0 ? x : -1));
  return { kind: 'classes', codes, levels: plan.levels };
}

function present(byName: ReadonlyMap<string, Column>, name: string): Column {
  const column = byName.get(name);
  if (column) return column;
  throw missingColumn(name);
}

function missingColumn(name: string): InputError {
  return new InputError(
    `Columns: the table has none called '${name}'. Give it, as the real table has it.`,
  );
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
