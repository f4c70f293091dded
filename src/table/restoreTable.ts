/** The way back from typed columns to a table that can be written. */

import { missingMask } from '../numerics/missing.ts';
import type { ColumnLayout, TypedColumn, TypedLevels, TypedNumbers } from './applySchema.ts';
import { dateFormat } from './dateFormat.ts';
import type { Column, FileFormat, NumericColumn, Table, TextColumn } from './table.ts';

/** A table in which each column is written as its layout says. */
export function restoreTable(
  columns: readonly TypedColumn[],
  rows: number,
  format: FileFormat,
): Table {
  return { rows, columns: columns.map(restoreColumn), format };
}

function restoreColumn(column: TypedColumn): Column {
  switch (column.type) {
    case 'continuous':
    case 'count':
      return numeric(column.layout, column.values, column.decimals);
    case 'date':
      return dates(column);
    case 'boolean':
    case 'ordered':
    case 'nominal':
      return levels(column);
    default:
      return column.column;
  }
}

function keepings({ name, missingCode, stored }: ColumnLayout) {
  return {
    name,
    ...(missingCode !== undefined && { missingCode }),
    ...(stored !== undefined && { stored }),
  };
}

function numeric(layout: ColumnLayout, values: Float64Array, decimals: number): NumericColumn {
  const written = layout.written && { written: layout.written };
  return {
    kind: 'numeric',
    ...keepings(layout),
    values,
    missing: missingMask(values),
    decimals,
    ...written,
  };
}

function levels({ layout, codes, levels: names }: TypedLevels): Column {
  if (layout.kind === 'text')
    return { kind: 'text', ...keepings(layout), codes, dictionary: names };
  const numbers = names.map(Number);
  const values = Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : numbers[code]));
  return numeric(layout, values, layout.decimals);
}

function dates({ layout, values }: TypedNumbers): TextColumn {
  const { pattern = 'YYYY-MM-DD', offset = 0 } = layout.date ?? {};
  const format = dateFormat(pattern);
  const places = new Map<string, number>();
  const codes = Int32Array.from(values, (value) => {
    if (Number.isNaN(value)) return -1;
    const text = format.format(value, offset);
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  });
  return { kind: 'text', ...keepings(layout), codes, dictionary: [...places.keys()] };
}
