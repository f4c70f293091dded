/**
 * What will be measured: the variables of the vine and the histograms, from public knowledge alone. A
 * column has a variable for its value, unless it has a single one, and one for being missing, if it may be.
 * A discrete response has classes; a numeric one is a variable of its own, and its rows are told apart by
 * halves.
 */

import { checkColumnName } from '../../numerics/checkName.ts';
import { InputError } from '../../numerics/inputError.ts';
import type { ColumnCells } from '../private/domain.ts';

export interface Variable {
  /** Its column. */
  readonly column: number;
  readonly kind: 'value' | 'missing';
}

export interface Plan {
  readonly columns: readonly ColumnCells[];
  /** The column of the response. */
  readonly response: number;
  /** Of a discrete response, missing ones being a class of their own; 0 if it is numeric. */
  readonly classes: number;
  /** All but the value of the response. */
  readonly variables: readonly Variable[];
  /** Columns with a histogram, a numeric response first. */
  readonly histograms: readonly Histogram[];
}

export interface Histogram {
  readonly column: number;
  /** Whether its cells are counted by class, or by half, of the response: to put nominal levels in an order. */
  readonly isGrouped: boolean;
}

/** More classes than this would spread a nominal column's counts too thin. */
const MOST_GROUPS = 10;

export function planOf(columns: readonly ColumnCells[], name: string): Plan {
  const names = columns.map((column) => column.name);
  checkColumnName(name, names, 'Response');
  const response = names.indexOf(name);
  const own = columns[response];
  const isNumeric = own.kind === 'range';
  const classes = isNumeric ? 0 : own.cells;
  const others = columns.flatMap((_, j) => (j === response ? [] : [j]));
  const variables = [...(isNumeric ? [response] : []), ...others].flatMap((j): Variable[] => [
    ...(j !== response && valueCells(columns[j]) > 1
      ? [{ column: j, kind: 'value' as const }]
      : []),
    ...(columns[j].missing ? [{ column: j, kind: 'missing' as const }] : []),
  ]);
  if (others.length === 0) {
    throw new InputError(
      `Table: nothing but the response '${name}' can be modelled. Give a table with at least one other column.`,
    );
  }
  const histograms = [...(isNumeric ? [response] : []), ...others].map((j) => ({
    column: j,
    isGrouped: j !== response && isUnordered(columns[j]) && classes <= MOST_GROUPS,
  }));
  return { columns, response, classes, variables, histograms };
}

/** Cells of a column's values, without that of missing ones. */
export function valueCells({ cells, missing }: ColumnCells): number {
  return missing ? cells - 1 : cells;
}

function isUnordered(column: ColumnCells): boolean {
  return column.kind === 'levels' && column.type === 'nominal' && column.levels.length > 2;
}

/** Groups that rows are counted in: classes, or the halves of a numeric response. */
export function groupsOf({ classes }: Plan): number {
  return classes === 0 ? 2 : classes;
}
