import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberFormatter } from '../../src/table/formatNumber.ts';
import { MISSING_CODES } from '../../src/table/missingCodes.ts';
import { readTable } from '../../src/table/readTable.ts';
import {
  type Column,
  type FileFormat,
  type NumberFormat,
  PLAIN_CSV,
  type Table,
} from '../../src/table/table.ts';
import { writeTable } from '../../src/table/writeTable.ts';
import { cellsOf } from './support/cells.ts';

const RUNS = Number(process.env.TVINESYNTH_ROUND_TRIPS ?? 400);

const missingCode = fc.constantFrom('', '', 'NA', 'N/A', '.', '-99999.5');

/** A number with at most so many decimals, as a column of such decimals can hold it. */
const rounded = (decimals: number) =>
  fc.oneof(
    fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((x) => Number(x.toFixed(decimals))),
    fc.constantFrom(0, -0, 1, -1, 1e21, 1e15, 123456789012345, -(2 ** 53)),
    fc.integer({ min: -1000, max: 1000 }),
  );

const numbers = (rows: number): fc.Arbitrary<Column> =>
  fc
    .record({
      decimals: fc.integer({ min: 0, max: 12 }),
      fixed: fc.boolean(),
      width: fc.constantFrom(0, 0, 12),
      code: missingCode,
      infinite: fc.boolean(),
    })
    .chain(({ decimals, fixed, width, code }) => {
      const cell = fc.option(rounded(decimals), { nil: Number.NaN, freq: 6 });
      return fc.array(cell, { minLength: rows, maxLength: rows }).map((cells): Column => {
        const values = Float64Array.from(cells);
        if (values.every(Number.isNaN)) values[0] = 1;
        const missing = values.some(Number.isNaN)
          ? Uint8Array.from(values, (x) => (Number.isNaN(x) ? 1 : 0))
          : undefined;
        const written: NumberFormat = { fixed, width, scientific: undefined, infinity: 'Inf' };
        return { kind: 'numeric', name: '', values, missing, decimals, written, missingCode: code };
      });
    });

const scientific = (rows: number): fc.Arbitrary<Column> =>
  fc
    .array(fc.double({ noNaN: true, noDefaultInfinity: true }), {
      minLength: rows,
      maxLength: rows,
    })
    .map((cells) => ({
      kind: 'numeric',
      name: '',
      values: Float64Array.from(cells),
      missing: undefined,
      decimals: 20,
      written: { fixed: false, width: 0, scientific: 'some', infinity: 'Inf' },
    }));

const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom(',', ';', '"', "'", '\n', '\r', '\t', ' ', 'x', '=', '-', '1'),
  }),
  fc.constantFrom(
    ...[
      '007',
      '00',
      '1e999',
      '-',
      'NA',
      'null',
      '"',
      '""',
      ',',
      'a\nb',
      'a\r\nb',
      ' x ',
      '\u{1f600}',
    ],
    ...[
      '1969-12-31',
      '0001-01-01',
      '2020-02-29T23:59:59.999+14:00',
      '31/12/1899',
      '\u00a0',
      '\ufeff',
    ],
  ),
);

const texts = (rows: number): fc.Arbitrary<Column> =>
  fc
    .record({
      cells: fc.array(fc.option(text, { freq: 6 }), { minLength: rows, maxLength: rows }),
      code: missingCode,
    })
    .map(({ cells, code }): Column => {
      // one cell that no reader can take for a number; blanks and zero bytes are not texts
      const usable = cells.map((cell, i) => {
        if (i === 0) return 'x';
        if (cell === null || cell.trim() === '' || cell.includes('\0')) return null;
        return cell;
      });
      const dictionary = [...new Set(usable.filter((cell) => cell !== null))];
      const codes = Int32Array.from(usable, (cell) =>
        cell === null ? -1 : dictionary.indexOf(cell),
      );
      return { kind: 'text', name: '', codes, dictionary, missingCode: code };
    });

const name = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'a,b', 'x"y', 'n\nl', '=1', '12', ' ', 'é'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
);

