/**
 * The delimiter and the quote of a delimited text, by its first records.
 *
 * Each candidate (comma, semicolon, tab, bar) splits up to 200 records; the one under which most
 * records have as many cells as the first wins, then the one with more cells, then the one named
 * first. A candidate that does not split the first record is not one; without any, it is the blank if it
 * splits all records into as many cells, three or more, and else the comma.
 * The quote is `"`, or `'` where no `"` occurs, a cell stands in `'`, and only then every record has
 * as many cells as the first.
 */

import { type SplitRecord, splitRecord } from './splitRecord.ts';

export interface Dialect {
  readonly delimiter: number;
  readonly quote: number;
}

const CANDIDATES = [',', ';', '\t', '|'].map((mark) => mark.charCodeAt(0));
const BLANK = 32;
const QUOTE = 34;
const APOSTROPHE = 39;
const MOST_RECORDS = 200;
const MOST_BYTES = 1 << 16;

interface Trial extends Dialect {
  readonly width: number;
  /** Share of records as wide as the first. */
  readonly regular: number;
}

export function sniffDialect(
  head: Uint8Array,
  isWhole: boolean,
  given: { readonly delimiter?: number | undefined; readonly quote?: number | undefined },
): Dialect {
  const end = Math.min(head.length, MOST_BYTES);
  const whole = isWhole && end === head.length;
  const delimiters = given.delimiter === undefined ? CANDIDATES : [given.delimiter];
  const withQuote = (quote: number) =>
    delimiters.map((delimiter) => attempt(head, end, whole, { delimiter, quote }));
  if (given.quote !== undefined) return best(withQuote(given.quote));
  const marked = best(withQuote(QUOTE));
  const blanks = attempt(head, end, whole, { delimiter: BLANK, quote: QUOTE });
  const areBlanks =
    given.delimiter === undefined && marked.width < 2 && blanks.width > 2 && blanks.regular === 1;
  const usual = areBlanks ? blanks : marked;
  if (usual.regular === 1 || head.includes(QUOTE) || !head.includes(APOSTROPHE)) return usual;
  const other = best(withQuote(APOSTROPHE));
  return other.regular === 1 ? other : usual;
}

function best(trials: readonly Trial[]): Trial {
  return trials.reduce((winner, trial) => {
    if (trial.width < 2) return winner;
    if (winner.width < 2) return trial;
    const gain = trial.regular - winner.regular || trial.width - winner.width;
    return gain > 0 ? trial : winner;
  });
}

function attempt(head: Uint8Array, end: number, isWhole: boolean, dialect: Dialect): Trial {
  let at = 0;
  let width = 0;
  let records = 0;
  let regular = 0;
  while (at < end && records < MOST_RECORDS) {
    const record: SplitRecord | undefined = splitRecord(
      head,
      at,
      end,
      isWhole,
      dialect.delimiter,
      dialect.quote,
    );
    if (!record) break;
    const isBlank = record.cells.length === 1 && record.cells[0] === '' && !record.isQuoted[0];
    at = record.next;
    if (isBlank && !record.fault) continue;
    if (records === 0) width = record.cells.length;
    records++;
    if (record.cells.length === width && !record.fault) regular++;
    if (record.fault) break;
  }
  return { ...dialect, width, regular: records === 0 ? 0 : regular / records };
}
