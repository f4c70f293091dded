/** Tables as plain data, for comparing them. */

import type { Column, Table } from '../../../src/table/table.ts';

/** The cells of a column; what JSON cannot write becomes text. */
export function cellsOf(column: Column): (number | string | null)[] {
  if (column.kind === 'text') {
    return Array.from(column.codes, (code) => (code < 0 ? null : column.dictionary[code]));
  }
  return Array.from(column.values, (value) => {
    if (Number.isNaN(value)) return null;
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : Object.is(value, -0)
        ? '-0'
        : String(value);
  });
}

/** What two tables must have in common to mean the same. */
export function comparable(table: Table) {
  return {
    rows: table.rows,
    format: table.format,
    notes: table.notes,
    columns: table.columns.map((column) => ({
      name: column.name,
      kind: column.kind,
      cells: cellsOf(column),
      missing: column.kind === 'numeric' ? column.missing : undefined,
    })),
  };
}
