/** From tables to rows that models can learn from: those whose response is known. */

import { featuresOf } from '../../features/features.ts';
import type { FeaturePlan } from '../../features/plan.ts';
import { targetOf } from '../../features/target.ts';
import type { Table } from '../../table/table.ts';
import type { LabelledRows } from './trainAndTest.ts';

export interface TableRows extends LabelledRows {
  /** Rows left out: no response, or one that the plan does not know. */
  readonly leftOut: number;
}

/** The response and the features of all other columns. */
export function labelledRows(plan: FeaturePlan, table: Table, response: string): TableRows {
  const others = plan.columns.map(({ name }) => name).filter((name) => name !== response);
  const { names, columns } = featuresOf(plan, table, others);
  const target = targetOf(plan, table, response);
  const isKnown =
    target.kind === 'classes'
      ? (row: number) => target.codes[row] >= 0
      : (row: number) => !Number.isNaN(target.values[row]);
  const known = Uint32Array.from({ length: table.rows }, (_, row) => row).filter(isKnown);
  const leftOut = table.rows - known.length;
  if (leftOut === 0) return { features: { names, columns }, target, leftOut };
  const pick = (column: Float64Array) => Float64Array.from(known, (row) => column[row]);
  return {
    features: { names, columns: columns.map(pick) },
    target:
      target.kind === 'classes'
        ? { ...target, codes: Int32Array.from(known, (row) => target.codes[row]) }
        : { ...target, values: pick(target.values) },
    leftOut,
  };
}
