/**
 * What a Parquet file says of itself at its end: rows, columns, and where their bytes lie. All of it
 * is held against the file and against itself before a cell is read.
 */

import { parquetMetadata, parquetSchema } from 'hyparquet/src/metadata.js';
import type {
  CompressionCodec,
  FileMetaData,
  RowGroup,
  SchemaElement,
} from 'hyparquet/src/types.js';
import { InputError } from '../../numerics/inputError.ts';
import type { ReopenableSource } from '../source.ts';
import { BytesAt } from './bytesAt.ts';
import { Damage, within } from './damage.ts';
import { readStruct } from './thrift.ts';

export interface Footer {
  readonly rows: number;
  readonly columns: readonly StoredColumn[];
}

export interface StoredColumn {
  readonly element: SchemaElement;
  /** One for each group of rows. */
  readonly chunks: readonly StoredChunk[];
}

export interface StoredChunk {
  readonly start: number;
  readonly end: number;
  readonly rows: number;
  readonly codec: CompressionCodec;
}

/** The mark at both ends, and the footer's length before the last. */
const MARK = 4;
const TAIL = 8;
const LARGEST_FOOTER = 1 << 26;
const MOST_IN_FOOTER = 4_000_000;
/** Rows are numbered by 32 bits. */
const MOST_ROWS = 2 ** 31 - 1;
const MOST_DECIMALS = 100;

export async function readFooter(source: ReopenableSource, what: string): Promise<Footer> {
  const size = source.byteLength;
  if (size < MARK + TAIL) throw new Damage('the file is too short');
  const tail = new BytesAt(await source.slice(size - TAIL, size));
  const length = within(
    tail.uint32(),
    1,
    Math.min(size - MARK - TAIL, LARGEST_FOOTER),
    'the length of the footer',
  );
  if (tail.uint32() !== 0x31524150) throw new Damage('the file does not end as Parquet does');
  // a copy of its own: hyparquet wants a whole buffer
  const bytes = (await source.slice(size - TAIL - length, size)).slice();
  readStruct(new BytesAt(bytes.subarray(0, length)), { left: MOST_IN_FOOTER });
  const metadata = parquetMetadata(bytes.buffer, { geoparquet: false });

  const elements = elementsOf(metadata, what);
  const rows = within(metadata.num_rows, 0, MOST_ROWS, 'the number of rows');
  const chunks = elements.map((): StoredChunk[] => []);
  const places = new Map(elements.map(({ name }, j) => [name, j]));
  let total = 0;
  for (const group of metadata.row_groups) {
    total += within(group.num_rows, 0, rows - total, 'the number of rows of a group');
    addGroup(group, elements, places, chunks, size - TAIL - length);
  }
  if (total !== rows) throw new Damage('the groups have other rows than the table');
  return { rows, columns: elements.map((element, j) => ({ element, chunks: chunks[j] })) };
}

function elementsOf(metadata: FileMetaData, what: string): SchemaElement[] {
  const tree = parquetSchema(metadata);
  const elements = tree.children.map(({ element, children }) => {
    if (children.length > 0 || element.repetition_type === 'REPEATED') {
      throw new InputError(`${what}: a column holds nested values. Flatten it first.`);
    }
    return withDecimals(element);
  });
  if (elements.length === 0 || tree.count !== metadata.schema.length) {
    throw new Damage('the columns are not those that it counts');
  }
  for (const { name, repetition_type: repetition } of elements) {
    if (typeof name !== 'string' || name.trim() === '') {
      throw new InputError(`${what}: a column has no name. Give every column one.`);
    }
    if (repetition !== 'REQUIRED' && repetition !== 'OPTIONAL') {
      throw new Damage('it is not known whether a column has nulls');
    }
  }
  if (new Set(elements.map(({ name }) => name)).size < elements.length) {
    throw new InputError(`${what}: two columns have the same name. Give every column its own.`);
  }
  return elements;
}

/** Decimals are said in two ways; hyparquet looks at the older. */
function withDecimals(element: SchemaElement): SchemaElement {
  const { converted_type: converted, logical_type: logical } = element;
  if (converted !== 'DECIMAL' && logical?.type !== 'DECIMAL') return element;
  const scale = (logical?.type === 'DECIMAL' ? logical.scale : undefined) ?? element.scale ?? 0;
  within(scale, 0, MOST_DECIMALS, 'the number of decimals');
  return { ...element, converted_type: 'DECIMAL', scale };
}

function addGroup(
  { num_rows, columns }: RowGroup,
  elements: readonly SchemaElement[],
  places: ReadonlyMap<string, number>,
  chunks: readonly StoredChunk[][],
  dataEnd: number,
): void {
  const rows = Number(num_rows);
  if (columns.length !== elements.length) throw new Damage('a group lacks a column');
  const seen = new Set<number>();
  for (const { meta_data: found, file_path: elsewhere } of columns) {
    const place = found?.path_in_schema.length === 1 && places.get(found.path_in_schema[0]);
    if (!found || elsewhere || typeof place !== 'number' || seen.has(place)) {
      throw new Damage('a group lacks a column');
    }
    seen.add(place);
    if (found.type !== elements[place].type) throw new Damage('a column has two types');
    within(found.num_values, rows, rows, 'the number of cells of a column');
    const first = found.dictionary_page_offset || found.data_page_offset;
    const start = within(first, MARK, dataEnd, 'the place of a column');
    const length = within(found.total_compressed_size, 0, dataEnd - start, 'the size of a column');
    chunks[place].push({ start, end: start + length, rows, codec: found.codec });
  }
}
