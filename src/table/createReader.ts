/**
 * The reader of delimited text: bytes in, in pieces of any size, a table out.
 *
 * The first megabyte decides encoding, dialect, decimal mark and, for now, which columns are
 * numbers. Where a later cell proves it wrong (a text in a column of numbers, a byte that is not
 * UTF-8), the table is read again from the start with what was learned.
 */

import { InputError } from '../numerics/inputError.ts';
import {
  beyondDoubles,
  endlessRecord,
  LONGEST_RECORD,
  openQuote,
  readError,
  textAfterQuote,
  tooManyColumns,
  zeroByte,
} from './csvErrors.ts';
import { CsvPass, type PassResult, type PassSettings } from './csvPass.ts';
import { createTranscoder, detectEncoding } from './encoding.ts';
import { readName } from './formulas.ts';
import { MISSING_CODES } from './missingCodes.ts';
import { type Dialect, sniffDialect } from './sniffDialect.ts';
import { type SplitRecord, splitRecord } from './splitRecord.ts';
import type { Encoding, FileFormat, Table } from './table.ts';

/** How to read a delimited text. What is left out is found by looking at it. */
export interface CsvOptions {
  /** The file's name, for messages. */
  readonly name?: string;
  readonly delimiter?: string;
  readonly quote?: string;
  readonly encoding?: Encoding;
  readonly decimalMark?: '.' | ',';
  /** The first line holds the names of the columns: yes, unless said otherwise. */
  readonly header?: boolean;
  /** Codes of missing values besides the usual ones, such as -9 or 999. */
  readonly missing?: readonly string[];
  /** Columns to keep as text even if all their cells are numbers. */
  readonly text?: readonly string[];
  /** How many bytes to look at first: a megabyte, unless said otherwise. */
  readonly headBytes?: number;
  /** How many bytes to gather before reading on: 256 kB, unless said otherwise. */
  readonly bufferBytes?: number;
}

export interface TableReader {
  push(bytes: Uint8Array): void;
  end(): Table;
}

/** What an earlier reading of the same bytes found out. */
export interface Learned {
  readonly encoding?: Encoding;
  readonly decimalMark?: '.' | ',';
  readonly text: ReadonlySet<number>;
}

/** A reading that ends in a table, or in what the next one must know. */
export interface Reading {
  push(bytes: Uint8Array): void;
  end(): { readonly table: Table } | { readonly learned: Learned };
}

const HEAD_BYTES = 1 << 20;
const NOTHING_LEARNED: Learned = { text: new Set() };

/**
 * A reader that takes a table in pieces. It keeps a copy of the pieces until the end, since it may
 * have to read twice; `readTable` with a source that can be opened again keeps none.
 */
export function createReader(options: CsvOptions = {}): TableReader {
  const pieces: Uint8Array[] = [];
  let reading = createReading(options);
  return {
    push(bytes) {
      pieces.push(bytes.slice());
      reading.push(bytes);
    },
    end() {
      for (;;) {
        const result = reading.end();
        if ('table' in result) return result.table;
        reading = createReading(options, result.learned);
        for (const piece of pieces) reading.push(piece);
      }
    },
  };
}

/** One reading from start to end. */
export function createReading(options: CsvOptions, learned: Learned = NOTHING_LEARNED): Reading {
  const headBytes = options.headBytes ?? HEAD_BYTES;
  let head = new Uint8Array(Math.min(headBytes, 1 << 16));
  let filled = 0;
  let wanted = headBytes;
  let started: Started | undefined;

  const start = (isWhole: boolean): void => {
    started = startReading(head.subarray(0, filled), isWhole, options, learned);
    if (!started && filled >= LONGEST_RECORD) throw endlessRecord({ name: options.name, line: 1 });
    if (!started) wanted *= 2;
    else head = new Uint8Array();
  };

  return {
    push(bytes) {
      let from = 0;
      while (!started && from < bytes.length) {
        const taken = Math.min(wanted - filled, bytes.length - from);
        if (filled + taken > head.length) {
          const grown = new Uint8Array(Math.min(wanted, Math.max(filled + taken, head.length * 2)));
          grown.set(head.subarray(0, filled));
          head = grown;
        }
        head.set(bytes.subarray(from, from + taken), filled);
        filled += taken;
        from += taken;
        if (filled === wanted) start(false);
      }
      if (started && from < bytes.length) started.push(bytes.subarray(from));
    },
    end() {
      if (!started) start(true);
      if (!started) throw new Error('a whole text must have a first record');
      return started.end();
    },
  };
}

interface Started {
  push(bytes: Uint8Array): void;
  end(): { readonly table: Table } | { readonly learned: Learned };
}

