/**
 * A column of any table in the form of the real table's column of that name: numbers as numbers,
 * dates as text in the real format, categories as texts whose first places are the real levels.
 */

import { missingMask } from '../../numerics/missing.ts';
import type { TypedColumn, TypedLevels, TypedNumbers } from '../../table/applySchema.ts';
import { dateFormat } from '../../table/dateFormat.ts';
import { numbersOf } from '../../table/declareMissing.ts';
import { detectDates } from '../../table/detectDates.ts';
import { levelWriter } from '../../table/levelNames.ts';
import {
  type Column,
  countMissing,
  type NumericColumn,
  type TextColumn,
} from '../../table/table.ts';

export interface Conformed {
  readonly column: Column;
  /** Cells that are not missing. */
  readonly cells: number;
  /** Those of them that are not what the real column holds; they are missing now. */
  readonly unreadable: number;
  /** What they should have been, in words. */
  readonly expected: string;
  /** Cells with a level that the real column does not have. */
  readonly unknown: number;
  /** What is written in another way than in the real table, in words; empty if nothing is. */
  readonly respelt: string;
}

export function conform(column: Column, real: TypedColumn): Conformed {
  const cells =
    (column.kind === 'text' ? column.codes.length : column.values.length) - countMissing(column);
  const base = { cells, unreadable: 0, expected: '', unknown: 0, respelt: '' };
  if ('codes' in real) return { ...base, ...asLevels(column, real) };
  if ('column' in real) return { ...base, column: asKind(column, real.column) };
  return { ...base, ...(real.type === 'date' ? asDates(column, real, cells) : asNumbers(column)) };
}

type Found = Pick<Conformed, 'column'> & Partial<Conformed>;

function asNumbers(column: Column): Found {
  const expected = 'a number';
  if (column.kind === 'numeric') return { ...finite(column, column.values), expected };
  const strict = numbersOf(column);
  if (strict) return { ...finite(strict, strict.values), expected };
  const numbers = column.dictionary.map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
  const values = Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : numbers[code]));
  const base = {
    kind: 'numeric',
    name: column.name,
    values,
    missing: undefined,
    decimals: 0,
  } as const;
  return { ...finite(base, values), unreadable: stray(column, numbers), expected };
}

/** Infinite values count as not readable. */
function finite(column: NumericColumn, given: Float64Array): Found {
  const infinite = given.reduce((count, x) => count + (x - x !== 0 && !Number.isNaN(x) ? 1 : 0), 0);
  const values = infinite === 0 ? given : given.map((x) => (Number.isFinite(x) ? x : Number.NaN));
  return { column: { ...column, values, missing: missingMask(values) }, unreadable: infinite };
}

const SECONDS_A_DAY = 86400;

function asDates(column: Column, { layout }: TypedNumbers, cells: number): Found {
  const own = dateFormat(layout.date?.pattern ?? 'YYYY-MM-DD');
  const expected = `a date as in ${own.pattern}`;
  if (column.kind === 'numeric') {
    const codes = new Int32Array(column.values.length).fill(-1);
    const empty: TextColumn = { kind: 'text', name: column.name, codes, dictionary: [] };
    return { column: empty, unreadable: cells, expected };
  }
  const read = column.dictionary.map(own.parse);
  if (!read.some(Number.isNaN)) return { column, expected };
  const other = detectDates(column.dictionary)?.format;
  if (!other) {
    const codes = column.codes.map((code) => (code >= 0 && Number.isNaN(read[code]) ? -1 : code));
    return { column: { ...column, codes }, unreadable: stray(column, read), expected };
  }
  const unit =
    (own.unit === 'day' ? 1 : SECONDS_A_DAY) / (other.unit === 'day' ? 1 : SECONDS_A_DAY);
  const dictionary = column.dictionary.map((text) => {
    const value = other.parse(text) * unit;
    return own.format(own.unit === 'day' ? Math.floor(value) : value, layout.date?.offset ?? 0);
  });
  return { column: { ...column, dictionary }, respelt: `dates as in ${other.pattern}`, expected };
}

/**
 * A level is the real one of the same text; else of the same text without blanks around it; else of
 * the same number, since programs write 1 as 1.0; else of the same text but for capitals, if there is
 * one such level.
 */
function asLevels(column: Column, { levels, name }: TypedLevels): Found {
  const text = column.kind === 'text' ? column : asText(column);
  const find = levelFinder(levels);
  let isRespelt = false;
  const added: string[] = [];
  const places = text.dictionary.map((cell) => {
    const place = find(cell);
    if (place === undefined) return levels.length + added.push(cell) - 1;
    if (levels[place] !== cell.trim()) isRespelt = true;
    return place;
  });
  const codes = text.codes.map((code) => (code < 0 ? -1 : places[code]));
  const unknown = codes.reduce((count, code) => count + (code >= levels.length ? 1 : 0), 0);
  return {
    column: { kind: 'text', name, codes, dictionary: [...levels, ...added] },
    unknown,
    respelt: isRespelt ? 'other decimals or capitals' : '',
  };
}

function levelFinder(levels: readonly string[]): (cell: string) => number | undefined {
  const exact = new Map(levels.map((level, place) => [level, place]));
  const trimmed = new Map(levels.map((level, place) => [level.trim(), place]));
  const numbers = new Map(
    levels.flatMap((level, place) => (isNumber(level) ? [[Number(level), place]] : [])),
  );
  const folded = new Map<string, number | undefined>();
  levels.forEach((level, place) => {
    const key = level.trim().toLowerCase();
    folded.set(key, folded.has(key) ? undefined : place);
  });
  return (cell) =>
    exact.get(cell) ??
    trimmed.get(cell.trim()) ??
    (isNumber(cell) ? numbers.get(Number(cell)) : undefined) ??
    folded.get(cell.trim().toLowerCase());
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

/** A column that is never modelled, in the kind of the real one, so that equal cells are found. */
function asKind(column: Column, real: Column): Column {
  if (column.kind === real.kind) return column;
  return column.kind === 'numeric' ? asText(column) : (numbersOf(column) ?? column);
}

/** Numbers as the texts that the file had. */
function asText(column: NumericColumn): TextColumn {
  const write = levelWriter(column);
  const places = new Map<number, number>();
  const codes = Int32Array.from(column.values, (value) => {
    if (Number.isNaN(value)) return -1;
    const place = places.get(value) ?? places.size;
    places.set(value, place);
    return place;
  });
  return { kind: 'text', name: column.name, codes, dictionary: Array.from(places.keys(), write) };
}

/** Cells that are there and were not understood. */
function stray({ codes }: TextColumn, read: readonly number[]): number {
  return codes.reduce((count, code) => count + (code >= 0 && Number.isNaN(read[code]) ? 1 : 0), 0);
}
