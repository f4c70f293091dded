/** Errors of the reader: file, line and column, what was found, what to do; never a cell's value. */

import { InputError } from '../numerics/inputError.ts';

export interface Place {
  readonly name: string | undefined;
  readonly line: number;
  /** Counts cells, from 1. */
  readonly column?: number;
}

export function readError({ name, line, column }: Place, what: string): InputError {
  const where = [name, `line ${line}`, column === undefined ? undefined : `column ${column}`];
  return new InputError(`${where.filter((part) => part !== undefined).join(', ')}: ${what}`);
}

export const openQuote = (place: Place): InputError =>
  readError(
    place,
    'a quote is opened here and never closed. Close it, or double it if it is part of the text.',
  );

export const textAfterQuote = (place: Place): InputError =>
  readError(
    place,
    'something follows a closing quote. Double the quotes that are part of the text, or name the delimiter (--delimiter).',
  );

export const zeroByte = (place: Place): InputError =>
  readError(place, 'a zero byte. The file is damaged or not a text; save it anew as CSV in UTF-8.');

/** Bytes of a record. A quote that is never closed makes one of all that follows it. */
export const LONGEST_RECORD = 1 << 26;

export const endlessRecord = (place: Place): InputError =>
  readError(
    place,
    'the line that begins here is longer than 64 MiB. Look for a quote that is not closed, or for line ends that are missing.',
  );

/** Columns of a table; every one has a memory of its own while it is read. */
export const MOST_COLUMNS = 1 << 16;

export const tooManyColumns = ({ name, line }: Place): InputError =>
  readError(
    { name, line },
    `more than ${MOST_COLUMNS} columns. Check the delimiter, or keep the columns that you need.`,
  );

export const beyondDoubles = (place: Place): InputError =>
  readError(
    place,
    'a number beyond 1.8e308, which is the largest there is, in a column of numbers. Mend it, declare it a missing code as it is written (--missing), or declare the column text in the schema.',
  );

export const ragged = (place: Place, cells: number, width: number): InputError =>
  readError(
    place,
    `${cells} ${cells === 1 ? 'cell' : 'cells'} where the first line has ${width}. ` +
      'Mend the line, put text that holds the delimiter in quotes, or name the delimiter (--delimiter; delimiter in the library).',
  );