const format: fc.Arbitrary<FileFormat> = fc
  .record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    quote: fc.constantFrom('"', "'"),
    quoting: fc.constantFrom('needed', 'text'),
    encoding: fc.constantFrom('utf-8', 'utf-16le', 'utf-16be'),
    byteOrderMark: fc.boolean(),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    finalLineEnd: fc.boolean(),
    decimalMark: fc.constantFrom('.', ','),
    gzip: fc.boolean(),
  })
  .map((chosen) => ({ ...PLAIN_CSV, ...chosen }) as FileFormat);

const table: fc.Arbitrary<Table> = fc
  .record({ rows: fc.integer({ min: 1, max: 12 }), width: fc.integer({ min: 1, max: 5 }), format })
  .chain(({ rows, width, format: chosen }) =>
    fc
      .record({
        columns: fc.array(fc.oneof(numbers(rows), texts(rows), scientific(rows)), {
          minLength: width,
          maxLength: width,
        }),
        names: fc.uniqueArray(name, { minLength: width, maxLength: width }),
      })
      .map(({ columns, names }) => ({
        rows,
        // where every cell is quoted, quotes cannot tell a text from a missing code
        format:
          columns.some(({ kind }) => kind === 'numeric') && chosen.delimiter !== chosen.decimalMark
            ? chosen
            : { ...chosen, quoting: 'needed' as const },
        // names that are blank or hold a zero byte are refused by the reader
        columns: columns.map((column, j) => ({
          ...column,
          name: names[j].trim() === '' || names[j].includes('\0') ? `c${j}` : names[j],
        })),
      })),
  )
  .filter(({ columns }) => new Set(columns.map((column) => column.name)).size === columns.length);

test('parse(write(table)) = table', async () => {
  await fc.assert(
    fc.asyncProperty(table, async (given) => {
      const { bytes } = await writeTable(given, { escapeFormulas: false });
      const { delimiter, quote, encoding, decimalMark } = given.format;
      const missing = ['-99999.5'];
      const back = await readTable(bytes, { delimiter, quote, encoding, decimalMark, missing });
      expect(back.rows).toBe(given.rows);
      expect(back.columns.map((column) => column.name)).toEqual(
        given.columns.map((column) => column.name),
      );
      back.columns.forEach((column, j) => {
        expect(cellsOf(column)).toEqual(cellsOf(given.columns[j]));
        expect(column.kind).toBe(given.columns[j].kind);
      });
    }),
    { numRuns: RUNS },
  );
});

test('what was read is written the same, and stays so', async () => {
  await fc.assert(
    fc.asyncProperty(table, async (given) => {
      const { delimiter, quote, encoding, decimalMark } = given.format;
      const options = { delimiter, quote, encoding, decimalMark };
      const first = await writeTable(given, { escapeFormulas: false });
      const second = await writeTable(await readTable(first.bytes, options), {
        escapeFormulas: false,
      });
      const third = await writeTable(await readTable(second.bytes, options), {
        escapeFormulas: false,
      });
      expect(Buffer.from(third.bytes).equals(second.bytes)).toBe(true);
    }),
    { numRuns: RUNS / 4 },
  );
});

test('numbers read from a column come back as the same doubles', () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer({ min: 0, max: 30 }),
      (x, k) => {
        const read = Number(Math.abs(x) < 1e21 ? x.toFixed(k) : x);
        for (const fixed of [true, false]) {
          const write = numberFormatter({
            decimals: k,
            written: { fixed, scientific: undefined, width: 0, infinity: 'Inf' },
          });
          expect(Number(write(read))).toBe(read);
        }
      },
    ),
    { numRuns: 5_000 },
  );
});

test('the usual missing codes are those that are documented', () => {
  expect(MISSING_CODES).toEqual([
    '',
    'NA',
    'N/A',
    'n/a',
    '#N/A',
    'NULL',
    'null',
    'NaN',
    'nan',
    '.',
    '?',
  ]);
});
