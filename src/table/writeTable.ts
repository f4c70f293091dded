/** Writes a table as bytes, in the format that its reader saw. */

import { encodeText } from './encoding.ts';
import { numberFormatter } from './formatNumber.ts';
import { escapeFormula, writtenName } from './formulas.ts';
import { MISSING_CODES } from './missingCodes.ts';
import { gather, packed } from './source.ts';
import type { Column, FileFormat, Table } from './table.ts';
import { parquetParts, writeParquet } from './writeParquet.ts';
import { xlsxParts } from './writeXlsx.ts';

export interface WriteOptions {
  /** Parts of the format to be written differently from how the table was read. */
  readonly format?: Partial<FileFormat>;
  /**
   * Put an apostrophe before texts and names of columns that a spreadsheet would run as a formula
   * (see formulas.ts): yes, unless said otherwise. The reader takes it off the names again.
   */
  readonly escapeFormulas?: boolean;
}

export interface WrittenTable {
  readonly bytes: Uint8Array;
  /** What was changed to be safe, or could not be written as it is; never a cell's value. */
  readonly notes: readonly string[];
}

/** Writes a table in parts of rows, so that a large one need not be in memory. */
export interface TableWriter {
  /** The bytes of the next rows, the names of the columns before the first. */
  rows(part: Table): Uint8Array;
  /** The bytes after the last rows; delimited text has none, a workbook all. */
  end(): Uint8Array | Promise<Uint8Array>;
  /** What is to be told about all rows so far. */
  notes(): readonly string[];
}

