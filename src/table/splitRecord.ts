/** One record of a delimited text as strings, for what is looked at once: dialect and header. */

import { MOST_COLUMNS } from './csvErrors.ts';

export interface SplitRecord {
  readonly cells: readonly string[];
  readonly isQuoted: readonly boolean[];
  /** Where the next record starts. */
  readonly next: number;
  /** Line ends within quotes. */
  readonly innerLines: number;
  readonly lineEnd: '\n' | '\r\n' | '\r' | '';
  /** What is wrong with it; the cells are then those before the fault. */
  readonly fault?: 'open quote' | 'text after quote' | 'zero byte' | 'too many cells';
}

const LF = 10;
const CR = 13;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The record at `start`, or nothing when it goes on behind `end` and `isWhole` is false. */
export function splitRecord(
  bytes: Uint8Array,
  start: number,
  end: number,
  isWhole: boolean,
  delimiter: number,
  quote: number,
): SplitRecord | undefined {
  const cells: string[] = [];
  const isQuoted: boolean[] = [];
  let at = start;
  let innerLines = 0;
  const done = (rest: Pick<SplitRecord, 'lineEnd' | 'next' | 'fault'>): SplitRecord => ({
    cells,
    isQuoted,
    innerLines,
    ...rest,
  });
  for (;;) {
    if (cells.length > MOST_COLUMNS) {
      return done({ lineEnd: '', next: at, fault: 'too many cells' });
    }
    if (at < end && bytes[at] === quote) {
      const cell = quotedCell(bytes, at + 1, end, isWhole, quote);
      if (!cell) return undefined;
      innerLines += cell.lines;
      at = cell.next;
      if (cell.fault) return done({ lineEnd: '', next: at, fault: cell.fault });
      const after = bytes[at];
      if (at < end && after !== delimiter && after !== LF && after !== CR) {
        return done({ lineEnd: '', next: at, fault: 'text after quote' });
      }
      cells.push(cell.text);
      isQuoted.push(true);
    } else {
      const from = at;
      while (at < end && bytes[at] !== delimiter && bytes[at] !== LF && bytes[at] !== CR) {
        if (bytes[at] === 0) return done({ lineEnd: '', next: at, fault: 'zero byte' });
        at++;
      }
      cells.push(decoder.decode(bytes.subarray(from, at)));
      isQuoted.push(false);
    }
    if (at >= end) return isWhole ? done({ lineEnd: '', next: end }) : undefined;
    if (bytes[at] === LF) return done({ lineEnd: '\n', next: at + 1 });
    if (bytes[at] === CR) {
      if (at + 1 >= end) return isWhole ? done({ lineEnd: '\r', next: at + 1 }) : undefined;
      return bytes[at + 1] === LF
        ? done({ lineEnd: '\r\n', next: at + 2 })
        : done({ lineEnd: '\r', next: at + 1 });
    }
    at++;
  }
}

interface QuotedCell {
  readonly text: string;
  /** The place after the closing quote, or of the fault. */
  readonly next: number;
  /** Line ends in it. */
  readonly lines: number;
  readonly fault?: 'open quote' | 'zero byte';
}

/** The cell whose opening quote stands before `start`; nothing when it goes on behind `end`. */
function quotedCell(
  bytes: Uint8Array,
  start: number,
  end: number,
  isWhole: boolean,
  quote: number,
): QuotedCell | undefined {
  const pieces: string[] = [];
  let lines = 0;
  let from = start;
  for (let at = start; ; at++) {
    if (at >= end) return isWhole ? { text: '', next: end, lines, fault: 'open quote' } : undefined;
    const byte = bytes[at];
    if (byte === 0) return { text: '', next: at, lines, fault: 'zero byte' };
    if (byte === LF || (byte === CR && bytes[at + 1] !== LF)) lines++;
    if (byte !== quote) continue;
    if (at + 1 >= end && !isWhole) return undefined;
    pieces.push(decoder.decode(bytes.subarray(from, at)));
    if (at + 1 >= end || bytes[at + 1] !== quote) {
      return { text: pieces.join(String.fromCharCode(quote)), next: at + 1, lines };
    }
    at++;
    from = at + 1;
  }
}
