/** Reads a table from bytes: delimited text, packed or not, or Parquet. */

import { InputError } from '../numerics/inputError.ts';
import { type CsvOptions, createReading, type Learned } from './createReader.ts';
import { type LimitOptions, MOST_STREAMED_BYTES, readLimit } from './readLimit.ts';
import { isParquet, readParquet } from './readParquet.ts';
import { counted, isGzip, reopenable, type TableSource, unpacked } from './source.ts';
import type { Table } from './table.ts';

/** How to read a table; what is left out is found by looking at it. */
export interface ReadOptions extends CsvOptions, LimitOptions {
  /** The kind of file; `tsv` is delimited text with a tab. */
  readonly format?: 'csv' | 'tsv' | 'parquet' | 'xlsx';
  /** The sheet of an Excel workbook. Default: the first. */
  readonly sheet?: string;
  /**
   * The most bytes that the table may take unpacked: 8 GiB, unless said otherwise, and 256 MiB for one
   * that swells to more than 200 times its packed size.
   */
  readonly maxBytes?: number;
  /** Cancels the reading, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a table. Text is read once, and a second time where a column that began with numbers turns
 * out to be text, so a source that can be opened again costs no memory besides the columns; a stream
 * is kept until the table is there.
 */
export async function readTable(source: TableSource, options: ReadOptions = {}): Promise<Table> {
  const { signal } = options;
  signal?.throwIfAborted();
  const bytes = await reopenable(
    source,
    readLimit({ maxBytes: MOST_STREAMED_BYTES, ...options }),
    signal,
  );
  const head = await bytes.slice(0, Math.min(4, bytes.byteLength));
  const { format, name } = options;
  if (format === 'parquet' || (format === undefined && isParquet(head))) {
    if (!isParquet(head)) throw new InputError(`${name ?? 'the table'}: not a Parquet file.`);
    return readParquet(bytes, options);
  }
  const gzip = isGzip(head);
  const csv: CsvOptions = format === 'tsv' ? { delimiter: '\t', ...options } : options;
  let learned: Learned | undefined;
  for (;;) {
    const reading = createReading(csv, learned);
    const plain = gzip ? unpacked(bytes.open(), name) : bytes.open();
    const limit = readLimit(options, gzip ? bytes.byteLength : undefined);
    for await (const piece of counted(plain, limit, signal)) reading.push(piece);
    const result = reading.end();
    if ('table' in result) {
      const { table } = result;
      return gzip ? { ...table, format: { ...table.format, gzip } } : table;
    }
    learned = result.learned;
  }
}
