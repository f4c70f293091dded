/** What is to be predicted: one column of a table. */

import { InputError } from '../numerics/inputError.ts';
import type { Table } from '../table/table.ts';
import { columnOf } from './columnOf.ts';
import { type FeaturePlan, numbersOfColumn } from './plan.ts';

export interface ClassTarget {
  readonly kind: 'classes';
  /** Places in `levels`; -1 where missing or none of them, which no model accepts. */
  readonly codes: Int32Array;
  readonly levels: readonly string[];
}

export interface NumericTarget {
  readonly kind: 'numeric';
  /** NaN where missing, which no model accepts. */
  readonly values: Float64Array;
}

export type Target = ClassTarget | NumericTarget;

export function targetOf({ columns: planned }: FeaturePlan, table: Table, name: string): Target {
  const plan = planned.find((each) => each.name === name);
  if (!plan) throw new InputError(`Columns: '${name}' is not one that can be predicted.`);
  const values = numbersOfColumn(plan, columnOf(table, name));
  if (plan.levels.length === 0) return { kind: 'numeric', values };
  const codes = Int32Array.from(values, (x) => (x >= 0 ? x : -1));
  return { kind: 'classes', codes, levels: plan.levels };
}

/** The target of a column that is known to hold categories. */
export function classTargetOf(plan: FeaturePlan, table: Table, name: string): ClassTarget {
  const target = targetOf(plan, table, name);
  if (target.kind === 'classes') return target;
  throw new Error(`'${name}': categories were expected`);
}
