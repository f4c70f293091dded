/** A synthetic table in the form that its columns have in a comparison. */

import type { Comparable } from '../measures/fidelity/comparable.ts';
import { conform } from '../measures/fidelity/conform.ts';
import type { Table } from '../table/table.ts';

export function conformTo({ typed }: Comparable, table: Table): Table {
  const byName = new Map(typed.map((column) => [column.name, column]));
  return {
    ...table,
    columns: table.columns.map((column) => {
      const real = byName.get(column.name);
      return real ? conform(column, real).column : column;
    }),
  };
}
