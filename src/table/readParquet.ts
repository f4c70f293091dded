/**
 * Reads Parquet, by hyparquet: flat columns of numbers, texts, booleans, dates and
 * times, compressed with snappy or not at all. Booleans become the texts false and true, dates and
 * times ISO 8601 texts; the type that a column had is kept for writing.
 */

import { parquetMetadataAsync, parquetSchema } from 'hyparquet/src/metadata.js';
import { parquetRead } from 'hyparquet/src/read.js';
import type { SchemaElement } from 'hyparquet/src/types.js';
import { InputError } from '../numerics/inputError.ts';
import { type DateFormat, dateFormat } from './dateFormat.ts';
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

export interface ParquetOptions {
  readonly name?: string;
  /** Codes of missing values besides nulls. */
  readonly missing?: readonly string[];
}

export async function readParquet(
  source: ReopenableSource,
  { name, missing = [] }: ParquetOptions,
): Promise<Table> {
  const what = name ?? 'the table';
  const file = {
    byteLength: source.byteLength,
    async slice(start: number, end: number = source.byteLength): Promise<ArrayBuffer> {
      const from = start < 0 ? source.byteLength + start : start;
      const bytes = await source.slice(from, end);
      return bytes.slice().buffer as ArrayBuffer;
    },
  };
  const parsers = {
    dateFromDays: (days: number) => days,
    timestampFromMilliseconds: (value: bigint) => value,
    timestampFromMicroseconds: (value: bigint) => value,
    timestampFromNanoseconds: (value: bigint) => value,
  };
  try {
    const metadata = await parquetMetadataAsync(file);
    const rows = Number(metadata.num_rows);
    const elements = parquetSchema(metadata).children.map(({ element, children }) => {
      if (children.length > 0)
        throw new InputError(`${what}: a column holds nested values. Flatten it first.`);
      return element;
    });
    if (rows === 0) throw new InputError(`${what}: there are no rows. Give at least one row.`);
    const readings = elements.map((element) => readingOf(element, what));
    const places = new Map(elements.map((element, j) => [element.name, j]));
    if (places.size < elements.length) {
      throw new InputError(`${what}: two columns have the same name. Give every column its own.`);
    }
    const cells = elements.map(() => new Array<Cell>(rows).fill(null));
    await parquetRead({
      file,
      metadata,
      parsers,
      onChunk({ columnName, columnData, rowStart }) {
        const into = cells[places.get(columnName) ?? 0];
        for (let i = 0; i < columnData.length; i++) into[rowStart + i] = columnData[i] as Cell;
      },
    });
    const codes = new Set(missing);
    const columns = elements.map((element, j) =>
      toColumn(element.name, readings[j], cells[j], codes),
    );
    return { rows, columns, format: { ...PLAIN_CSV, kind: 'parquet' } };
  } catch (error) {
    if (error instanceof InputError) throw error;
    const reason = error instanceof Error ? error.message : '';
    const codec = /unsupported compression codec: (\w+)/i.exec(reason)?.[1];
    if (codec) {
      throw new InputError(
        `${what}: compressed with ${codec}. Save it with snappy or uncompressed.`,
      );
    }
    throw new InputError(
      `${what}: the Parquet file is damaged or of a kind not known. Save it anew.`,
    );
  }
}

function readingOf(element: SchemaElement, what: string): Reading {
  const { type, converted_type: converted, logical_type: logical } = element;
  if (converted === 'DATE' || logical?.type === 'DATE') return { kind: 'day', stored: 'DATE' };
  if (logical?.type === 'TIMESTAMP') {
    const perSecond = { MILLIS: 1e3, MICROS: 1e6, NANOS: 1e9 }[logical.unit];
    return { kind: 'time', stored: 'TIMESTAMP', perSecond, isUtc: logical.isAdjustedToUTC };
  }
  if (converted === 'TIMESTAMP_MILLIS' || converted === 'TIMESTAMP_MICROS') {
    const perSecond = converted === 'TIMESTAMP_MILLIS' ? 1e3 : 1e6;
    return { kind: 'time', stored: 'TIMESTAMP', perSecond, isUtc: true };
  }
  if (type === 'INT96') return { kind: 'time', stored: 'TIMESTAMP', perSecond: 1e9, isUtc: false };
  if (type === 'BOOLEAN') return { kind: 'boolean', stored: 'BOOLEAN' };
  if (converted === 'DECIMAL' || logical?.type === 'DECIMAL')
    return { kind: 'number', stored: 'DOUBLE' };
  if (type === 'BYTE_ARRAY' || logical?.type === 'UUID') return { kind: 'text', stored: 'STRING' };
  if (type === 'INT32' || type === 'INT64' || type === 'FLOAT' || type === 'DOUBLE') {
    return { kind: 'number', stored: type };
  }
  throw new InputError(
    `${what}: a column has the type ${type ?? 'of a group'}. Turn it into text first.`,
  );
}

function toColumn(
  name: string,
  reading: Reading,
  cells: readonly Cell[],
  missing: ReadonlySet<string>,
): Column {
  const isMissing = (cell: Cell) =>
    cell === null || cell === undefined || missing.has(String(cell));
  const isWide = (cell: Cell) => typeof cell === 'bigint' && BigInt(Number(cell)) !== cell;
  if (reading.kind === 'number' && !cells.some(isWide)) {
    return numbers(name, reading.stored, cells, isMissing);
  }
  const write = textWriter(reading, cells);
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
  let decimals = 0;
  cells.forEach((cell, i) => {
    const value = isMissing(cell) ? Number.NaN : Number(cell);
    values[i] = value;
    missing[i] = Number.isNaN(value) ? 1 : 0;
    if (!Number.isInteger(value) && Number.isFinite(value)) {
      decimals = Math.max(decimals, decimalsOf(value, stored === 'FLOAT'));
    }
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
    decimals,
    stored,
  };
}

/** Decimals of the shortest decimal that means the number, or the number rounded to 32 bits. */
function decimalsOf(value: number, isFloat: boolean): number {
  let text = String(value);
  if (isFloat) {
    for (let digits = 1; digits <= 9; digits++) {
      const candidate = Number(value.toPrecision(digits));
      if (Math.fround(candidate) !== value) continue;
      text = String(candidate);
      break;
    }
  }
  const [mantissa, exponent = '0'] = text.split('e');
  const point = mantissa.indexOf('.');
  return Math.min(
    100,
    Math.max(0, (point < 0 ? 0 : mantissa.length - point - 1) - Number(exponent)),
  );
}

function textWriter(reading: Reading, cells: readonly Cell[]): (cell: Cell) => string {
  if (reading.kind === 'day') {
    const { format } = dateFormat('YYYY-MM-DD');
    return (cell) => format(Number(cell));
  }
  if (reading.kind === 'time') {
    const perSecond = BigInt(reading.perSecond ?? 1e3);
    const digits = fractionDigits(cells, perSecond);
    const { format } = timeFormat(digits, reading.isUtc ?? false);
    const scale = Number(perSecond);
    return (cell) => {
      const ticks = cell as bigint;
      const seconds = ticks / perSecond;
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
