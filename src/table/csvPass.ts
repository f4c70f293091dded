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

import { HASH_FACTOR, HASH_START } from './byteDictionary.ts';
import {
  type ColumnSettings,
  CsvColumns,
  NUMBERS,
  PASSED_OVER,
  type ReadColumns,
  TEXT,
} from './csvColumns.ts';
import {
  endlessRecord,
  LONGEST_RECORD,
  openQuote,
  ragged,
  textAfterQuote,
  zeroByte,
} from './csvErrors.ts';
import { INFO_LENGTH, scanNumber } from './scanNumber.ts';

export interface PassSettings extends ColumnSettings {
  readonly name: string | undefined;
  /** Lines before the first record. */
  readonly line: number;
  /** Bytes to gather before records are taken from them. */
  readonly bufferBytes?: number | undefined;
}

export interface PassResult extends ReadColumns {
  readonly blankLines: number;
}

const LF = 10;
const CR = 13;
const NO_MARK = -1;
const BLANK = 32;

const FIRST_BUFFER = 1 << 18;

export class CsvPass {
  readonly #settings: PassSettings;
  readonly #columns: CsvColumns;
  #buffer: Uint8Array;
  #filled = 0;
  #line: number;
  #blankLines = 0;
  /** Blank lines that are missing values of a single column, if another record follows. */
  #pendingBlank = 0;
  readonly #info = new Int32Array(INFO_LENGTH);

  constructor(settings: PassSettings) {
    this.#settings = settings;
    this.#columns = new CsvColumns(settings);
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
    if (this.#filled > LONGEST_RECORD) throw endlessRecord(this.#place(this.#line));
    if (this.#filled * 2 >= this.#buffer.length - 2) {
      const grown = new Uint8Array(this.#buffer.length * 2);
      grown.set(this.#buffer.subarray(0, this.#filled));
      this.#buffer = grown;
    }
  }

  /**
   * Reads records from buffer[0, end), where buffer[end] is a zero, and gives the start of the first
   * one that is not whole. One loop on purpose: it sees every byte, and a call for each cell would cost
   * more than the cell.
   */
  #records(end: number, isLast: boolean): number {
    const bytes = this.#buffer;
    const columns = this.#columns;
    const { kinds, styles } = columns;
    const width = kinds.length;
    const info = this.#info;
    const { delimiter, quote } = this.#settings;
    // outside quotes, a mark that is also the delimiter is the delimiter
    const mark = this.#settings.decimalMark === delimiter ? NO_MARK : this.#settings.decimalMark;
    // and so is a blank
    const blank = delimiter === BLANK ? NO_MARK : BLANK;
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
        columns.startRow();
        columns.setMissing(0, columns.row - columns.blockStart, '');
        columns.row++;
      }
      columns.startRow();
      const { numbers, codes } = columns;
      const slot = columns.row - columns.blockStart;
      let line = this.#line;
      let j = 0;
      for (;;) {
        const kind = j < width ? kinds[j] : PASSED_OVER;
        const start = at;
        if (kind === NUMBERS) {
          const after = scanNumber(bytes, at, mark, numbers[j], slot, info, blank);
          byte = bytes[after < 0 ? at : after];
          if (after >= 0 && (byte === delimiter || byte === LF || byte === CR) && after > at) {
            at = after;
            styles[j].note(info, after - start);
          } else {
            byte = bytes[at];
            if (byte === delimiter || byte === LF || byte === CR) {
              columns.setMissing(j, slot, '');
            } else if (byte !== quote) {
              while (byte !== delimiter && byte !== LF && byte !== CR && byte !== 0) {
                byte = bytes[++at];
              }
              columns.line = line + 1;
              if (byte !== 0) columns.setNumberOrCode(j, slot, bytes, start, at, false);
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
              codes[j][slot] = columns.textCode(j, bytes, start, at, hash, false);
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
            columns.line = line + 1;
            columns.setQuoted(j, slot, bytes, start + 1, contentEnd, escapes);
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
      columns.row++;
    }
    return at;
  }

  #place(line: number, j?: number) {
    const place = { name: this.#settings.name, line: line + 1 };
    return j === undefined ? place : { ...place, column: j + 1 };
  }

  #result(): PassResult {
    return { ...this.#columns.result(), blankLines: this.#blankLines };
  }
}
