/**
 * The cells of one column of one group of rows, page by page. Every count and length that the file
 * states is held against the bytes that are there and the rows that are to come before anything is
 * allocated for it, so that the work is bounded by the file's own size, whatever its bytes are.
 * (One changed byte made hyparquet's own reader of pages loop for ever, or give more cells than rows.)
 */

import { convert } from 'hyparquet/src/convert.js';
import { byteStreamSplit } from 'hyparquet/src/encoding.js';
import { readPlain } from 'hyparquet/src/plain.js';
import type {
  CompressionCodec,
  DecodedArray,
  ParquetParsers,
  ParquetType,
  SchemaElement,
} from 'hyparquet/src/types.js';
import type { ReadLimit } from '../readLimit.ts';
import { BytesAt } from './bytesAt.ts';
import { Damage, within } from './damage.ts';
import { readDeltas, readLengthsAndTexts, readPrefixedTexts } from './deltas.ts';
import { readRuns } from './runs.ts';
import { unpackSnappy } from './snappy.ts';
import { readStruct, type Struct } from './thrift.ts';

export interface Chunk {
  readonly bytes: Uint8Array;
  /** Rows of the group: the cells that must come out. */
  readonly rows: number;
  readonly element: SchemaElement;
  readonly codec: CompressionCodec;
  readonly parsers: ParquetParsers;
  readonly limit: ReadLimit;
}

/** The cells of a page. */
export interface Page {
  readonly rows: number;
  cell(row: number): unknown;
}

const LARGEST_PAGE = 1 << 28;
/** Values in the header of a page, statistics included. */
const MOST_IN_HEADER = 1000;
/** Bytes of a decimal number; Parquet's largest have 16. */
const WIDEST_DECIMAL = 64;
const DATA_PAGE = 0;
const INDEX_PAGE = 1;
const DICTIONARY_PAGE = 2;

/** Numbers of Parquet's encodings. */
const PLAIN = 0;
const PLAIN_DICTIONARY = 2;
const RLE = 3;
const DELTA_BINARY_PACKED = 5;
const DELTA_LENGTH_BYTE_ARRAY = 6;
const DELTA_BYTE_ARRAY = 7;
const RLE_DICTIONARY = 8;
const BYTE_STREAM_SPLIT = 9;

export function* readPages(chunk: Chunk): Generator<Page> {
  const from = new BytesAt(chunk.bytes);
  let dictionary: DecodedArray | undefined;
  let left = chunk.rows;
  while (left > 0) {
    const header = readStruct(from, { left: MOST_IN_HEADER });
    const type = within(header.get(1), 0, 3, 'the kind of a page');
    const length = within(header.get(2), 0, LARGEST_PAGE, 'the length of a page');
    const packed = from.take(within(header.get(3), 0, from.left, 'the packed length of a page'));
    chunk.limit.add(length);
    if (type === INDEX_PAGE) continue;
    if (type === DICTIONARY_PAGE) {
      if (dictionary) throw new Damage('a column has two dictionaries');
      const count = within(structOf(header, 7).get(1), 0, LARGEST_PAGE, 'the size of a dictionary');
      const page = new BytesAt(unpack(packed, length, chunk.codec));
      dictionary = converted(plain(page, count, chunk.element), chunk);
      continue;
    }
    const page =
      type === DATA_PAGE
        ? readPage(structOf(header, 5), packed, length, left, dictionary, chunk)
        : readPageV2(structOf(header, 8), packed, length, left, dictionary, chunk);
    left -= page.rows;
    yield page;
  }
}

function readPage(
  header: Struct,
  packed: Uint8Array,
  length: number,
  left: number,
  dictionary: DecodedArray | undefined,
  chunk: Chunk,
): Page {
  const rows = within(header.get(1), 0, left, 'the number of rows of a page');
  const from = new BytesAt(unpack(packed, length, chunk.codec));
  if (chunk.element.repetition_type === 'REQUIRED') {
    return pageOf(rows, undefined, header.get(2), from, dictionary, chunk);
  }
  within(header.get(3), RLE, RLE, 'the encoding of nulls');
  const levels = readRuns(new BytesAt(from.take(from.uint32())), 1, rows);
  return pageOf(rows, levels, header.get(2), from, dictionary, chunk);
}

function readPageV2(
  header: Struct,
  packed: Uint8Array,
  length: number,
  left: number,
  dictionary: DecodedArray | undefined,
  chunk: Chunk,
): Page {
  const rows = within(header.get(1), 0, left, 'the number of rows of a page');
  within(header.get(3), rows, rows, 'the number of rows of a page');
  within(header.get(6), 0, 0, 'the length of levels that a flat column does not have');
  const size = within(header.get(5), 0, Math.min(packed.length, length), 'the length of nulls');
  const isNullable = chunk.element.repetition_type !== 'REQUIRED';
  const levels = isNullable ? readRuns(new BytesAt(packed.subarray(0, size)), 1, rows) : undefined;
  const nulls = levels ? levels.reduce((sum, level) => sum + 1 - level, 0) : 0;
  within(header.get(2), nulls, nulls, 'the number of nulls');
  const codec = header.get(7) === false ? 'UNCOMPRESSED' : chunk.codec;
  const rest = packed.subarray(size);
  // a page of nulls alone has no values to pack
  const values = rest.length === 0 && length === size ? rest : unpack(rest, length - size, codec);
  return pageOf(rows, levels, header.get(4), new BytesAt(values), dictionary, chunk);
}

