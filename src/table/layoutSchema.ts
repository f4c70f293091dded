/**
 * Whether the layout of a column and the format of a file are ones that a reader gives: for documents
 * from outside. Numbers that say how long a cell becomes are bounded, so that no document makes a
 * table larger than its rows and columns.
 */

import {
  also,
  type Check,
  type Fault,
  fault,
  finite,
  flag,
  list,
  oneOf,
  record,
  text,
  whole,
  within,
} from '../documents/check.ts';
import { InputError } from '../numerics/inputError.ts';
import type { ColumnLayout } from './applySchema.ts';
import { daysFromDate } from './calendar.ts';
import { dateFormat } from './dateFormat.ts';
import type { ColumnType } from './schema.ts';
import type { FileFormat } from './table.ts';

/** What `toFixed` and `toExponential` write. */
const MOST_DECIMALS = 100;
const MOST_WIDTH = 1000;
const MOST_CODE = 1000;
/** Digits of a second; dates are doubles, which hold no more. */
const MOST_FRACTION = 15;

export const decimalsCheck = whole(0, MOST_DECIMALS);

/** The step is that of numbers, or of dates: a minute or an hour. It has no more decimals than the grid. */
export const gridCheck = also<{ readonly decimals: number; readonly step?: number }>(
  record({ decimals: decimalsCheck }, { step: finite() }),
  ({ decimals, step }) => {
    if (step === undefined) return undefined;
    const units = step * Number(`1e${decimals}`);
    const isWhole = Number.isSafeInteger(Math.round(units)) && Math.round(units) >= 1;
    const isStep = isWhole && Math.round(units) / Number(`1e${decimals}`) === step;
    return isStep ? undefined : within('step', fault('is no multiple of the last decimal'));
  },
);

const scientific: Check = (value) =>
  value === 'some'
    ? undefined
    : record({
        decimals: decimalsCheck,
        exponentDigits: whole(0, MOST_WIDTH),
        letter: oneOf('e', 'E'),
      })(value);

const written = record(
  { fixed: flag, width: whole(0, MOST_WIDTH), infinity: text(1, 16) },
  { scientific, least: decimalsCheck },
);

const patternCheck = also<string>(text(1, 100), (pattern) => {
  if (/S{16}/.test(pattern)) return fault(`has more than ${MOST_FRACTION} digits of a second`);
  try {
    dateFormat(pattern);
    return undefined;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return fault('must name year, month and day, such as YYYY-MM-DD');
  }
});

/** Minutes east of UTC, as far as a text can name them. */
const offset = whole(-959, 959);

/** A code is written as it is, so it must not be one that a spreadsheet would run. */
const missingCode = also<string>(text(0, MOST_CODE), (code) =>
  /^[=@\t\r\0]./s.test(code) || (/^[+-]./s.test(code) && !/^[-+]*[\d.]*$/.test(code))
    ? fault('would run as a formula in a spreadsheet')
    : undefined,
);

export const layoutCheck = record(
  { name: text(), kind: oneOf('numeric', 'text'), decimals: decimalsCheck },
  {
    written,
    missingCode,
    stored: text(0, 64),
    date: record({ pattern: patternCheck, offset }),
  },
);

const LINE_ENDS = [10, 13];

const mark = also<string>(text(1, 1), (character) => {
  const code = character.charCodeAt(0);
  const isMark = code > 0 && code < 128 && !LINE_ENDS.includes(code);
  return isMark ? undefined : fault('must be one ASCII character, not a line end');
});

export const formatCheck = also<FileFormat>(
  record({
    kind: oneOf('csv', 'tsv', 'parquet'),
    delimiter: mark,
    quote: mark,
    quoting: oneOf('needed', 'text', 'all'),
    encoding: oneOf('utf-8', 'utf-16le', 'utf-16be', 'latin1'),
    byteOrderMark: flag,
    lineEnd: oneOf('\n', '\r\n', '\r'),
    finalLineEnd: flag,
    decimalMark: oneOf('.', ','),
    gzip: flag,
    header: flag,
  }),
  ({ delimiter, quote }) =>
    delimiter === quote ? within('quote', fault('must not be the delimiter')) : undefined,
);

export const levelsCheck = also<readonly string[]>(list(text(), 1), (levels) =>
  new Set(levels).size === levels.length ? undefined : fault('holds a level twice'),
);

export const NUMBER_TYPES = ['continuous', 'count', 'date'] as const;
export const LEVEL_TYPES = ['boolean', 'ordered', 'nominal'] as const;

/** What a column of this type must have in its layout, for its values to be written. */
export function layoutFault(type: ColumnType, layout: ColumnLayout): Fault | undefined {
  if (type === 'date' && !layout.date) return within('date', fault('is missing'));
  const kind = type === 'date' ? 'text' : 'numeric';
  const isFree = type !== 'date' && type !== 'continuous' && type !== 'count';
  if (isFree || layout.kind === kind) return undefined;
  return within('kind', fault(`must be '${kind}' in a column of type ${type}`));
}

/** Levels as cells: of a column of numbers, numbers; never an empty cell. */
export function levelNamesFault(
  levels: readonly string[],
  layout: ColumnLayout,
): Fault | undefined {
  for (const [place, level] of levels.entries()) {
    if (level === '' && layout.stored === undefined) {
      return within(place, fault('is empty, which is a missing value'));
    }
    // where all levels of a column of numbers are rare, one is left, which is called as the user says
    if (layout.kind === 'text' || levels.length === 1) continue;
    const found = level.trim() === '' ? fault('is no number') : finite()(Number(level));
    if (found) return within(place, found);
  }
  return undefined;
}

const SECONDS_A_DAY = 86_400;

/** Dates end with the years 0 and 9999; a day more on either side for zones. */
export function dateRangeFault(
  least: number,
  largest: number,
  { date }: ColumnLayout,
): Fault | undefined {
  if (!date) return undefined;
  const unit = dateFormat(date.pattern).unit === 'day' ? 1 : SECONDS_A_DAY;
  const first = (daysFromDate(0, 1, 1) - 1) * unit;
  const last = (daysFromDate(9999, 12, 31) + 2) * unit;
  return least >= first && largest <= last
    ? undefined
    : fault('reaches beyond the years 0 to 9999');
}
