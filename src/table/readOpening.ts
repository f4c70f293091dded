/** The start of a delimited text: blank lines, the names of the columns, and where the rows begin. */

import { InputError } from '../numerics/inputError.ts';
import { columnNames } from './columnNames.ts';
import { openQuote, textAfterQuote, tooManyColumns, zeroByte } from './csvErrors.ts';
import { readName } from './formulas.ts';
import type { Dialect } from './sniffDialect.ts';
import { type SplitRecord, splitRecord } from './splitRecord.ts';

export interface Opening {
  readonly names: readonly string[];
  readonly bodyStart: number;
  /** Lines before the body. */
  readonly line: number;
  readonly lineEnd: '\n' | '\r\n' | '\r';
  readonly looksLikeData: boolean;
  /** Columns that were renamed. */
  readonly notes: readonly string[];
  /** All names stand in quotes, or there are none. */
  readonly isQuoted: boolean;
}

/** The names of the columns; nothing when the first record is cut. */
export function readOpening(
  head: Uint8Array,
  isWhole: boolean,
  { delimiter, quote }: Dialect,
  { name, header = true }: { readonly name?: string; readonly header?: boolean },
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
    const none = { notes: [], looksLikeData: false, isQuoted: true };
    return { ...common, ...none, names, bodyStart: at, line };
  }
  const { names, notes } = columnNames(cells.map(readName));
  return {
    ...common,
    names,
    notes,
    isQuoted: record.isQuoted.every((is) => is),
    bodyStart: next,
    line: line + innerLines + 1,
    looksLikeData: looksLikeData(cells),
  };
}

/** Whether all names are numbers, or some are that do not count up or down as the names of years do. */
function looksLikeData(cells: readonly string[]): boolean {
  const numbers = cells.filter((cell) => cell.trim() !== '').map(Number);
  const own = numbers.filter((number) => !Number.isNaN(number));
  if (own.length === cells.length) return true;
  const signs = own.slice(1).map((number, i) => Math.sign(number - own[i]));
  return own.length > 2 && !(signs[0] !== 0 && signs.every((sign) => sign === signs[0]));
}

const emptyFile = (name: string | undefined): InputError =>
  new InputError(
    `${name ?? 'the table'}: the file is empty. Give one with a line of names and a line for each row.`,
  );