/** Writes a whole table. */
export async function writeTable(table: Table, options: WriteOptions = {}): Promise<WrittenTable> {
  const format = { ...table.format, ...options.format };
  if (format.kind === 'parquet') return { bytes: await writeParquet(table), notes: [] };
  const writer = createWriter(format, options);
  const plain = writer.rows(table);
  if (format.kind === 'xlsx') return { bytes: await writer.end(), notes: [] };
  const bytes = format.gzip ? await gather(packed(once(plain))) : plain;
  return { bytes, notes: writer.notes() };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The bytes of a table whose parts come one after the other, packed if its format is. */
export function writeParts(
  parts: AsyncIterable<Table>,
  writer: TableWriter,
  { gzip, kind }: FileFormat,
): AsyncIterable<Uint8Array> {
  async function* plain() {
    for await (const part of parts) yield writer.rows(part);
    yield await writer.end();
  }
  const isText = kind !== 'parquet' && kind !== 'xlsx';
  return gzip && isText ? packed(plain()) : plain();
}

/** A writer of parts. Gzip is up to whoever takes the bytes. */
export function createWriter(format: FileFormat, options: WriteOptions = {}): TableWriter {
  if (format.kind === 'parquet') return { ...parquetParts(), notes: () => [] };
  if (format.kind === 'xlsx') return { ...xlsxParts(format), notes: () => [] };
  const { escapeFormulas = true } = options;
  const counts: Counts = { escaped: 0, escapedNames: 0, ambiguous: 0, lost: 0 };
  const { delimiter, lineEnd, encoding, byteOrderMark } = format;
  let isFirst = true;
  return {
    rows(part) {
      const cells = part.columns.map((column) =>
        cellWriter(column, part.columns.length === 1, format, escapeFormulas, counts),
      );
      const lines: string[] = [];
      if (isFirst && format.header)
        lines.push(headerLine(part.columns, format, escapeFormulas, counts));
      const line = new Array<string>(cells.length);
      for (let i = 0; i < part.rows; i++) {
        for (let j = 0; j < cells.length; j++) line[j] = cells[j](i);
        lines.push(line.join(delimiter));
      }
      const mark = isFirst && byteOrderMark ? '\ufeff' : '';
      const before = isFirst || format.finalLineEnd || lines.length === 0 ? '' : lineEnd;
      const after = format.finalLineEnd && lines.length > 0 ? lineEnd : '';
      isFirst = false;
      const { bytes, lost } = encodeText(mark + before + lines.join(lineEnd) + after, encoding);
      counts.lost += lost;
      return bytes;
    },
    end: () => new Uint8Array(),
    notes: () => notesOf(counts, format),
  };
}

interface Counts {
  escaped: number;
  escapedNames: number;
  ambiguous: number;
  lost: number;
}

type CellWriter = (row: number) => string;

function cellWriter(
  column: Column,
  isOnly: boolean,
  format: FileFormat,
  escapeFormulas: boolean,
  counts: Counts,
): CellWriter {
  const { quoting } = format;
  const quoted = quoter(format);
  const code = column.missingCode ?? '';
  // alone in its line, an empty cell would look like a blank line
  const isBare = quoting !== 'all' && !(isOnly && code === '') && !needsQuotes(code, format);
  const missing = isBare ? code : quoted(code);
  if (column.kind === 'numeric') {
    const { values } = column;
    const write = numberFormatter(column, format.decimalMark);
    const mayNeedQuotes = format.delimiter === format.decimalMark;
    return (i) => {
      const value = values[i];
      if (Number.isNaN(value)) return missing;
      const text = write(value);
      const isQuoted = quoting === 'all' || (mayNeedQuotes && text.includes(format.delimiter));
      return isQuoted ? quoted(text) : text;
    };
  }
  const { codes } = column;
  const codesOfMissing = new Set([...MISSING_CODES, code]);
  const texts = column.dictionary.map((text) => {
    const safe = escapeFormulas ? escapeFormula(text) : text;
    const isEscaped = safe !== text;
    const isCode = codesOfMissing.has(safe.trim());
    const cell = quoting !== 'needed' || isCode || needsQuotes(safe, format) ? quoted(safe) : safe;
    const isLost = isCode && (quoting === 'all' || safe.trim() === '');
    return { cell, isEscaped, isLost };
  });
  return (i) => {
    const place = codes[i];
    if (place < 0) return missing;
    const { cell, isEscaped, isLost } = texts[place];
    if (isEscaped) counts.escaped++;
    if (isLost) counts.ambiguous++;
    return cell;
  };
}

function needsQuotes(text: string, { delimiter, quote }: FileFormat): boolean {
  return (
    text.includes(delimiter) || text.includes(quote) || text.includes('\n') || text.includes('\r')
  );
}

function quoter({ quote }: FileFormat): (text: string) => string {
  return (text) => quote + text.replaceAll(quote, quote + quote) + quote;
}

function headerLine(
  columns: readonly Column[],
  format: FileFormat,
  escapeFormulas: boolean,
  counts: Counts,
): string {
  const names = columns.map(({ name }) => writtenName(name, escapeFormulas));
  counts.escapedNames = names.filter((name, j) => name !== columns[j].name).length;
  const quoted = quoter(format);
  const isQuoted = (name: string) => format.quoting !== 'needed' || needsQuotes(name, format);
  return names.map((name) => (isQuoted(name) ? quoted(name) : name)).join(format.delimiter);
}

function notesOf(
  { escaped, escapedNames, ambiguous, lost }: Counts,
  { encoding }: FileFormat,
): string[] {
  const cells = (count: number) => `${count} ${count === 1 ? 'cell' : 'cells'}`;
  return [
    ...(escaped > 0
      ? [
          `${cells(escaped)} of text would run as a formula in a spreadsheet; an apostrophe was put before`,
        ]
      : []),
    ...(escapedNames > 0
      ? [
          `${escapedNames} ${escapedNames === 1 ? 'name of a column' : 'names of columns'} would run as a formula in a spreadsheet; an apostrophe was put before`,
        ]
      : []),
    ...(ambiguous > 0 ? [`${cells(ambiguous)} of text will be read as missing values`] : []),
    ...(lost > 0 ? [`${lost} characters are not in ${encoding} and were written as ?`] : []),
  ];
}
