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
    'something follows a closing quote. Double the quotes that are part of the text, or check the delimiter.',
  );

export const zeroByte = (place: Place): InputError =>
  readError(place, 'a zero byte. The file is damaged or not a text; save it anew as CSV in UTF-8.');

export const ragged = (place: Place, cells: number, width: number): InputError =>
  readError(
    place,
    `${cells} ${cells === 1 ? 'cell' : 'cells'} where the first line has ${width}. ` +
      'Mend the line, put text that holds the delimiter in quotes, or name the delimiter.',
  );
