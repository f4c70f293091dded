/** Tables of numbers as the measures take them. */

import { InputError } from '../../numerics/inputError.ts';

export interface NumericTable {
  readonly names: readonly string[];
  /** One array a column, of equal length, without NaN and infinities. */
  readonly columns: readonly Float64Array[];
}

/** The columns of a table in the order of the names, checked; `what` names the table in errors. */
export function alignColumns(
  what: string,
  { names, columns }: NumericTable,
  order: readonly string[],
): readonly Float64Array[] {
  if (order.length === 0)
    throw new InputError('fidelity: no columns. Give at least one of numbers.');
  if (names.length !== columns.length) {
    throw new InputError(
      `${what} table: found ${columns.length} columns and ${names.length} names.`,
    );
  }
  const extra = names.filter((name) => !order.includes(name));
  if (extra.length > 0) {
    throw new InputError(
      `${what} table: found columns that the real table does not have: ${extra.join(', ')}. Leave them out.`,
    );
  }
  const aligned = order.map((name) => {
    const column = columns[names.indexOf(name)];
    if (column) return column;
    throw new InputError(
      `${what} table: column ${name} is missing. Give the real table's columns.`,
    );
  });
  aligned.forEach((column, j) => {
    if (column.length !== aligned[0].length) {
      throw new InputError(
        `${what} table, column ${order[j]}: found ${column.length} rows, but ${aligned[0].length} in column ${order[0]}.`,
      );
    }
    const unusable = column.reduce((count, value) => count + (Number.isFinite(value) ? 0 : 1), 0);
    if (unusable > 0) {
      throw new InputError(
        `${what} table, column ${order[j]}: found ${unusable} cells that are missing or infinite. Fill them, or leave out the column or the rows.`,
      );
    }
  });
  if (aligned[0].length < 2) {
    throw new InputError(`${what} table: found ${aligned[0].length} rows. At least 2 are needed.`);
  }
  return aligned;
}
