/** A table as cells of its public domain: what both private generators begin with. */

import { resolveSchema } from '../../model/settings.ts';
import { applySchema } from '../../table/applySchema.ts';
import type { FileFormat, Table } from '../../table/table.ts';
import type { GeneratorSettings } from '../generator.ts';
import { type Closed, cellCodes } from './cells.ts';
import { type ColumnCells, type DomainSettings, domainOf, isRead } from './domain.ts';
import { publicFormat } from './layout.ts';

export interface Prepared {
  readonly columns: readonly ColumnCells[];
  /** By column, the cell of each row. */
  readonly codes: readonly Int32Array[];
  readonly format: FileFormat;
  readonly notes: readonly string[];
  /** Why there is no guarantee; empty if there is one. */
  readonly voids: readonly string[];
}

export function prepareCells(
  table: Table,
  settings: GeneratorSettings,
  domain: DomainSettings,
  closed: Closed,
): Prepared {
  const schema = resolveSchema(settings.schema);
  const typed = applySchema(table, schema);
  const { k, pooledLevel } = settings;
  const found = domainOf(typed, settings.declared ?? schema, domain, k, pooledLevel);
  const { columns, notes, voids } = found;
  const codes = columns.map((cells, j) => cellCodes(found.counted[j], cells, closed));
  const format = isRead(domain.ranges ?? 'declared') ? table.format : publicFormat(table.format);
  return { columns, codes, format, notes, voids };
}
