/** A table without some of its columns, and the schema that goes with it. */

import { didYouMean, listed } from '../numerics/checkName.ts';
import { InputError } from '../numerics/inputError.ts';
import type { TableSchema } from './schema.ts';
import type { Table } from './table.ts';

/** Refuses a name that the table does not have. */
export function leaveOut(table: Table, names: readonly string[]): Table {
  if (names.length === 0) return table;
  const own = table.columns.map(({ name }) => name);
  const unknown = names.find((name) => !own.includes(name));
  if (unknown !== undefined) {
    const advice = didYouMean(unknown, own, `It has ${listed(own)}.`);
    throw new InputError(`Leave out: the table has no column '${unknown}'. ${advice}`);
  }
  const columns = table.columns.filter(({ name }) => !names.includes(name));
  if (columns.length === 0) {
    throw new InputError('Leave out: this leaves no column. Leave out fewer.');
  }
  return { ...table, columns };
}

/** What is declared of the columns that stay. */
export function leaveOutOfSchema(schema: TableSchema, names: readonly string[]): TableSchema {
  if (names.length === 0) return schema;
  return {
    ...schema,
    columns: new Map([...schema.columns].filter(([name]) => !names.includes(name))),
  };
}
