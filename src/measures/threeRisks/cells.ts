/** Rows as cells that can be compared: a number, the place of a level, or a gap (NaN). */

import { columnOf } from '../../features/columnOf.ts';
import { type FeaturePlan, numbersOfColumn } from '../../features/plan.ts';
import type { Table } from '../../table/table.ts';

export interface CellColumn {
  readonly name: string;
  /** Numbers and dates have a distance; levels are equal or not. */
  readonly isNumber: boolean;
  readonly values: Float64Array;
}

export interface Cells {
  readonly rows: number;
  readonly columns: readonly CellColumn[];
}

export function cellsOfTable({ columns }: FeaturePlan, table: Table): Cells {
  return {
    rows: table.rows,
    columns: columns.map((plan) => ({
      name: plan.name,
      isNumber: plan.levels.length === 0,
      values: numbersOfColumn(plan, columnOf(table, plan.name)),
    })),
  };
}

/** Those of the columns named, in the order of the names. */
export function cellsNamed({ rows, columns }: Cells, names: readonly string[]): Cells {
  return {
    rows,
    columns: names.flatMap((name) => columns.find((column) => column.name === name) ?? []),
  };
}

/** Some rows, in their order. */
export function cellRows({ columns }: Cells, rows: ArrayLike<number>): Cells {
  return {
    rows: rows.length,
    columns: columns.map((column) => {
      const values = new Float64Array(rows.length);
      for (let i = 0; i < rows.length; i++) values[i] = column.values[rows[i]];
      return { ...column, values };
    }),
  };
}
