/**
 * Nasty tables: every file in files/ is read and compared with the .json beside it, which holds the
 * columns, or the error, to be expected. Add a file and its .json, and there is a test.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CsvOptions, createReader } from '../../src/table/createReader.ts';
import { readTable } from '../../src/table/readTable.ts';
import type { Table } from '../../src/table/table.ts';
import { type WriteOptions, writeTable } from '../../src/table/writeTable.ts';
import { ROOT } from '../support/repository.ts';
import { cellsOf, comparable } from './support/cells.ts';

interface Expectation {
  readonly options?: CsvOptions;
  readonly columns?: readonly {
    readonly name: string;
    readonly kind: string;
    /** Numbers that JSON cannot write stand as text: -0, Infinity, -Infinity. */
    readonly cells: readonly (number | string | null)[];
    readonly decimals?: number;
    readonly missingCode?: string;
  }[];
  readonly format?: Partial<Table['format']>;
  readonly notes?: readonly string[];
  /** The same bytes come back when it is written. */
  readonly same?: boolean;
  readonly writeOptions?: WriteOptions;
  /** A part of the error. */
  readonly error?: string;
}

const FOLDER = join(ROOT, 'test/table/files');
const names = readdirSync(FOLDER).filter((name) => !name.endsWith('.json'));

function load(name: string): { bytes: Uint8Array; expected: Expectation } {
  const bytes = new Uint8Array(readFileSync(join(FOLDER, name)));
  const expected = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as Expectation;
  return { bytes, expected };
}

test('there are enough of them', () => {
  expect(names.length).toBeGreaterThanOrEqual(80);
});

describe.each(names)('%s', (name) => {
  const { bytes, expected } = load(name);
  const options = { ...expected.options, name };

  if (expected.error !== undefined) {
    test('is refused', async () => {
      await expect(readTable(bytes, options)).rejects.toMatchObject({
        name: 'InputError',
        message: expect.stringContaining(expected.error ?? ''),
      });
      await expect(readTable(bytes, options)).rejects.toThrow(name);
      for (const bufferBytes of [1, 2, 3, 5, 8, 13]) {
        await expect(readTable(bytes, { ...options, bufferBytes })).rejects.toThrow(expected.error);
      }
    });
    return;
  }

  test('is read', async () => {
    const table = await readTable(bytes, options);
    expect(table.columns.map(({ name: column }) => column)).toEqual(
      expected.columns?.map((column) => column.name),
    );
    expected.columns?.forEach((column, j) => {
      const found = table.columns[j];
      expect([found.kind, cellsOf(found)]).toEqual([column.kind, column.cells]);
      if (column.decimals !== undefined) expect(found).toMatchObject({ decimals: column.decimals });
      if (column.missingCode !== undefined) expect(found.missingCode).toBe(column.missingCode);
    });
    expect(table.format).toMatchObject(expected.format ?? {});
    expect(table.notes ?? []).toEqual(expected.notes ?? []);
  });

  test('comes back when written', async () => {
    const table = await readTable(bytes, options);
    const written = await writeTable(table, expected.writeOptions);
    if (expected.same) expect(Buffer.from(written.bytes).equals(bytes)).toBe(true);
    const unescaped = await writeTable(table, { escapeFormulas: false });
    const again = await readTable(unescaped.bytes, options);
    expect(comparable(again)).toEqual(comparable(table));
  });

  if (name.endsWith('.gz') || name.endsWith('.parquet') || bytes.length > 20_000) return;

  test('does not depend on how it is cut', async () => {
    const whole = comparable(await readTable(bytes, options));
    const { delimiter, quote, encoding, decimalMark } = whole.format;
    for (const length of [1, 2, 3, 4, 5, 7, 13, 24, 32, 48, 64]) {
      const cut = (given: CsvOptions) => {
        const reader = createReader(given);
        for (let at = 0; at < bytes.length; at += length) {
          reader.push(bytes.subarray(at, at + length));
        }
        return comparable(reader.end());
      };
      expect(cut(options), `pieces of ${length}`).toEqual(whole);
      // a buffer as small as this cuts every record somewhere
      const small = cut({ ...options, bufferBytes: length + 1 });
      expect(small, `pieces and buffer of ${length}`).toEqual(whole);
      // with nothing looked at beforehand, all that is found out by then comes late; only that all
      // cells are quoted must be seen early
      if (whole.format.quoting === 'all') continue;
      const known = { delimiter, quote, encoding, decimalMark, ...options };
      const late = cut({ ...known, headBytes: 1, bufferBytes: length + 1 });
      expect(late.columns, `pieces of ${length}, no head`).toEqual(whole.columns);
    }
  });
});
