/**
 * One pass over a delimited text, from UTF-8 bytes to columns.
 *
 * Bytes gather in a buffer; whole records are taken from its front, and what is left of the last one
 * moves to the front. A record that is cut is read again when more bytes are there, so everything
 * that is noted about a cell must be the same when noted twice.
 *
 * A column counts as numbers until a cell says otherwise. Its numbers are then not kept as text, so
 * the pass gives up on that column, goes on with the others, and says at its end which columns to
 * read as text in another pass. With the first megabyte looked at beforehand this happens only where
 * the first text comes late, and costs a second reading instead of a second copy of every number.
 */

import { ByteDictionary, HASH_FACTOR, HASH_START } from './byteDictionary.ts';
import { openQuote, ragged, textAfterQuote, zeroByte } from './csvErrors.ts';
import { NumberStyle } from './numberStyle.ts';
import { INFO_LENGTH, scanNumber } from './scanNumber.ts';
import type { Column } from './table.ts';

export interface PassSettings {
  readonly name: string | undefined;
  readonly names: readonly string[];
  readonly delimiter: number;
  readonly quote: number;
  readonly decimalMark: number;
  /** Columns that are text, by place. */
  readonly text: ReadonlySet<number>;
  readonly missing: ReadonlySet<string>;
  /** Codes that were declared: numbers among them are missing values too. */
  readonly declared: readonly string[];
  /** A missing code in quotes is a text, where the column is text. */
  readonly literalQuotes: boolean;
  /** Lines before the first record. */
  readonly line: number;
  /** Bytes to gather before records are taken from them. */
  readonly bufferBytes?: number | undefined;
}

export interface PassResult {
  readonly rows: number;
  readonly columns: readonly Column[];
  /** Columns to be read again as text. */
  readonly late: readonly number[];
  /** One of them would be numbers with the other decimal mark, and no decimals were seen yet. */
  readonly tryOtherMark: boolean;
  /** A text is not UTF-8. */
  readonly notUtf8: boolean;
  readonly blankLines: number;
  readonly quoting: 'needed' | 'text' | 'all';
}

const NUMBERS = 0;
const TEXT = 1;
const PASSED_OVER = 2;

const LF = 10;
const CR = 13;
const BLANK = 32;
const COMMA = 44;
const POINT = 46;
const NO_MARK = -1;

const FIRST_BUFFER = 1 << 18;
const FIRST_BLOCK = 256;
const LARGEST_BLOCK = 1 << 16;

export class CsvPass {
  readonly #settings: PassSettings;
  readonly #width: number;
  readonly #kinds: Uint8Array;
  readonly #styles: readonly NumberStyle[];
  readonly #dictionaries: readonly ByteDictionary[];
  /** For each text of a column whether it is a missing code: 1 no, 2 yes, 0 not looked at. */
  readonly #isCode: Uint8Array[];
  readonly #missing: MissingCounts[];
  readonly #quoted: Int32Array;
  readonly #lastQuoted: Int32Array;
  readonly #looksOther: Uint8Array;
  /** A missing value stands outside quotes. */
  #hasBareMissing = false;

  /** The block of rows being filled, and the full ones. */
  #numbers: Float64Array[] = [];
  #codes: Int32Array[] = [];
  readonly #fullNumbers: Float64Array[][];
  readonly #fullCodes: Int32Array[][];
  #blockStart = 0;
  #blockEnd = 0;

