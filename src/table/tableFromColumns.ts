/** A table from values that a program has at hand. */

import { InputError } from '../numerics/inputError.ts';
import { missingMask } from '../numerics/missing.ts';
import { shortestDecimals } from './shortestDecimals.ts';
import { type Column, PLAIN_CSV, type Table } from './table.ts';

/** Numbers, texts or booleans, of one kind in a column. Null, undefined and NaN are missing. */
export type ColumnValues =
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array
  | readonly (number | null | undefined)[]
  | readonly (string | null | undefined)[]
  | readonly (boolean | null | undefined)[];

/**
 * const table = tableFromColumns({ age: [64, 58, null], sex: ['m', 'f', 'f'], smoker: [true, false, true] });
 *
 * Columns come in the order of the object's properties. (JavaScript puts names that are whole numbers
 * first, by size.) The table is written as plain CSV.
 */
export function tableFromColumns(columns: Readonly<Record<string, ColumnValues>>): Table {
  const entries = Object.entries(columns);
  if (entries.length === 0) {
    throw new InputError('The table has no columns. Give an object such as { age: [64, 58] }.');
  }
  const [[firstName, { length: rows }]] = entries;
  if (rows === 0) {
    throw new InputError(`Column '${firstName}': there are no values. Give at least one row.`);
  }
  for (const [name, { length }] of entries) {
    if (length === rows) continue;
    throw new InputError(
      `Column '${name}': found ${length} values, but '${firstName}' has ${rows}. Give every column one value for each row.`,
    );
  }
  return {
    rows,
    columns: entries.map(([name, values]) => columnOf(name, values)),
    format: PLAIN_CSV,
  };
}

function columnOf(name: string, given: ColumnValues): Column {
  // Array.from also fills the holes of a sparse array
  const cells: readonly unknown[] = Array.from<unknown>(given);
  const kind = kindOf(name, cells);
  if (kind === 'number') {
    const values = Float64Array.from(cells, (cell) =>
      isMissing(cell) ? Number.NaN : Number(cell),
    );
    const isFloat = given instanceof Float32Array;
    return {
      kind: 'numeric',
      name,
      values,
      missing: missingMask(values),
      ...shortestDecimals(values, isFloat),
    };
  }
  const places = new Map<string, number>();
  const codes = Int32Array.from(cells, (cell) => {
    if (isMissing(cell)) return -1;
    const text = String(cell);
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  });
  return { kind: 'text', name, codes, dictionary: [...places.keys()] };
}

/** The one kind of all values that are there; nothing if there is none. */
function kindOf(
  name: string,
  cells: readonly unknown[],
): 'number' | 'string' | 'boolean' | undefined {
  let kind: 'number' | 'string' | 'boolean' | undefined;
  cells.forEach((cell, row) => {
    if (isMissing(cell)) return;
    const own = typeof cell;
    if (own !== 'number' && own !== 'string' && own !== 'boolean') {
      throw new InputError(
        `Column '${name}', value ${row + 1}: found a value of type ${own}. Give numbers, texts or booleans, and null where a value is missing.`,
      );
    }
    if (kind !== undefined && own !== kind) {
      throw new InputError(
        `Column '${name}', value ${row + 1}: found a ${own} after a ${kind}. Give values of one kind, and null where a value is missing.`,
      );
    }
    kind = own;
  });
  return kind;
}

function isMissing(cell: unknown): boolean {
  return cell === null || cell === undefined || Number.isNaN(cell);
}
