import { InputError } from '../numerics/inputError.ts';
import type { Column, Table } from '../table/table.ts';

/** The column of that name. */
export function columnOf({ columns }: Table, name: string): Column {
  const column = columns.find((each) => each.name === name);
  if (column) return column;
  throw new InputError(
    `Columns: the table has none called '${name}'. Give it, as the real table has it.`,
  );
}