function pageOf(
  rows: number,
  levels: Uint32Array | undefined,
  encoding: unknown,
  from: BytesAt,
  dictionary: DecodedArray | undefined,
  chunk: Chunk,
): Page {
  const places = levels && new Int32Array(rows);
  let count = rows;
  if (levels && places) {
    count = 0;
    for (let i = 0; i < rows; i++) places[i] = levels[i] === 1 ? count++ : -1;
  }
  if (encoding === BigInt(PLAIN_DICTIONARY) || encoding === BigInt(RLE_DICTIONARY)) {
    const known = dictionary ?? [];
    const indexes = count === 0 ? new Uint32Array() : readRuns(from, from.byte(), count);
    for (const index of indexes) {
      if (index >= known.length) throw new Damage('a cell is not in the dictionary');
    }
    return { rows, cell: cellAt(places, (place) => known[indexes[place]]) };
  }
  const number = within(encoding, 0, BYTE_STREAM_SPLIT, 'the encoding of a page');
  const values = converted(readValues(number, from, count, chunk), chunk);
  if (values.length !== count) throw new Damage('a page has another length than its header says');
  return { rows, cell: cellAt(places, (place) => values[place]) };
}

function cellAt(places: Int32Array | undefined, value: (place: number) => unknown) {
  if (!places) return value;
  return (row: number) => (places[row] < 0 ? null : value(places[row]));
}

function readValues(
  encoding: number,
  from: BytesAt,
  count: number,
  { element, limit }: Chunk,
): DecodedArray {
  const { type } = element;
  const isText = type === 'BYTE_ARRAY';
  if (encoding === PLAIN) return plain(from, count, element);
  if (encoding === RLE && type === 'BOOLEAN') {
    if (count === 0) return [];
    const runs = new BytesAt(from.take(from.uint32()));
    return Array.from(readRuns(runs, 1, count), (bit) => bit === 1);
  }
  if (encoding === DELTA_BINARY_PACKED && (type === 'INT32' || type === 'INT64')) {
    const values = readDeltas(from, count);
    return type === 'INT64' ? values : Int32Array.from(values, (x) => Number(BigInt.asIntN(32, x)));
  }
  if (encoding === DELTA_LENGTH_BYTE_ARRAY && isText) return readLengthsAndTexts(from, count);
  if (encoding === DELTA_BYTE_ARRAY && isText) {
    const texts = readPrefixedTexts(from, count, LARGEST_PAGE);
    limit.add(texts.reduce((sum, text) => sum + text.length, 0));
    return texts;
  }
  const width = widthOf(element);
  if (encoding === BYTE_STREAM_SPLIT && width > 0 && type !== undefined) {
    const view = viewOf(from.take(count * width));
    return byteStreamSplit({ view, offset: 0 }, count, type, element.type_length);
  }
  throw new Damage('a page has an encoding that is not known');
}

/** Values one after the other; there must be bytes for as many as are claimed. */
function plain(from: BytesAt, count: number, element: SchemaElement): DecodedArray {
  const { type, type_length: fixed } = element;
  if (type === undefined) throw new Damage('a column has no type');
  if (type === 'BYTE_ARRAY') {
    if (count > from.left / 4) throw new Damage('a page is cut short');
    return Array.from({ length: count }, () => from.take(from.uint32()));
  }
  const bytes = type === 'BOOLEAN' ? Math.ceil(count / 8) : count * widthOf(element);
  const view = viewOf(from.take(bytes));
  return readPlain({ view, offset: 0 }, type, count, fixed);
}

const WIDTHS: Readonly<Partial<Record<ParquetType, number>>> = {
  INT32: 4,
  INT64: 8,
  INT96: 12,
  FLOAT: 4,
  DOUBLE: 8,
};

function widthOf({ type, type_length: fixed }: SchemaElement): number {
  if (type === 'FIXED_LEN_BYTE_ARRAY') {
    return within(fixed, 1, LARGEST_PAGE, 'the length of a cell');
  }
  return (type && WIDTHS[type]) ?? 0;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function unpack(packed: Uint8Array, length: number, codec: CompressionCodec): Uint8Array {
  if (codec === 'SNAPPY') return unpackSnappy(packed, length);
  if (codec !== 'UNCOMPRESSED') throw new Error(`unsupported compression codec: ${codec}`);
  if (packed.length !== length) throw new Damage('a page has two lengths');
  return packed;
}

function structOf(header: Struct, field: number): Struct {
  const value = header.get(field);
  if (!(value instanceof Map)) throw new Damage('a page has no header of its kind');
  return value;
}

/** Values as what their column means by them. */
function converted(values: DecodedArray, { element, parsers, codec }: Chunk): DecodedArray {
  const isWide = (value: unknown) => value instanceof Uint8Array && value.length > WIDEST_DECIMAL;
  if (element.converted_type === 'DECIMAL' && Array.isArray(values) && values.some(isWide)) {
    throw new Damage('a decimal number is too long');
  }
  const type = element.type ?? 'BYTE_ARRAY';
  const known = { element, parsers, codec, type, pathInSchema: [element.name], schemaPath: [] };
  return convert(values, known);
}
