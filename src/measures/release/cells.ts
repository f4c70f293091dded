/** The cells of a synthetic column as the real one counts. */

import type { TypedNumbers } from '../../table/applySchema.ts';
import { dateFormat } from '../../table/dateFormat.ts';
import { levelWriter } from '../../table/levelNames.ts';
import type { Column } from '../../table/table.ts';

/** The cells of a column as numbers, dates by the real column's format; NaN for anything else. */
export function numbersOf(column: Column, real: TypedNumbers): Float64Array {
  if (column.kind === 'numeric') return column.values;
  const date = real.layout.date;
  const parse = date ? dateFormat(date.pattern).parse : Number;
  const numbers = column.dictionary.map((text) => (text.trim() === '' ? Number.NaN : parse(text)));
  return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : numbers[code]));
}

/** The cells of a column as names of levels; undefined where missing. */
export function levelsIn(column: Column): (string | undefined)[] {
  if (column.kind === 'text') {
    return Array.from(column.codes, (code) => (code < 0 ? undefined : column.dictionary[code]));
  }
  const write = levelWriter(column);
  return Array.from(column.values, (value) => (Number.isNaN(value) ? undefined : write(value)));
}
