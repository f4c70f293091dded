/**
 * The reader of delimited text: bytes in, in pieces of any size, a table out.
 *
 * The first megabyte decides encoding, dialect, decimal mark and, for now, which columns are
 * numbers. Where a later cell proves it wrong (a text in a column of numbers, a byte that is not
 * UTF-8), the table is read again from the start with what was learned.
 *
 * It is our own because it works on bytes: numbers go to typed arrays without a string for each cell, in
 * the browser too. A million rows by 20 columns took 1.0 times DuckDB's CPU time with six decimals, 1.2
 * times with every digit, and 2.4 times the columns' size in memory (`npm run bench:tables`).
 */

import { InputError } from '../numerics/inputError.ts';
import { beyondDoubles, endlessRecord, LONGEST_RECORD } from './csvErrors.ts';
import { CsvPass, type PassResult, type PassSettings } from './csvPass.ts';
import { createTranscoder, detectEncoding, type Transcoder } from './encoding.ts';
import { MISSING_CODES } from './missingCodes.ts';
import { refuseOtherFiles } from './otherFiles.ts';
import { type Opening, readOpening } from './readOpening.ts';
import { type Dialect, sniffDialect } from './sniffDialect.ts';
import type { Encoding, FileFormat, Table } from './table.ts';

/** How to read a delimited text. What is left out is found by looking at it. */
export interface CsvOptions {
  /** The file's name, for messages. */
  readonly name?: string;
  /** One character, or tab, comma, semicolon, bar, space by name. */
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
  const { head, transcoder, ...written } = decodeHead(rawHead, isWhole, options, learned);
  const given = {
    delimiter: byteOf(options.delimiter && delimiterOf(options.delimiter), 'delimiter'),
    quote: byteOf(options.quote, 'quote'),
  };
  const dialect = sniffDialect(head, isWhole, given);
  const opening = readOpening(head, isWhole, dialect, options);
  if (!opening) return undefined;

  const body = head.subarray(opening.bodyStart);
  const common = passSettings(opening, dialect, options);
  const sample = lookAhead(body, isWhole, common, dialect, options, learned);
  const declaredText = opening.names.flatMap((column, j) =>
    options.text?.includes(column) ? [j] : [],
  );
  const pass = new CsvPass({
    ...common,
    text: new Set([...sample.late, ...learned.text, ...declaredText]),
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
      const again = reasonToReadAgain(result, written, sample, options, learned);
      if (again) return { learned: again };
      if (result.beyond) throw beyondDoubles({ name, ...result.beyond });
      if (result.rows === 0) throw noRows(name);
      const finalLineEnd = lastByte === 10 || lastByte === 13;
      const format = formatOf({ dialect, opening, sample, written, finalLineEnd, options });
      const notes = [...opening.notes, ...notesOf(result, opening.looksLikeData)];
      const table = { rows: result.rows, columns: result.columns, format };
      return { table: notes.length > 0 ? { ...table, notes } : table };
    },
  };
}

/** How the bytes of a file stand for characters. */
interface Written {
  readonly encoding: Encoding;
  readonly byteOrderMark: boolean;
}

/** The head as UTF-8, and what turns the bytes after it into UTF-8. */
function decodeHead(
  rawHead: Uint8Array,
  isWhole: boolean,
  options: CsvOptions,
  learned: Learned,
): Written & { readonly head: Uint8Array; readonly transcoder: Transcoder } {
  const { encoding: found, markLength } = detectEncoding(rawHead, isWhole);
  const encoding = options.encoding ?? learned.encoding ?? found;
  const byteOrderMark = markLength > 0 && encoding === found;
  const transcoder = createTranscoder(encoding, options.name);
  const first = transcoder.push(byteOrderMark ? rawHead.subarray(markLength) : rawHead);
  const head = isWhole ? joined(first, transcoder.end()) : first;
  return { encoding, byteOrderMark, head, transcoder };
}

type CommonSettings = Omit<PassSettings, 'text' | 'decimalMark' | 'literalQuotes'>;

function passSettings(
  { names, line }: Opening,
  dialect: Dialect,
  { name, missing = [], bufferBytes }: CsvOptions,
): CommonSettings {
  return {
    name,
    names,
    ...dialect,
    missing: new Set([...MISSING_CODES, ...missing]),
    declared: missing,
    line,
    bufferBytes,
  };
}

/** What the next reading must know, if this one was misled by the head. */
function reasonToReadAgain(
  result: PassResult,
  { encoding, byteOrderMark }: Written,
  sample: Sample,
  options: CsvOptions,
  learned: Learned,
): Learned | undefined {
  if (result.notUtf8 && encoding === 'utf-8') {
    if (options.encoding || byteOrderMark) throw notValidUtf8(options.name);
    return { ...learned, encoding: 'latin1' };
  }
  return result.late.length > 0 ? learnedFrom(result, sample, options, learned) : undefined;
}

/** How the table was written, so that a synthetic one can be written alike. */
function formatOf(found: {
  readonly dialect: Dialect;
  readonly opening: Opening;
  readonly sample: Sample;
  readonly written: Written;
  readonly finalLineEnd: boolean;
  readonly options: CsvOptions;
}): FileFormat {
  const { dialect, opening, sample, written, finalLineEnd, options } = found;
  return {
    kind: dialect.delimiter === 9 ? 'tsv' : 'csv',
    delimiter: String.fromCharCode(dialect.delimiter),
    quote: String.fromCharCode(dialect.quote),
    quoting: opening.isQuoted ? sample.quoting : 'needed',
    encoding: written.encoding,
    byteOrderMark: written.byteOrderMark,
    lineEnd: opening.lineEnd,
    finalLineEnd,
    decimalMark: sample.decimalMark,
    gzip: false,
    header: options.header ?? true,
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
  common: CommonSettings,
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

function notesOf({ blankLines }: PassResult, looksLikeData: boolean): string[] {
  return [
    ...(blankLines > 0
      ? [`${blankLines} blank ${blankLines === 1 ? 'line was' : 'lines were'} passed over`]
      : []),
    ...(looksLikeData
      ? [
          'the first line may hold data in place of names, some of which are numbers: if so, read the table without a header (--header no; header in the library), or a row of the table becomes its names',
        ]
      : []),
  ];
}

const NAMED_DELIMITERS: Readonly<Record<string, string>> = {
  tab: '\t',
  '\\t': '\t',
  comma: ',',
  semicolon: ';',
  bar: '|',
  pipe: '|',
  space: ' ',
};

/** A delimiter as one character; some go by name, since a shell makes them hard to write. */
export function delimiterOf(given: string): string {
  return NAMED_DELIMITERS[given.toLowerCase()] ?? given;
}

function byteOf(text: string | undefined, what: string): number | undefined {
  if (text === undefined) return undefined;
  const code = text.charCodeAt(0);
  if (text.length !== 1 || code > 127 || code === 10 || code === 13 || code === 0) {
    throw new InputError(
      `the ${what}: found ${JSON.stringify(text)}. Give one ASCII character other than a line end, or tab, comma, semicolon, bar or space by name.`,
    );
  }
  return code;
}

const noRows = (name: string | undefined): InputError =>
  new InputError(`${name ?? 'the table'}: it has column names but no rows. Give at least one row.`);

const notValidUtf8 = (name: string | undefined): InputError =>
  new InputError(`${name ?? 'the table'}: the text is not valid UTF-8. Name its encoding.`);

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (b.length === 0) return a;
  const result = new Uint8Array(a.length + b.length);
  result.set(a);
  result.set(b, a.length);
  return result;
}
