/**
 * Reads Parquet: flat columns of numbers, texts, booleans, dates and
 * times, compressed with snappy or not at all. Booleans become the texts false and true, dates and
 * times ISO 8601 texts; the type that a column had is kept for writing. Of hyparquet it uses what reads
 * the footer and turns values into those of their types; counts and lengths are checked before (see
 * parquet/).
 */

import { DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import type { ParquetParsers, SchemaElement } from 'hyparquet/src/types.js';
import { InputError } from '../numerics/inputError.ts';
import { checkpoint } from '../work/checkpoint.ts';
import { type DateFormat, dateFormat } from './dateFormat.ts';
import { Damage } from './parquet/damage.ts';
import { readFooter } from './parquet/footer.ts';
import { readPages } from './parquet/pages.ts';
import { type LimitOptions, readLimit } from './readLimit.ts';
import { shortestDecimals } from './shortestDecimals.ts';
import type { ReopenableSource } from './source.ts';
import { type Column, PLAIN_CSV, type Table } from './table.ts';

/** Parquet's own mark at the start of a file. */
export function isParquet(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x41 && head[2] === 0x52 && head[3] === 0x31;
}

/** What a cell of a flat Parquet column is, once hyparquet has read it. */
type Cell = number | bigint | boolean | string | null | undefined;

/** How a column is read: its kind, and the name under which the writer knows its type. */
interface Reading {
  readonly kind: 'number' | 'boolean' | 'text' | 'day' | 'time';
  readonly stored: string;
  /** Of a time: units in a second, and whether it is in UTC. */
  readonly perSecond?: number;
  readonly isUtc?: boolean;
}

export interface ParquetOptions extends LimitOptions {
  /** Codes of missing values besides nulls. */
  readonly missing?: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** Columns one after the other, so that cells that are no numbers yet are those of one column alone. */
export async function readParquet(
  source: ReopenableSource,
  options: ParquetOptions,
): Promise<Table> {
  const { name: what = 'the table', missing = [], signal } = options;
  const limit = readLimit(options, source.byteLength);
  try {
    const { rows, columns: stored } = await readFooter(source, what);
    if (rows === 0) throw new InputError(`${what}: there are no rows. Give at least one row.`);
    const readings = stored.map(({ element }) => readingOf(element, what));
    limit.add(stored.length * rows * BYTES_A_CELL);
    const codes = new Set(missing);
    const columns: Column[] = [];
    for (const [j, { element, chunks }] of stored.entries()) {
      const cells: Cell[] = [];
      for (const { start, end, rows, codec } of chunks) {
        const bytes = await source.slice(start, end);
        if (bytes.length !== end - start) throw new Damage('the file is cut short');
        for (const page of readPages({ bytes, rows, element, codec, parsers: PARSERS, limit })) {
          for (let i = 0; i < page.rows; i++) cells.push(page.cell(i) as Cell);
          // a page is short work; whoever cancels is heard after it
          await checkpoint(signal);
        }
      }
      if (cells.length !== rows) throw new Damage('a column has another length than the table');
      columns.push(toColumn(element.name, readings[j], cells, codes, what));
    }
    return { rows, columns, format: { ...PLAIN_CSV, kind: 'parquet' } };
  } catch (error) {
    if (error instanceof InputError || signal?.aborted) throw error;
    const reason = error instanceof Error ? error.message : '';
    const codec = /unsupported compression codec: (\w+)/i.exec(reason)?.[1];
    if (codec) {
      throw new InputError(
        `${what}: compressed with ${codec}. Save it with snappy or uncompressed.`,
      );
    }
    // what others say may hold a part of the file
    const why = error instanceof Damage ? ` (${reason})` : '';
    throw new InputError(
      `${what}: the Parquet file is damaged or of an unknown kind${why}. Save it again.`,
    );
  }
}

/** A number, or the place of a text. */
const BYTES_A_CELL = 8;

const decoder = new TextDecoder();
const PARSERS: ParquetParsers = {
  ...DEFAULT_PARSERS,
  dateFromDays: (days: number) => days,
  timestampFromMilliseconds: (value: bigint) => value,
  timestampFromMicroseconds: (value: bigint) => value,
  timestampFromNanoseconds: (value: bigint) => value,
  jsonFromBytes: (bytes: Uint8Array) => decoder.decode(bytes),
};

function readingOf(element: SchemaElement, what: string): Reading {
  const { type, converted_type: converted, logical_type: logical } = element;
  if (type === 'INT32' && (converted === 'DATE' || logical?.type === 'DATE')) {
    return { kind: 'day', stored: 'DATE' };
  }
  if (type === 'INT64' && logical?.type === 'TIMESTAMP') {
    const perSecond = { MILLIS: 1e3, MICROS: 1e6, NANOS: 1e9 }[logical.unit];
    return { kind: 'time', stored: 'TIMESTAMP', perSecond, isUtc: logical.isAdjustedToUTC };
  }
  if (type === 'INT64' && (converted === 'TIMESTAMP_MILLIS' || converted === 'TIMESTAMP_MICROS')) {
    const perSecond = converted === 'TIMESTAMP_MILLIS' ? 1e3 : 1e6;
    return { kind: 'time', stored: 'TIMESTAMP', perSecond, isUtc: true };
  }
  if (type === 'INT96') return { kind: 'time', stored: 'TIMESTAMP', perSecond: 1e9, isUtc: false };
  const isUuid = type === 'FIXED_LEN_BYTE_ARRAY' && logical?.type === 'UUID';
  const isOther = [converted, logical?.type].some((kind) => kind && OF_OTHER_TYPES.has(kind));
  if (!isOther) {
    if (type === 'BOOLEAN') return { kind: 'boolean', stored: 'BOOLEAN' };
    if (converted === 'DECIMAL') return { kind: 'number', stored: 'DOUBLE' };
    if (type === 'BYTE_ARRAY' || isUuid) return { kind: 'text', stored: 'STRING' };
    if (type === 'INT32' || type === 'INT64' || type === 'FLOAT' || type === 'DOUBLE') {
      return { kind: 'number', stored: type };
    }
  }
  throw new InputError(
    `${what}: a column has the type ${isOther ? (logical?.type ?? converted) : (type ?? 'of a group')}. Turn it into text first.`,
  );
}

/** What a column may say of values that are not of the type that goes with it, or that is no table's. */
const OF_OTHER_TYPES: ReadonlySet<string> = new Set(
  'DATE TIMESTAMP TIMESTAMP_MILLIS TIMESTAMP_MICROS BSON INTERVAL GEOMETRY GEOGRAPHY VARIANT LIST MAP MAP_KEY_VALUE FLOAT16'.split(
    ' ',
  ),
);

function toColumn(
  name: string,
  reading: Reading,
  cells: readonly Cell[],
  missing: ReadonlySet<string>,
  what: string,
): Column {
  const isMissing = (cell: Cell) =>
    cell === null || cell === undefined || missing.has(String(cell));
  const isWide = (cell: Cell) => typeof cell === 'bigint' && BigInt(Number(cell)) !== cell;
  if (reading.kind === 'number' && !cells.some(isWide)) {
    return numbers(name, reading.stored, cells, isMissing);
  }
  const write = textWriter(reading, cells, what);
  const places = new Map<string, number>();
  const codes = Int32Array.from(cells, (cell) => {
    if (cell === null || cell === undefined) return -1;
    const text = write(cell);
    if (missing.has(text)) return -1;
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  });
  return { kind: 'text', name, codes, dictionary: [...places.keys()], stored: reading.stored };
}

function numbers(
  name: string,
  stored: string,
  cells: readonly Cell[],
  isMissing: (cell: Cell) => boolean,
): Column {
  const values = new Float64Array(cells.length);
  const missing = new Uint8Array(cells.length);
  cells.forEach((cell, i) => {
    const value = isMissing(cell) ? Number.NaN : Number(cell);
    values[i] = value;
    missing[i] = Number.isNaN(value) ? 1 : 0;
  });
  if (!missing.includes(0)) {
    const codes = new Int32Array(cells.length).fill(-1);
    return { kind: 'text', name, codes, dictionary: [], stored };
  }
  return {
    kind: 'numeric',
    name,
    values,
    missing: missing.includes(1) ? missing : undefined,
    ...shortestDecimals(values, stored === 'FLOAT'),
    stored,
  };
}

/** Days since 1970 of the year 0 and of the year 10000. */
const FIRST_DAY = -719_528;
const LAST_DAY = 2_932_897;
const SECONDS_A_DAY = 86_400;

function textWriter(
  reading: Reading,
  cells: readonly Cell[],
  what: string,
): (cell: Cell) => string {
  const known = (days: number): number => {
    if (days >= FIRST_DAY && days < LAST_DAY) return days;
    throw new InputError(
      `${what}: a date is not in the years 0 to 9999. Correct it, or save the column as numbers.`,
    );
  };
  if (reading.kind === 'day') {
    const { format } = dateFormat('YYYY-MM-DD');
    return (cell) => format(known(Number(cell)));
  }
  if (reading.kind === 'time') {
    const perSecond = BigInt(reading.perSecond ?? 1e3);
    const digits = fractionDigits(cells, perSecond);
    const { format } = timeFormat(digits, reading.isUtc ?? false);
    const scale = Number(perSecond);
    return (cell) => {
      const ticks = cell as bigint;
      const seconds = ticks / perSecond;
      known(Number(seconds) / SECONDS_A_DAY);
      return format(Number(seconds) + Number(ticks - seconds * perSecond) / scale);
    };
  }
  return String;
}

/** The fewest digits of a second, of 0, 3 and 6, that lose nothing; nanoseconds are cut. */
function fractionDigits(cells: readonly Cell[], perSecond: bigint): number {
  const ticks = cells.filter((cell) => typeof cell === 'bigint');
  for (const digits of [0, 3]) {
    const step = perSecond / 10n ** BigInt(digits);
    if (ticks.every((tick) => tick % step === 0n)) return digits;
  }
  return 6;
}

function timeFormat(digits: number, isUtc: boolean): DateFormat {
  const fraction = digits > 0 ? `.${'S'.repeat(digits)}` : '';
  return dateFormat(`YYYY-MM-DDTHH:mm:ss${fraction}${isUtc ? 'Z' : ''}`);
}
