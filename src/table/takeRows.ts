import type { Column, Table } from './table.ts';

/**
 * The table with the given rows (counted from 0) in the given order; a row may be taken often.
 *
 * takeRows(table, [2, 0, 0]).rows // 3
 */
export function takeRows(table: Table, rows: ArrayLike<number>): Table {
  for (let r = 0; r < rows.length; r++) {
    const row = rows[r];
    if (!Number.isInteger(row) || row < 0 || row >= table.rows) {
      throw new RangeError(`there is no row ${row} among ${table.rows}`);
    }
  }
  return { ...table, rows: rows.length, columns: table.columns.map((each) => taken(each, rows)) };
}

function taken(column: Column, rows: ArrayLike<number>): Column {
  if (column.kind === 'text') {
    return { ...column, codes: Int32Array.from(rows, (row) => column.codes[row]) };
  }
  const { values, missing } = column;
  return {
    ...column,
    values: Float64Array.from(rows, (row) => values[row]),
    missing: missing && Uint8Array.from(rows, (row) => missing[row]),
  };
}
