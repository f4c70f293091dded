/** A table as cells of its public domain: what all private generators begin with. */

import { resolveSchema } from '../../model/settings.ts';
import { applyDeclared, applySchema } from '../../table/applySchema.ts';
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
  const declared = settings.declared ?? schema;
  const isFromData = isRead(domain.ranges ?? 'declared');
  // what is declared need not be detected, and must not be
  const typed = isFromData ? applySchema(table, schema) : applyDeclared(table, schema);
  const { k, pooledLevel } = settings;
  const found = domainOf(typed, declared, domain, k, pooledLevel);
  const { columns, notes, voids } = found;
  const codes = columns.map((cells, j) => cellCodes(found.counted[j], cells, closed));
  const format = isFromData ? table.format : publicFormat(table.format);
  return { columns, codes, format, notes, voids };
}
