import { expect, test } from 'vitest';
import { readTable } from '../../src/table/readTable.ts';
import { gather } from '../../src/table/source.ts';
import { PLAIN_CSV, type Table } from '../../src/table/table.ts';
import { createWriter, writeParts, writeTable } from '../../src/table/writeTable.ts';
import { cellsOf } from './support/cells.ts';

const text = (name: string, cells: readonly (string | null)[], stored?: string) => {
  const dictionary = [...new Set(cells.filter((cell) => cell !== null))];
  const codes = Int32Array.from(cells, (cell) => (cell === null ? -1 : dictionary.indexOf(cell)));
  return { kind: 'text' as const, name, codes, dictionary, ...(stored && { stored }) };
};

const numbers = (name: string, cells: readonly number[], decimals: number, stored?: string) => {
  const values = Float64Array.from(cells);
  const missing = values.some(Number.isNaN)
    ? Uint8Array.from(values, (x) => (Number.isNaN(x) ? 1 : 0))
    : undefined;
  return { kind: 'numeric' as const, name, values, missing, decimals, ...(stored && { stored }) };
};

const table: Table = {
  rows: 3,
  format: { ...PLAIN_CSV, kind: 'parquet' },
  columns: [
    numbers('int', [1, -2, 3], 0),
    numbers('long', [2 ** 40, Number.NaN, -1], 0, 'INT64'),
    numbers('double', [0.1, 1e300, Number.NaN], 301),
    numbers('float', [0.5, 0.25, -1], 2, 'FLOAT'),
    text('text', ['é', null, 'NA']),
    text('flag', ['true', 'false', null], 'BOOLEAN'),
    text('day', ['1899-12-31', '2024-02-29', null], 'DATE'),
    text('time', ['1969-12-31T23:59:59.999Z', '2020-01-01T00:00:00.000Z', null], 'TIMESTAMP'),
    text('__proto__', ['a', 'b', 'c']),
  ],
};

test('Parquet is read as it was written, types and missing values included', async () => {
  const { bytes } = await writeTable(table);
  const back = await readTable(bytes);
  expect(back.format.kind).toBe('parquet');
  expect(back.columns.map((column) => [column.name, column.kind, cellsOf(column)])).toEqual(
    table.columns.map((column) => [column.name, column.kind, cellsOf(column)]),
  );
  const stored = [
    'INT32',
    'INT64',
    'DOUBLE',
    'FLOAT',
    'STRING',
    'BOOLEAN',
    'DATE',
    'TIMESTAMP',
    'STRING',
  ];
  expect(back.columns.map((column) => column.stored)).toEqual(stored);
  const again = await readTable((await writeTable(back)).bytes);
  expect(again).toEqual(back);
});

test('Parquet from a blob, and as CSV', async () => {
  const { bytes } = await writeTable(table);
  const back = await readTable(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  const csv = await writeTable(back, { format: PLAIN_CSV });
  expect(new TextDecoder().decode(csv.bytes).split('\n')[0]).toBe(
    'int,long,double,float,text,flag,day,time,__proto__',
  );
});

test('a damaged file is refused', async () => {
  const { bytes } = await writeTable(table);
  for (const length of [4, 12, bytes.length - 1, bytes.length - 30]) {
    await expect(readTable(bytes.subarray(0, length), { name: 'x.parquet' })).rejects.toMatchObject(
      {
        name: 'InputError',
        message: expect.stringContaining('x.parquet: the Parquet file is damaged'),
      },
    );
  }
});

/** A table again and again, each time a part of a larger one. */
async function* repeated(times: number): AsyncGenerator<Table> {
  for (let i = 0; i < times; i++) yield table;
}

test('Parquet in parts holds the same cells, in groups of rows', async () => {
  // 20,000 parts of 3 rows: one full group of 50,000 rows, and a second one
  const writer = createWriter(table.format);
  const pieces: Uint8Array[] = [];
  for await (const piece of writeParts(repeated(20_000), writer, table.format)) {
    if (piece.length > 0) pieces.push(piece);
  }
  // the mark at the start, the first group, and the rest
  expect(pieces).toHaveLength(3);
  const back = await readTable(new Blob(pieces as Uint8Array<ArrayBuffer>[]));
  expect(back.rows).toBe(60_000);
  for (const [j, column] of back.columns.entries()) {
    expect(column.stored).toBe(
      (await readTable((await writeTable(table)).bytes)).columns[j].stored,
    );
    const cells = cellsOf(column);
    for (const start of [0, 49_998, 50_001, 59_997]) {
      expect(cells.slice(start, start + 3)).toEqual(cellsOf(table.columns[j]));
    }
  }
});

test('gzipped text in parts is the text of the whole', async () => {
  const format = { ...PLAIN_CSV, gzip: true };
  const plain = await writeTable(table, { format: PLAIN_CSV });
  async function* parts() {
    yield table;
  }
  const packed = await gather(writeParts(parts(), createWriter(format), format));
  const unpacked = new Blob([packed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'));
  expect(new Uint8Array(await new Response(unpacked).arrayBuffer())).toEqual(plain.bytes);
});

test('a failure while gzip is written is passed on', async () => {
  const format = { ...PLAIN_CSV, gzip: true };
  async function* parts(): AsyncGenerator<Table> {
    yield table;
    throw new Error('stopped');
  }
  await expect(gather(writeParts(parts(), createWriter(format), format))).rejects.toThrow(
    'stopped',
  );
});
