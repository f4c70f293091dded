/** What is told of a table that was read: its size, how its file is written, its first rows. */

import { numberFormatter } from '../../table/formatNumber.ts';
import type { FileFormat, Table } from '../../table/table.ts';
import type { TableInfo } from './protocol.ts';

export function tableInfo(table: Table, name: string, bytes: number): TableInfo {
  const { rows, columns, format, notes = [] } = table;
  const memory = columns.reduce(
    (sum, column) =>
      sum + (column.kind === 'text' ? column.codes.byteLength : column.values.byteLength),
    0,
  );
  return { name, bytes, memory, rows, columns: columns.length, format: formatWords(format), notes };
}

const ENCODINGS: Readonly<Record<FileFormat['encoding'], string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  latin1: 'Latin-1',
};

const DELIMITERS: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  ' ': 'space',
};

function formatWords({ kind, delimiter, encoding, decimalMark, gzip, sheet }: FileFormat): string {
  if (kind === 'parquet') return 'Parquet';
  if (kind === 'xlsx') return `Excel workbook${sheet === undefined ? '' : `, sheet ${sheet}`}`;
  const parted = `separated by ${DELIMITERS[delimiter] ?? `'${delimiter}'`}`;
  const mark = decimalMark === ',' ? ', decimal comma' : '';
  return `Text ${parted}, ${ENCODINGS[encoding]}${mark}${gzip ? ', gzipped' : ''}`;
}

/** The first rows as they are written, the names of the columns before them. */
export function firstRows(table: Table, count: number): string[][] {
  const { columns, format } = table;
  const writers = columns.map((column) => {
    const missing = column.missingCode ?? '';
    if (column.kind === 'text') {
      const { codes, dictionary } = column;
      return (row: number) => (codes[row] < 0 ? missing : dictionary[codes[row]]);
    }
    const write = numberFormatter(column, format.decimalMark);
    return (row: number) =>
      Number.isNaN(column.values[row]) ? missing : write(column.values[row]);
  });
  return [
    columns.map(({ name }) => name),
    ...Array.from({ length: Math.min(count, table.rows) }, (_, row) =>
      writers.map((write) => write(row).slice(0, LONGEST)),
    ),
  ];
}

/** Characters of a cell that are shown. */
const LONGEST = 200;
