/**
 * The columns of a delimited text while it is read: numbers and texts in blocks of rows, how they are
 * written, and what is missing. A cell may be noted twice, when a record that was cut is read again.
 */

import { ByteDictionary, HASH_FACTOR, HASH_START } from './byteDictionary.ts';
import { MissingCounts } from './missingCounts.ts';
import { NumberStyle } from './numberStyle.ts';
import { INFO_LENGTH, scanNumber } from './scanNumber.ts';
import type { Column } from './table.ts';

/** What is known of the columns before they are read. */
export interface ColumnSettings {
  readonly names: readonly string[];
  readonly delimiter: number;
  readonly quote: number;
  readonly decimalMark: number;
  /** Columns that are text, by place. */
  readonly text: ReadonlySet<number>;
  readonly missing: ReadonlySet<string>;
  /** Codes that were declared: numbers among them are missing values too. */
  readonly declared: readonly string[];
  /**
   * A missing code in quotes is a text, where the column is text; not so in files that quote everything.
   * So R's files and our own come back as they were.
   */
  readonly literalQuotes: boolean;
}

export interface ReadColumns {
  readonly rows: number;
  readonly columns: readonly Column[];
  /** Columns to be read again as text. */
  readonly late: readonly number[];
  /** One of them would be numbers with the other decimal mark, and no decimals were seen yet. */
  readonly tryOtherMark: boolean;
  /** A text is not UTF-8. */
  readonly notUtf8: boolean;
  /** Where the first number stands, in a column of numbers, that is too large for a double. */
  readonly beyond: { readonly line: number; readonly column: number } | undefined;
  readonly quoting: 'needed' | 'text' | 'all';
}

/** What a column is read as. A number that turns out to be a text is passed over from there on. */
export const NUMBERS = 0;
export const TEXT = 1;
export const PASSED_OVER = 2;

const BLANK = 32;
const COMMA = 44;
const POINT = 46;

const FIRST_BLOCK = 256;
const LARGEST_BLOCK = 1 << 16;

export class CsvColumns {
  readonly kinds: Uint8Array;
  readonly styles: readonly NumberStyle[];
  /** The block of rows being filled. */
  numbers: Float64Array[] = [];
  codes: Int32Array[] = [];
  row = 0;
  blockStart = 0;
  /** The line of the cell at hand, from 1; kept up only for cells that are not plain numbers. */
  line = 0;

  readonly #settings: ColumnSettings;
  readonly #dictionaries: readonly ByteDictionary[];
  /** For each text of a column whether it is a missing code: 1 no, 2 yes, 0 not looked at. */
  readonly #isCode: Uint8Array[];
  readonly #missing: MissingCounts[];
  readonly #quoted: Int32Array;
  readonly #lastQuoted: Int32Array;
  readonly #looksOther: Uint8Array;
  /** By column: the line of the first number that is too large. */
  readonly #beyond = new Map<number, number>();
  /** A missing value stands outside quotes. */
  #hasBareMissing = false;
  readonly #fullNumbers: Float64Array[][];
  readonly #fullCodes: Int32Array[][];
  #blockEnd = 0;
  readonly #info = new Int32Array(INFO_LENGTH);
  readonly #scratchNumber = new Float64Array(1);
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  constructor(settings: ColumnSettings) {
    this.#settings = settings;
    const { names, text } = settings;
    this.kinds = Uint8Array.from(names, (_, j) => (text.has(j) ? TEXT : NUMBERS));
    this.styles = names.map(() => new NumberStyle());
    this.#dictionaries = names.map(() => new ByteDictionary());
    this.#isCode = names.map(() => new Uint8Array(64));
    this.#missing = names.map(() => new MissingCounts());
    this.#quoted = new Int32Array(names.length);
    this.#lastQuoted = new Int32Array(names.length).fill(-1);
    this.#looksOther = new Uint8Array(names.length);
    this.#fullNumbers = names.map(() => []);
    this.#fullCodes = names.map(() => []);
  }

