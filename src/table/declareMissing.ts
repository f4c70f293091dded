/** Missing codes that are declared after a table was read. */

import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import { NumberStyle } from './numberStyle.ts';
import { INFO_LENGTH, scanNumber } from './scanNumber.ts';
import type { MissingCodes } from './schema.ts';
import type { Column, NumericColumn, Table, TextColumn } from './table.ts';

/**
 * The table with these codes as missing values. A column of texts that holds nothing but numbers
 * without them becomes a column of numbers.
 */
export function declareMissing(table: Table, { all, byColumn }: MissingCodes): Table {
  if (all.length === 0 && byColumn.size === 0) return table;
  const columns = table.columns.map((column) => {
    const codes = [...all, ...(byColumn.get(column.name) ?? [])];
    if (codes.length === 0) return column;
    return column.kind === 'numeric' ? inNumbers(column, codes) : inTexts(column, new Set(codes));
  });
  return { ...table, columns };
}

function inNumbers(column: NumericColumn, codes: readonly string[]): NumericColumn {
  const numbers = codes.filter((code) => code.trim() !== '').map(Number);
  if (!column.values.some((value) => numbers.includes(value))) return column;
  const values = column.values.map((value) => (numbers.includes(value) ? Number.NaN : value));
  const missing = Uint8Array.from(values, (value) => (Number.isNaN(value) ? 1 : 0));
  const used = codes.find((code) => column.values.includes(Number(code))) ?? '';
  return { ...column, values, missing, missingCode: column.missingCode ?? used };
}

function inTexts(column: TextColumn, codes: ReadonlySet<string>): Column {
  const used = column.dictionary.find((text) => codes.has(text.trim()));
  if (used === undefined) return column;
  const places = new Map<number, number>();
  const dictionary = column.dictionary.filter((text, place) => {
    if (codes.has(text.trim())) return false;
    places.set(place, places.size);
    return true;
  });
  const kept = Int32Array.from(column.codes, (code) => places.get(code) ?? -1);
  const missingCode = column.missingCode ?? used;
  const text: TextColumn = { ...column, codes: kept, dictionary, missingCode };
  return numbersOf(text) ?? text;
}

/** A column of texts as numbers, or nothing when one of them is none. */
export function numbersOf(column: TextColumn): NumericColumn | undefined {
  const { name, codes, dictionary, missingCode, stored } = column;
  if (dictionary.length === 0) return undefined;
  const style = new NumberStyle();
  const info = new Int32Array(INFO_LENGTH);
  const numbers = new Float64Array(dictionary.length);
  const cells = new Uint32Array(dictionary.length);
  for (const code of codes) if (code >= 0) cells[code]++;
  const encoder = new TextEncoder();
  for (let place = 0; place < dictionary.length; place++) {
    const bytes = encoder.encode(`${dictionary[place]}\n`);
    const end = bytes.length - 1;
    if (end === 0 || scanNumber(bytes, 0, POINT, numbers, place, info) !== end) return undefined;
    for (let cell = 0; cell < Math.min(cells[place], FEWEST_PEOPLE); cell++) style.note(info, end);
  }
  const values = Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : numbers[code]));
  const missing = codes.includes(-1)
    ? Uint8Array.from(codes, (code) => (code < 0 ? 1 : 0))
    : undefined;
  const usual = style.usual();
  return {
    kind: 'numeric',
    name,
    values,
    missing,
    decimals: style.decimals,
    written: style.format(),
    ...(usual && { usual }),
    ...(missingCode !== undefined && { missingCode }),
    ...(stored !== undefined && { stored }),
  };
}

const POINT = 46;