/** Decides by the head and reads it; nothing when the head does not even hold the first record. */
function startReading(
  rawHead: Uint8Array,
  isWhole: boolean,
  options: CsvOptions,
  learned: Learned,
): Started | undefined {
  const { name } = options;
  refuseOtherFiles(rawHead, name);
  const { encoding: found, markLength } = detectEncoding(rawHead, isWhole);
  const encoding = options.encoding ?? learned.encoding ?? found;
  const byteOrderMark = markLength > 0 && encoding === found;
  const transcoder = createTranscoder(encoding, name);
  const first = transcoder.push(byteOrderMark ? rawHead.subarray(markLength) : rawHead);
  const head = isWhole ? joined(first, transcoder.end()) : first;

  const given = {
    delimiter: byteOf(options.delimiter, 'delimiter'),
    quote: byteOf(options.quote, 'quote'),
  };
  const dialect = sniffDialect(head, isWhole, given);
  const opening = readOpening(head, isWhole, dialect, options);
  if (!opening) return undefined;
  const { names, bodyStart, line, lineEnd } = opening;

  const body = head.subarray(bodyStart);
  const common: Omit<PassSettings, 'text' | 'decimalMark' | 'literalQuotes'> = {
    name,
    names,
    ...dialect,
    missing: new Set([...MISSING_CODES, ...(options.missing ?? [])]),
    declared: options.missing ?? [],
    line,
    bufferBytes: options.bufferBytes,
  };
  const declaredText = names.flatMap((column, j) => (options.text?.includes(column) ? [j] : []));
  const sample = lookAhead(body, isWhole, common, dialect, options, learned);
  const text = new Set([...sample.late, ...learned.text, ...declaredText]);
  const pass = new CsvPass({
    ...common,
    text,
    decimalMark: sample.decimalMark.charCodeAt(0),
    literalQuotes: sample.quoting !== 'all',
  });
  let lastByte = body.length > 0 ? body[body.length - 1] : head[head.length - 1];
  const feed = (bytes: Uint8Array): void => {
    if (bytes.length === 0) return;
    pass.push(bytes);
    lastByte = bytes[bytes.length - 1];
  };
  feed(body);

  return {
    push: (bytes) => feed(transcoder.push(bytes)),
    end() {
      if (!isWhole) feed(transcoder.end());
      const result = pass.end();
      if (result.notUtf8 && encoding === 'utf-8') {
        if (options.encoding || byteOrderMark) throw notValidUtf8(name);
        return { learned: { ...learned, encoding: 'latin1' } };
      }
      if (result.late.length > 0) return { learned: learnedFrom(result, sample, options, learned) };
      if (result.beyond) throw beyondDoubles({ name, ...result.beyond });
      if (result.rows === 0) throw noRows(name);
      const isTab = dialect.delimiter === 9;
      const format: FileFormat = {
        kind: isTab ? 'tsv' : 'csv',
        delimiter: String.fromCharCode(dialect.delimiter),
        quote: String.fromCharCode(dialect.quote),
        quoting: opening.isQuoted ? sample.quoting : 'needed',
        encoding,
        byteOrderMark,
        lineEnd,
        finalLineEnd: lastByte === 10 || lastByte === 13,
        decimalMark: sample.decimalMark,
        gzip: false,
        header: options.header ?? true,
      };
      const notes = notesOf(result, opening.looksLikeData);
      const table = { rows: result.rows, columns: result.columns, format };
      return { table: notes.length > 0 ? { ...table, notes } : table };
    },
  };
}

interface Sample {
  readonly decimalMark: '.' | ',';
  /** Columns that are not numbers. */
  readonly late: readonly number[];
  readonly quoting: 'needed' | 'text' | 'all';
}

/**
 * Which columns of the head are numbers, with which decimal mark, and which cells it quotes. The
 * mark is the point, unless the comma makes more columns numbers.
 */
function lookAhead(
  body: Uint8Array,
  isWhole: boolean,
  common: Omit<PassSettings, 'text' | 'decimalMark' | 'literalQuotes'>,
  dialect: Dialect,
  options: CsvOptions,
  learned: Learned,
): Sample {
  const pass = (mark: '.' | ',', text: ReadonlySet<number>): PassResult => {
    const decimalMark = mark.charCodeAt(0);
    const trial = new CsvPass({ ...common, text, decimalMark, literalQuotes: false });
    trial.push(body);
    return isWhole ? trial.end() : trial.pause();
  };
  const known = options.decimalMark ?? learned.decimalMark;
  let decimalMark = known ?? '.';
  let { late } = pass(decimalMark, new Set());
  if (!known && dialect.delimiter !== 44 && late.length > 0) {
    const other = pass(',', new Set()).late;
    if (other.length < late.length) [decimalMark, late] = [',', other];
  }
  const { quoting } = pass(decimalMark, new Set(late));
  return { decimalMark, late, quoting };
}

function learnedFrom(
  { late, tryOtherMark }: PassResult,
  { decimalMark }: Sample,
  options: CsvOptions,
  learned: Learned,
): Learned {
  if (tryOtherMark && !options.decimalMark && !learned.decimalMark) {
    return { ...learned, decimalMark: decimalMark === '.' ? ',' : '.' };
  }
  return { ...learned, decimalMark, text: new Set([...learned.text, ...late]) };
}