  /** Makes room for the next row. */
  startRow(): void {
    if (this.row < this.#blockEnd) return;
    const length = Math.min(LARGEST_BLOCK, Math.max(FIRST_BLOCK, this.row));
    if (this.#blockEnd > 0) {
      for (let j = 0; j < this.kinds.length; j++) {
        if (this.kinds[j] === NUMBERS) this.#fullNumbers[j].push(this.numbers[j]);
        if (this.kinds[j] === TEXT) this.#fullCodes[j].push(this.codes[j]);
      }
    }
    this.numbers = Array.from(
      this.kinds,
      (kind) => new Float64Array(kind === NUMBERS ? length : 0),
    );
    this.codes = Array.from(this.kinds, (kind) => new Int32Array(kind === TEXT ? length : 0));
    this.blockStart = this.row;
    this.#blockEnd = this.row + length;
  }

  setMissing(j: number, slot: number, code: string, isQuoted = false): void {
    this.#missing[j].note(code, this.row);
    if (!isQuoted) this.#hasBareMissing = true;
    if (this.kinds[j] === NUMBERS) this.numbers[j][slot] = Number.NaN;
    else if (this.kinds[j] === TEXT) this.codes[j][slot] = -1;
  }

  /** A cell in quotes that is not missing. */
  #noteQuoted(j: number): void {
    if (this.#lastQuoted[j] >= this.row) return;
    this.#lastQuoted[j] = this.row;
    this.#quoted[j]++;
  }

  /** A cell of a column of numbers that did not read as one outright. */
  setNumberOrCode(
    j: number,
    slot: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    isQuoted: boolean,
  ): void {
    const { decimalMark, missing, delimiter } = this.#settings;
    if (isQuoted && end > start) {
      const after = scanNumber(bytes, start, decimalMark, this.numbers[j], slot, this.#info);
      if (after === end) {
        this.styles[j].note(this.#info, end - start);
        this.#noteQuoted(j);
        return;
      }
    }
    const code = shortText(bytes, start, end);
    if (code !== undefined && missing.has(code)) {
      this.setMissing(j, slot, code, isQuoted);
      return;
    }
    if (code !== undefined && isBeyondDoubles(code, decimalMark)) {
      // whether the column is one of numbers is known at its end
      this.numbers[j][slot] = Number.NaN;
      if (!this.#beyond.has(j)) this.#beyond.set(j, this.line);
      return;
    }
    const other = decimalMark === POINT ? COMMA : POINT;
    const after = scanNumber(bytes, start, other, this.#scratchNumber, 0, this.#info);
    this.#looksOther[j] = after === end && delimiter !== other ? 1 : 0;
    this.kinds[j] = PASSED_OVER;
    this.#fullNumbers[j] = [];
  }

  setQuoted(
    j: number,
    slot: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    escapes: number,
  ): void {
    if (this.kinds[j] === NUMBERS) {
      this.setNumberOrCode(j, slot, bytes, start, end, true);
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
    const code = this.textCode(j, text, from, to, hash, true);
    this.codes[j][slot] = code;
    if (code >= 0) this.#noteQuoted(j);
  }

  /** The place of a text in the column's dictionary, or -1 for a missing code. */
  textCode(
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
    this.#missing[j].note(text, this.row);
    if (!isQuoted) this.#hasBareMissing = true;
    return -1;
  }

  result(): ReadColumns {
    const rows = this.row;
    const late = [...this.kinds.keys()].filter((j) => this.kinds[j] === PASSED_OVER);
    const hasDecimals = this.styles.some((style) => style.decimals > 0);
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
      beyond: this.#firstBeyond(),
      quoting: this.#quoting(rows),
    };
  }

  #firstBeyond(): ReadColumns['beyond'] {
    const found = [...this.#beyond].filter(([j]) => this.kinds[j] === NUMBERS);
    const [first] = found.sort(([, a], [, b]) => a - b);
    return first && { column: first[0] + 1, line: first[1] };
  }

  #column(name: string, j: number, rows: number): Column {
    const counts = this.#missing[j];
    const kind = this.kinds[j];
    if (kind === NUMBERS) {
      const values = joined(this.#fullNumbers[j], this.numbers[j], rows, new Float64Array(rows));
      this.#fullNumbers[j] = [];
      this.numbers[j] = new Float64Array();
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
      const style = this.styles[j];
      const usual = style.usual();
      const missing = counts.total > 0 ? new Uint8Array(rows) : undefined;
      if (missing) for (let i = 0; i < rows; i++) missing[i] = Number.isNaN(values[i]) ? 1 : 0;
      return {
        kind: 'numeric',
        name,
        values,
        missing,
        decimals: style.decimals,
        written: style.format(),
        ...(usual && { usual }),
        ...(missing && { missingCode: counts.most() }),
      };
    }
    const codes = joined(this.#fullCodes[j], this.codes[j], rows, new Int32Array(rows));
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
    const seen = [...this.kinds.keys()].filter(
      (j) => this.kinds[j] !== PASSED_OVER && this.#missing[j].total < rows,
    );
    const fully = (j: number) => this.#quoted[j] + this.#missing[j].total >= rows;
    if (rows === 0 || seen.length === 0) return 'needed';
    if (seen.every(fully) && !this.#hasBareMissing) return 'all';
    const text = seen.filter((j) => this.kinds[j] === TEXT);
    const isText = text.length > 0 && text.every(fully);
    return isText ? 'text' : 'needed';
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

/** A number with an exponent that no double can hold; digits alone are a name as long as they like. */
function isBeyondDoubles(text: string, decimalMark: number): boolean {
  const number = text.replace(String.fromCharCode(decimalMark), '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)[eE]\+?\d+$/.test(number) && !Number.isFinite(Number(number));
}
