/**
 * A schema to be written down: without the levels of a column that has one of fewer than k rows, since
 * the name of such a level may be that of a person. Levels that were declared are known already. Levels
 * that are left out are found again when the schema is read beside its table.
 */

import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import type { TableSchema } from './schema.ts';
import type { Column, Table } from './table.ts';

export interface ShownSchema {
  readonly schema: TableSchema;
  /** Columns whose levels are left out. */
  readonly left: readonly string[];
}

export function withoutRareLevels(
  schema: TableSchema,
  { columns: read }: Table,
  declared?: TableSchema,
): ShownSchema {
  const left = read
    .filter(({ name }) => schema.columns.get(name)?.levels !== undefined)
    .filter(({ name }) => declared?.columns.get(name)?.levels === undefined)
    .filter((column) => fewestRows(column) < FEWEST_PEOPLE)
    .map(({ name }) => name);
  const columns = new Map(
    [...schema.columns].map(([name, { levels, ...rest }]) => [
      name,
      { ...rest, ...(levels !== undefined && !left.includes(name) && { levels }) },
    ]),
  );
  return { schema: { ...schema, columns }, left };
}

/** Of all values that a column has. */
function fewestRows(column: Column): number {
  const counts = new Map<number, number>();
  for (const value of column.kind === 'text' ? column.codes : column.values) {
    const isMissing = column.kind === 'text' ? value < 0 : Number.isNaN(value);
    if (!isMissing) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return Math.min(...counts.values());
}
