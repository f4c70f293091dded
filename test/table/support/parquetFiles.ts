/** Small Parquet files of all kinds that are read, made anew for each run. */

import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { writePlain } from 'hyparquet-writer/src/plain.js';
import { snappyCompress } from 'hyparquet-writer/src/snappy.js';
import { parquetWriteBuffer } from 'hyparquet-writer/src/write.js';

type ColumnData = Parameters<typeof parquetWriteBuffer>[0]['columnData'];

const range = (rows: number) => Array.from({ length: rows }, (_, i) => i);

const columns = (rows: number): ColumnData => [
  { name: 'double', data: range(rows).map((i) => i / 7), type: 'DOUBLE' },
  { name: 'word', data: range(rows).map((i) => ['red', 'green', 'blue'][i % 3]), type: 'STRING' },
  { name: 'gap', data: range(rows).map((i) => (i % 4 === 1 ? null : i)), type: 'INT32' },
];

/** The file by a name that says what is in it. */
export function parquetFiles(): ReadonlyMap<string, Uint8Array> {
  const write = (options: Parameters<typeof parquetWriteBuffer>[0]) =>
    new Uint8Array(parquetWriteBuffer(options));
  return new Map([
    ['plain', write({ columnData: columns(40), codec: 'UNCOMPRESSED' })],
    ['snappy', write({ columnData: columns(200) })],
    ['groups', write({ columnData: columns(30), rowGroupSize: 8 })],
    ['pages', write({ columnData: columns(200), pageSize: 200, codec: 'UNCOMPRESSED' })],
    [
      'kinds',
      write({
        columnData: [
          { name: 'flag', data: range(20).map((i) => i % 3 === 0), type: 'BOOLEAN' },
          { name: 'maybe', data: range(20).map((i) => (i % 5 ? i % 2 === 0 : null)) },
          { name: 'when', data: range(20).map((i) => new Date(1e12 + i * 1e7)), type: 'TIMESTAMP' },
          { name: 'long', data: range(20).map((i) => BigInt(i) * 10n ** 12n), type: 'INT64' },
          { name: 'float', data: range(20).map((i) => i / 2), type: 'FLOAT' },
        ],
      }),
    ],
    [
      'encodings',
      write({
        columnData: [
          {
            name: 'delta',
            data: range(50).map((i) => i * i),
            type: 'INT32',
            encoding: 'DELTA_BINARY_PACKED',
          },
          {
            name: 'lengths',
            data: range(50).map((i) => 'x'.repeat(i % 6)),
            type: 'STRING',
            encoding: 'DELTA_LENGTH_BYTE_ARRAY',
          },
          {
            name: 'prefixes',
            data: range(50).map((i) => `case ${i}`),
            type: 'STRING',
            encoding: 'DELTA_BYTE_ARRAY',
          },
          {
            name: 'split',
            data: range(50).map((i) => i / 3),
            type: 'DOUBLE',
            encoding: 'BYTE_STREAM_SPLIT',
          },
        ],
      }),
    ],
    ['first version, plain', firstVersion('UNCOMPRESSED')],
    ['first version, snappy', firstVersion('SNAPPY')],
  ]);
}

/**
 * Pages of Parquet's first version, which most writers still write and hyparquet-writer does not: a
 * column of numbers with nulls, and a column of texts by their dictionary.
 */
function firstVersion(codec: 'SNAPPY' | 'UNCOMPRESSED'): Uint8Array {
  const rows = 48;
  const writer = new ByteWriter();
  writer.appendUint32(0x31524150);
  const packed = (page: ByteWriter) =>
    codec === 'SNAPPY' ? snappyCompress(page.getBytes()) : page.getBytes();
  const put = (page: ByteWriter, header: object) => {
    const bytes = packed(page);
    writePageHeader(writer, {
      uncompressed_page_size: page.offset,
      compressed_page_size: bytes.length,
      ...header,
    } as Parameters<typeof writePageHeader>[1]);
    writer.appendBytes(bytes);
  };
  const levels = (page: ByteWriter, present: number[]) => {
    const runs = new ByteWriter();
    writeRleBitPackedHybrid(runs, present, 1);
    page.appendUint32(runs.offset);
    page.appendBytes(runs.getBytes());
  };
  const dataHeader = (encoding: string) => ({
    type: 'DATA_PAGE',
    data_page_header: {
      num_values: rows / 2,
      encoding,
      definition_level_encoding: 'RLE',
      repetition_level_encoding: 'RLE',
    },
  });
  const chunk = (name: string, type: string, start: number, dictionary?: number) => ({
    file_offset: 0n,
    meta_data: {
      type,
      encodings: ['PLAIN', 'RLE', 'RLE_DICTIONARY'],
      path_in_schema: [name],
      codec,
      num_values: BigInt(rows),
      total_uncompressed_size: BigInt(writer.offset - start),
      total_compressed_size: BigInt(writer.offset - start),
      data_page_offset: BigInt(start),
      ...(dictionary !== undefined && { dictionary_page_offset: BigInt(dictionary) }),
    },
  });
  const halves = [range(rows).slice(0, rows / 2), range(rows).slice(rows / 2)];

  const numbersAt = writer.offset;
  for (const half of halves) {
    const page = new ByteWriter();
    levels(
      page,
      half.map((i) => (i % 3 === 0 ? 0 : 1)),
    );
    writePlain(
      page,
      half.filter((i) => i % 3 !== 0).map((i) => i / 8),
      'DOUBLE',
      undefined,
    );
    put(page, dataHeader('PLAIN'));
  }
  const numbers = chunk('number', 'DOUBLE', numbersAt);

  const textsAt = writer.offset;
  const words = ['north', 'south', 'east', 'west'].map((word) => new TextEncoder().encode(word));
  const dictionary = new ByteWriter();
  writePlain(dictionary, words, 'BYTE_ARRAY', undefined);
  put(dictionary, {
    type: 'DICTIONARY_PAGE',
    dictionary_page_header: { num_values: words.length, encoding: 'PLAIN' },
  });
  for (const half of halves) {
    const page = new ByteWriter();
    levels(
      page,
      half.map(() => 1),
    );
    page.appendUint8(2);
    writeRleBitPackedHybrid(
      page,
      half.map((i) => (i < 20 ? i % 4 : 1)),
      2,
    );
    put(page, dataHeader('RLE_DICTIONARY'));
  }
  const texts = chunk('text', 'BYTE_ARRAY', textsAt, textsAt);

  writeMetadata(writer, {
    version: 1,
    created_by: 'a test',
    schema: [
      { name: 'root', num_children: 2 },
      { name: 'number', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
      { name: 'text', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL', converted_type: 'UTF8' },
    ],
    num_rows: BigInt(rows),
    row_groups: [
      { columns: [numbers, texts], total_byte_size: BigInt(writer.offset), num_rows: BigInt(rows) },
    ],
  } as unknown as Parameters<typeof writeMetadata>[1]);
  writer.appendUint32(0x31524150);
  return writer.getBytes().slice();
}