  #buffer: Uint8Array;
  #filled = 0;
  #row = 0;
  #line: number;
  #blankLines = 0;
  /** Blank lines that are missing values of a single column, if another record follows. */
  #pendingBlank = 0;
  readonly #info = new Int32Array(INFO_LENGTH);
  readonly #scratchNumber = new Float64Array(1);
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  constructor(settings: PassSettings) {
    this.#settings = settings;
    const { names, text } = settings;
    this.#width = names.length;
    this.#kinds = Uint8Array.from(names, (_, j) => (text.has(j) ? TEXT : NUMBERS));
    this.#styles = names.map(() => new NumberStyle());
    this.#dictionaries = names.map(() => new ByteDictionary());
    this.#isCode = names.map(() => new Uint8Array(64));
    this.#missing = names.map(() => new MissingCounts());
    this.#quoted = new Int32Array(names.length);
    this.#lastQuoted = new Int32Array(names.length).fill(-1);
    this.#looksOther = new Uint8Array(names.length);
    this.#fullNumbers = names.map(() => []);
    this.#fullCodes = names.map(() => []);
    this.#line = settings.line;
    this.#buffer = new Uint8Array((settings.bufferBytes ?? FIRST_BUFFER) + 2);
  }

  push(bytes: Uint8Array): void {
    let from = 0;
    while (from < bytes.length) {
      const room = this.#buffer.length - 2 - this.#filled;
      const taken = Math.min(room, bytes.length - from);
      this.#buffer.set(bytes.subarray(from, from + taken), this.#filled);
      this.#filled += taken;
      from += taken;
      if (taken === room) this.#consume(false);
    }
  }

  /** What the whole records so far hold. Nothing can be pushed after it. */
  pause(): PassResult {
    this.#consume(false);
    return this.#result();
  }