interface Opening {
  readonly names: readonly string[];
  readonly bodyStart: number;
  /** Lines before the body. */
  readonly line: number;
  readonly lineEnd: '\n' | '\r\n' | '\r';
  readonly looksLikeData: boolean;
  /** All names stand in quotes, or there are none. */
  readonly isQuoted: boolean;
}

/** The names of the columns; nothing when the first record is cut. */
function readOpening(
  head: Uint8Array,
  isWhole: boolean,
  { delimiter, quote }: Dialect,
  { name, header = true }: CsvOptions,
): Opening | undefined {
  let at = 0;
  let line = 0;
  let record: SplitRecord | undefined;
  for (;;) {
    if (at >= head.length && isWhole) throw emptyFile(name);
    record = splitRecord(head, at, head.length, isWhole, delimiter, quote);
    if (!record) return undefined;
    const isBlank =
      record.cells.length === 1 && record.cells[0].trim() === '' && !record.isQuoted[0];
    if (!isBlank || record.fault) break;
    at = record.next;
    line++;
  }
  const place = { name, line: line + 1, column: record.cells.length + 1 };
  if (record.fault === 'open quote') throw openQuote(place);
  if (record.fault === 'text after quote') throw textAfterQuote(place);
  if (record.fault === 'zero byte') throw zeroByte(place);
  if (record.fault === 'too many cells') throw tooManyColumns(place);
  const { cells, next, innerLines, lineEnd } = record;
  const common = { lineEnd: lineEnd === '' ? ('\n' as const) : lineEnd };
  if (!header) {
    const names = cells.map((_, j) => `V${j + 1}`);
    return { ...common, names, bodyStart: at, line, looksLikeData: false, isQuoted: true };
  }
  const names = cells.map(readName);
  checkNames(names, name, line + 1);
  return {
    ...common,
    names,
    isQuoted: record.isQuoted.every((is) => is),
    bodyStart: next,
    line: line + innerLines + 1,
    looksLikeData: cells.every((cell) => cell.trim() !== '' && !Number.isNaN(Number(cell))),
  };
}

function checkNames(names: readonly string[], name: string | undefined, line: number): void {
  const seen = new Map<string, number>();
  names.forEach((column, j) => {
    const place = { name, line, column: j + 1 };
    if (column.trim() === '') {
      const hint =
        j === 0 ? ' R and pandas write row numbers so; leave them out or name them.' : '';
      throw readError(place, `the column has no name. Give every column one.${hint}`);
    }
    const before = seen.get(column);
    if (before !== undefined) {
      throw readError(place, `the same name as column ${before}. Give every column its own.`);
    }
    seen.set(column, j + 1);
  });
}

function notesOf({ blankLines }: PassResult, looksLikeData: boolean): string[] {
  return [
    ...(blankLines > 0
      ? [`${blankLines} blank ${blankLines === 1 ? 'line was' : 'lines were'} passed over`]
      : []),
    ...(looksLikeData
      ? [
          'all column names are numbers: if the first line holds data, read the table without a header',
        ]
      : []),
  ];
}

/** Kinds of file that are often mistaken for tables of text, by their first bytes. */
const OTHER_FILES: readonly (readonly [readonly number[], string])[] = [
  [[0x50, 0x4b, 3, 4], 'a ZIP archive or an Excel workbook. Save the sheet as CSV'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel workbook. Save the sheet as CSV'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'compressed with zstd. Unpack it first'],
  [[0x42, 0x5a, 0x68], 'compressed with bzip2. Unpack it first'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'compressed with xz. Unpack it first'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF. Save the table as CSV'],
];

function refuseOtherFiles(head: Uint8Array, name: string | undefined): void {
  for (const [magic, what] of OTHER_FILES) {
    if (magic.every((byte, place) => head[place] === byte)) {
      throw new InputError(`${name ?? 'the table'}: this is ${what}.`);
    }
  }
}

function byteOf(text: string | undefined, what: string): number | undefined {
  if (text === undefined) return undefined;
  const code = text.charCodeAt(0);
  if (text.length !== 1 || code > 127 || code === 10 || code === 13 || code === 0) {
    throw new InputError(`the ${what} must be one ASCII character, not a line end`);
  }
  return code;
}

const emptyFile = (name: string | undefined): InputError =>
  new InputError(
    `${name ?? 'the table'}: the file is empty. Give one with a line of names and a line for each row.`,
  );

const noRows = (name: string | undefined): InputError =>
  new InputError(`${name ?? 'the table'}: there are names but no rows. Give at least one row.`);

const notValidUtf8 = (name: string | undefined): InputError =>
  new InputError(`${name ?? 'the table'}: the text is not valid UTF-8. Name its encoding.`);

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (b.length === 0) return a;
  const result = new Uint8Array(a.length + b.length);
  result.set(a);
  result.set(b, a.length);
  return result;
}
