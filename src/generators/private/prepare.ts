/** A table as cells of its public domain: what both private generators begin with. */

import { resolveSchema } from '../../synth/settings.ts';
import { applySchema, type TypedLevels, type TypedNumbers } from '../../table/applySchema.ts';
import type { FileFormat, Table } from '../../table/table.ts';
import type { GeneratorSettings } from '../generator.ts';
import { type Closed, cellCodes } from './cells.ts';
import { type ColumnCells, type DomainSettings, domainOf } from './domain.ts';

export interface Prepared {
  readonly columns: readonly ColumnCells[];
  /** By column, the cell of each row. */
  readonly codes: readonly Int32Array[];
  readonly format: FileFormat;
  readonly notes: readonly string[];
}

export function prepareCells(
  table: Table,
  settings: GeneratorSettings,
  domain: DomainSettings,
  closed: Closed,
): Prepared {
  const schema = resolveSchema(settings.schema);
  const typed = applySchema(table, schema);
  const { columns, notes } = domainOf(typed, settings.declared ?? schema, domain);
  const byName = new Map(typed.columns.map((column) => [column.name, column]));
  const codes = columns.map((cells) =>
    cellCodes(byName.get(cells.name) as TypedNumbers | TypedLevels, cells, closed),
  );
  return { columns, codes, format: table.format, notes };
}