  end(): PassResult {
    const last = this.#buffer[this.#filled - 1];
    if (this.#filled > 0 && last !== LF && last !== CR) this.#buffer[this.#filled++] = LF;
    this.#consume(true);
    return this.#result();
  }

  /** Takes whole records from the front of the buffer and makes room behind them. */
  #consume(isLast: boolean): void {
    this.#buffer[this.#filled] = 0;
    const used = this.#records(this.#filled, isLast);
    this.#buffer.copyWithin(0, used, this.#filled);
    this.#filled -= used;
    if (this.#filled * 2 >= this.#buffer.length - 2) {
      const grown = new Uint8Array(this.#buffer.length * 2);
      grown.set(this.#buffer.subarray(0, this.#filled));
      this.#buffer = grown;
    }
  }

  /**
   * Reads records from buffer[0, end), where buffer[end] is a zero, and gives the start of the first
   * one that is not whole.
   */
  #records(end: number, isLast: boolean): number {
    const bytes = this.#buffer;
    const width = this.#width;
    const kinds = this.#kinds;
    const styles = this.#styles;
    const info = this.#info;
    const { delimiter, quote } = this.#settings;
    // outside quotes, a mark that is also the delimiter is the delimiter
    const mark = this.#settings.decimalMark === delimiter ? NO_MARK : this.#settings.decimalMark;
    let numbers = this.#numbers;
    let codes = this.#codes;
    let at = 0;
    while (at < end) {
      const recordStart = at;
      let byte = bytes[at];
      if (byte === LF || byte === CR) {
        if (byte === CR && at + 1 === end && !isLast) return recordStart;
        at += byte === CR && bytes[at + 1] === LF ? 2 : 1;
        this.#line++;
        if (width === 1) this.#pendingBlank++;
        else this.#blankLines++;
        continue;
      }
      while (this.#pendingBlank > 0) {
        this.#pendingBlank--;
        this.#startRow();
        this.#setMissing(0, this.#row - this.#blockStart, '');
        this.#row++;
      }
      this.#startRow();
      numbers = this.#numbers;
      codes = this.#codes;
      const slot = this.#row - this.#blockStart;
      let line = this.#line;
      let j = 0;
      for (;;) {
        const kind = j < width ? kinds[j] : PASSED_OVER;
        const start = at;
        if (kind === NUMBERS) {
          const after = scanNumber(bytes, at, mark, numbers[j], slot, info);
          byte = bytes[after < 0 ? at : after];
          if (after >= 0 && (byte === delimiter || byte === LF || byte === CR) && after > at) {
            at = after;
            styles[j].note(info, after - start);
          } else {
            byte = bytes[at];
            if (byte === delimiter || byte === LF || byte === CR) {
              this.#setMissing(j, slot, '');
            } else if (byte !== quote) {
              while (byte !== delimiter && byte !== LF && byte !== CR && byte !== 0) {
                byte = bytes[++at];
              }
              if (byte !== 0) this.#setNumberOrCode(j, slot, bytes, start, at, false);
            }
          }
        } else {
          byte = bytes[at];
          if (byte !== quote) {
            let hash = HASH_START;
            while (byte !== delimiter && byte !== LF && byte !== CR && byte !== 0) {
              hash = Math.imul(hash ^ byte, HASH_FACTOR);
              byte = bytes[++at];
            }
            if (kind === TEXT && byte !== 0) {
              codes[j][slot] = this.#textCode(j, bytes, start, at, hash, false);
            }
          }
        }
        if (byte === quote && at === start) {
          // a quoted cell; `escapes` counts the doubled quotes in it
          let escapes = 0;
          let lines = 0;
          byte = bytes[++at];
          for (;;) {
            if (byte === quote) {
              if (bytes[at + 1] !== quote) break;
              escapes++;
              at++;
            } else if (byte === LF) lines++;
            else if (byte === CR) {
              if (bytes[at + 1] !== LF) lines++;
            } else if (byte === 0) break;
            byte = bytes[++at];
          }
          if (byte === 0) {
            if (at < end) throw zeroByte(this.#place(line + lines, j));
            if (isLast) throw openQuote(this.#place(line, j));
            return recordStart;
          }
          const contentEnd = at;
          byte = bytes[++at];
          if (byte !== delimiter && byte !== LF && byte !== CR) {
            if (byte === 0 && at >= end && !isLast) return recordStart;
            if (byte !== 0 || at < end) throw textAfterQuote(this.#place(line + lines, j));
          }
          if (kind !== PASSED_OVER && (byte !== CR || at + 1 < end || isLast)) {
            this.#setQuoted(j, slot, bytes, start + 1, contentEnd, escapes);
          }
          line += lines;
        }
        if (byte === delimiter) {
          at++;
          j++;
          continue;
        }
        if (byte === 0) {
          if (at < end) throw zeroByte(this.#place(line, j));
          return recordStart;
        }
        break;
      }
      if (byte === CR && at + 1 === end && !isLast) return recordStart;
      at += byte === CR && bytes[at + 1] === LF ? 2 : 1;
      if (j !== width - 1) throw ragged(this.#place(this.#line), j + 1, width);
      this.#line = line + 1;
      this.#row++;
    }
    return at;
  }

  #place(line: number, j?: number) {
    const place = { name: this.#settings.name, line: line + 1 };
    return j === undefined ? place : { ...place, column: j + 1 };
  }

  #startRow(): void {
    if (this.#row < this.#blockEnd) return;
    const length = Math.min(LARGEST_BLOCK, Math.max(FIRST_BLOCK, this.#row));
    if (this.#blockEnd > 0) {
      for (let j = 0; j < this.#width; j++) {
        if (this.#kinds[j] === NUMBERS) this.#fullNumbers[j].push(this.#numbers[j]);
        if (this.#kinds[j] === TEXT) this.#fullCodes[j].push(this.#codes[j]);
      }
    }
    this.#numbers = Array.from(
      this.#kinds,
      (kind) => new Float64Array(kind === NUMBERS ? length : 0),
    );
    this.#codes = Array.from(this.#kinds, (kind) => new Int32Array(kind === TEXT ? length : 0));
    this.#blockStart = this.#row;
    this.#blockEnd = this.#row + length;
  }

  #setMissing(j: number, slot: number, code: string, isQuoted = false): void {
    this.#missing[j].note(code, this.#row);
    if (!isQuoted) this.#hasBareMissing = true;
    if (this.#kinds[j] === NUMBERS) this.#numbers[j][slot] = Number.NaN;
    else if (this.#kinds[j] === TEXT) this.#codes[j][slot] = -1;
  }

  /** A cell in quotes that is not missing. */
  #noteQuoted(j: number): void {
    if (this.#lastQuoted[j] >= this.#row) return;
    this.#lastQuoted[j] = this.#row;
    this.#quoted[j]++;
  }

  /** A cell of a column of numbers that did not read as one outright. */
  #setNumberOrCode(
    j: number,
    slot: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    isQuoted: boolean,
  ): void {
    const { decimalMark, missing, delimiter } = this.#settings;
    if (isQuoted && end > start) {
      const after = scanNumber(bytes, start, decimalMark, this.#numbers[j], slot, this.#info);
      if (after === end) {
        this.#styles[j].note(this.#info, end - start);
        this.#noteQuoted(j);
        return;
      }
    }
    const code = shortText(bytes, start, end);
    if (code !== undefined && missing.has(code)) {
      this.#setMissing(j, slot, code, isQuoted);
      return;
    }
    const other = decimalMark === POINT ? COMMA : POINT;
    const after = scanNumber(bytes, start, other, this.#scratchNumber, 0, this.#info);
    this.#looksOther[j] = after === end && delimiter !== other ? 1 : 0;
    this.#kinds[j] = PASSED_OVER;
    this.#fullNumbers[j] = [];
  }

  #setQuoted(
    j: number,
    slot: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    escapes: number,
  ): void {
    if (this.#kinds[j] === NUMBERS) {
      this.#setNumberOrCode(j, slot, bytes, start, end, true);
      return;
    }
    let text = bytes;
    let from = start;
    let to = end;
    if (escapes > 0) {
      const { quote } = this.#settings;
      text = new Uint8Array(end - start - escapes);
      to = 0;
      for (let at = start; at < end; at++) {
        text[to++] = bytes[at];
        if (bytes[at] === quote) at++;
      }
      from = 0;
    }
    let hash = HASH_START;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ text[at], HASH_FACTOR);
    const code = this.#textCode(j, text, from, to, hash, true);
    this.#codes[j][slot] = code;
    if (code >= 0) this.#noteQuoted(j);
  }

  /** The place of a text in the column's dictionary, or -1 for a missing code. */
  #textCode(
    j: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    hash: number,
    isQuoted: boolean,
  ): number {
    const code = this.#dictionaries[j].add(bytes, start, end, hash);
    if (code >= this.#isCode[j].length) {
      const grown = new Uint8Array(this.#isCode[j].length * 2);
      grown.set(this.#isCode[j]);
      this.#isCode[j] = grown;
    }
    let isCode = this.#isCode[j][code];
    if (isCode === 0) {
      const text = shortText(bytes, start, end);
      isCode = text !== undefined && this.#settings.missing.has(text) ? 2 : 1;
      this.#isCode[j][code] = isCode;
    }
    if (isCode === 1) return code;
    const text = shortText(bytes, start, end) ?? '';
    if (isQuoted && this.#settings.literalQuotes && text !== '') return code;
    this.#missing[j].note(text, this.#row);
    if (!isQuoted) this.#hasBareMissing = true;
    return -1;
  }

  #result(): PassResult {
    const rows = this.#row;
    const late = [...this.#kinds.keys()].filter((j) => this.#kinds[j] === PASSED_OVER);
    const hasDecimals = this.#styles.some((style) => style.decimals > 0);
    let notUtf8 = false;
    const columns = this.#settings.names.map((name, j): Column => {
      try {
        return this.#column(name, j, rows);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        notUtf8 = true;
        return { kind: 'text', name, codes: new Int32Array(rows), dictionary: [] };
      }
    });
    return {
      rows,
      columns,
      late,
      tryOtherMark: !hasDecimals && late.some((j) => this.#looksOther[j] === 1),
      notUtf8,
      blankLines: this.#blankLines,
      quoting: this.#quoting(rows),
    };
  }

  #column(name: string, j: number, rows: number): Column {
    const counts = this.#missing[j];
    const kind = this.#kinds[j];
    if (kind === NUMBERS) {
      const values = joined(this.#fullNumbers[j], this.#numbers[j], rows, new Float64Array(rows));
      this.#fullNumbers[j] = [];
      this.#numbers[j] = new Float64Array();
      for (const code of this.#settings.declared) {
        const value = Number(code.replace(',', '.'));
        if (code === '' || Number.isNaN(value)) continue;
        for (let i = 0; i < rows; i++) {
          if (values[i] !== value) continue;
          values[i] = Number.NaN;
          counts.note(code, i, true);
        }
      }
      if (counts.total === rows) {
        const codes = new Int32Array(rows).fill(-1);
        return { kind: 'text', name, codes, dictionary: [], missingCode: counts.most() };
      }
      const style = this.#styles[j];
      const missing = counts.total > 0 ? new Uint8Array(rows) : undefined;
      if (missing) for (let i = 0; i < rows; i++) missing[i] = Number.isNaN(values[i]) ? 1 : 0;
      return {
        kind: 'numeric',
        name,
        values,
        missing,
        decimals: style.decimals,
        written: style.format(),
        ...(missing && { missingCode: counts.most() }),
      };
    }
    const codes = joined(this.#fullCodes[j], this.#codes[j], rows, new Int32Array(rows));
    this.#fullCodes[j] = [];
    const all = this.#dictionaries[j];
    if (kind !== TEXT) return { kind: 'text', name, codes: codes.fill(-1), dictionary: [] };
    const dictionary: string[] = [];
    const places = new Int32Array(all.size).fill(-1);
    for (let i = 0; i < rows; i++) {
      const code = codes[i];
      if (code < 0) continue;
      if (places[code] < 0) {
        places[code] = dictionary.length;
        dictionary.push(this.#decoder.decode(all.at(code)));
      }
      codes[i] = places[code];
    }
    const missingCode = counts.total > 0 ? { missingCode: counts.most() } : {};
    return { kind: 'text', name, codes, dictionary, ...missingCode };
  }

  /** Which cells stand in quotes. Columns that were passed over say nothing. */
  #quoting(rows: number): 'needed' | 'text' | 'all' {
    const seen = [...this.#kinds.keys()].filter(
      (j) => this.#kinds[j] !== PASSED_OVER && this.#missing[j].total < rows,
    );
    const fully = (j: number) => this.#quoted[j] + this.#missing[j].total >= rows;
    if (rows === 0 || seen.length === 0) return 'needed';
    if (seen.every(fully) && !this.#hasBareMissing) return 'all';
    const text = seen.filter((j) => this.#kinds[j] === TEXT);
    const isText = text.length > 0 && text.every(fully);
    return isText ? 'text' : 'needed';
  }
}

/** How often each missing code was seen in a column; a row counts once. */
class MissingCounts {
  total = 0;
  readonly #counts = new Map<string, number>();
  #lastRow = -1;

  note(code: string, row: number, anyOrder = false): void {
    if (!anyOrder) {
      if (row <= this.#lastRow) return;
      this.#lastRow = row;
    }
    this.total++;
    this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1);
  }

  /** The most frequent code, the first of equals. */
  most(): string {
    let best = '';
    let count = 0;
    for (const [code, times] of this.#counts) {
      if (times > count) [best, count] = [code, times];
    }
    return best;
  }
}

function joined<T extends Float64Array | Int32Array>(
  blocks: readonly T[],
  last: T,
  rows: number,
  result: T,
): T {
  let at = 0;
  for (const block of blocks) {
    result.set(block, at);
    at += block.length;
  }
  if (last && rows > at) result.set(last.subarray(0, rows - at), at);
  return result;
}

/** A short text without the blanks around it, or nothing when it is too long to be a code. */
function shortText(bytes: Uint8Array, start: number, end: number): string | undefined {
  let from = start;
  let to = end;
  while (from < to && bytes[from] === BLANK) from++;
  while (to > from && bytes[to - 1] === BLANK) to--;
  if (to - from > LONGEST_CODE) return undefined;
  let text = '';
  for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at]);
  return text;
}

const LONGEST_CODE = 64;
