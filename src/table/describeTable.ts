/**
 * What was understood of a table, for people and for programs: the first step of a user. Of values it
 * shows what five rows share (summariseColumn.ts); text is at most 80 characters wide.
 */

import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import { counted } from './counted.ts';
import { declareMissing } from './declareMissing.ts';
import type { ColumnDetection, Detection } from './detectSchema.ts';
import { missingCodesOf, type TableSchema } from './schema.ts';
import { type ColumnSummary, summariseColumn } from './summariseColumn.ts';
import type { Table } from './table.ts';

export type ColumnDescription = Omit<ColumnDetection, 'levels'> &
  ColumnSummary & {
    /** Of all rows, to a tenth of a percent. */
    readonly missingShare: number;
    /** What else was found about it, such as that it follows from another column. */
    readonly remarks?: readonly string[];
  };

export interface TableDescription {
  readonly text: string;
  /** The same as data. */
  readonly data: {
    readonly rows: number;
    readonly columns: readonly ColumnDescription[];
    readonly warnings: readonly string[];
  };
}

export interface DescribeOptions {
  /** The table itself; without it no ranges and levels are shown. */
  readonly table?: Table;
  /** What the table was detected with. */
  readonly schema?: TableSchema | undefined;
  /**
   * More to say of columns, by name: whoever finds derived columns, copies and rules adds it here, a
   * sentence each without a point.
   */
  readonly remarks?: ReadonlyMap<string, readonly string[]>;
  /** What the user calls the table, for the commands that come next. Default: none are named. */
  readonly path?: string;
}

const ROUNDED = `counts of fewer than ${FEWEST_PEOPLE} rows are given as ${FEWEST_PEOPLE}`;
const LONGEST_NAME = 32;
const WIDTH = 80;
const MOST_SHOWN = 8;

export function describeTable(
  detection: Detection,
  { table, schema, remarks, path }: DescribeOptions = {},
): TableDescription {
  const { rows } = detection;
  const read = table && declareMissing(table, missingCodesOf(schema)).columns;
  const columns = detection.columns.map(({ levels: _, ...column }, j): ColumnDescription => {
    const own = remarks?.get(column.name);
    const missing = shownCount(column.missing);
    return {
      ...column,
      missing,
      ties: shownCount(column.ties),
      missingShare: rows > 0 ? Math.round((1000 * missing) / rows) / 1000 : 0,
      ...(read && summariseColumn(read[j], detection.columns[j])),
      ...(own && { remarks: own }),
    };
  });
  const isRounded = detection.columns.some(
    ({ missing, ties }) => missing !== shownCount(missing) || ties !== shownCount(ties),
  );
  const warnings = [...detection.warnings, ...(isRounded ? [ROUNDED] : [])];
  const text = [
    `${counted(rows, 'row')}, ${counted(columns.length, 'column')}`,
    ...warnings.flatMap((warning) => wrapped(warning, '! ')),
    '',
    ...columns.flatMap((column) => columnLines(column, rows)),
    '',
    ...nextLines(columns, path),
    '',
  ].join('\n');
  return { text, data: { rows, columns, warnings } };
}

function columnLines(column: ColumnDescription, rows: number): string[] {
  const { name, type, constant, reason, warnings, remarks = [] } = column;
  const values = [rangeText(column), levelsText(column, rows), missingText(column)];
  const facts = [reason, ...values, fateText(column)].filter((part) => part !== '').join('; ');
  return [
    `${shortened(name)}: ${type}${constant ? ', constant' : ''}`,
    ...wrapped(facts, '    '),
    ...remarks.flatMap((remark) => wrapped(remark, '  = ')),
    ...warnings.flatMap((warning) => wrapped(warning, '  ! ')),
  ];
}

/** In quotes where it would not be told from what stands beside it. */
function apart(level: string): string {
  return /[,;]/.test(level) || level !== level.trim() ? `"${level}"` : level;
}

function rangeText({ range }: ColumnDescription): string {
  if (!range) return '';
  return range.from === range.to ? `about ${range.from}` : `about ${range.from} to ${range.to}`;
}

function levelsText({ levels, rareLevels }: ColumnDescription, rows: number): string {
  if (!levels) return '';
  const percent = (own: number) => shareText(own / Math.max(1, rows), 0);
  const shown = levels
    .slice(0, MOST_SHOWN)
    .map(({ level, rows: own }) => `${apart(shortened(level))} ${percent(own)}`);
  const others = levels.slice(MOST_SHOWN).reduce((sum, { rows: own }) => sum + own, 0);
  return [
    ...shown,
    ...(others > 0
      ? [`${counted(levels.length - MOST_SHOWN, 'more level')} ${percent(others)}`]
      : []),
    ...(rareLevels ? ['rare levels, which are pooled'] : []),
  ].join(', ');
}

/** What becomes of a column that is not modelled, where no warning says so. */
function fateText({ type, identity }: ColumnDescription): string {
  if (identity) return '';
  if (type === 'text') return 'left out of the synthetic table';
  return type === 'identifier' ? 'replaced by invented ones' : '';
}

/** A share in percent; what is there is not shown as nothing, nor what is not all as all. */
function shareText(share: number, decimals: number): string {
  const [shown, all] = [(100 * share).toFixed(decimals), (100).toFixed(decimals)];
  const step = 1 / Number(`1e${decimals}`);
  if (Number(shown) === 0) return `under ${step} %`;
  return shown === all && share < 1 ? `over ${100 - step} %` : `${shown} %`;
}

function missingText({ missing, missingShare, missingCode }: ColumnDescription): string {
  if (missing === 0) return '';
  return `missing ${shareText(missingShare, 1)}${missingCode ? ` (${shortened(missingCode)})` : ''}`;
}

function nextLines(columns: readonly ColumnDescription[], path = 'TABLE'): string[] {
  const isSuspect = columns.some(({ suspected }) => suspected !== undefined);
  const hasPeople = columns.some(({ identity }) => identity !== undefined);
  const table = /[\s'"$]/.test(path) ? `'${path}'` : path;
  return [
    'Next:',
    ...(isSuspect
      ? wrapped('Declare the codes that stand for missing values, as said above.', '  - ')
      : []),
    ...(hasPeople
      ? wrapped('See that what is said of names, numbers and dates of people is right.', '  - ')
      : []),
    ...wrapped(
      'Where a type is wrong, write a schema, edit it, and give it with --schema:',
      '  - ',
    ),
    `      tvinesynth inspect ${table} --write-schema schema.json`,
    ...wrapped('Then make the synthetic table:', '  - '),
    `      tvinesynth run ${table} --schema schema.json --response NAME`,
  ];
}

/** Lines of at most 80 characters; the first begins with the mark, the others with blanks. */
function wrapped(text: string, mark: string): string[] {
  const lines: string[] = [];
  let line = mark;
  let isEmpty = true;
  // a number stays with its sign
  for (const each of text.replaceAll(/(\d) %/g, '$1\u00a0%').split(' ')) {
    const word = each.replaceAll('\u00a0', ' ');
    if (!isEmpty && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = ' '.repeat(mark.length);
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}

function shownCount(count: number): number {
  return count > 0 && count < FEWEST_PEOPLE ? FEWEST_PEOPLE : count;
}

/** A name on one line, without control characters, cut where it is too long. */
function shortened(name: string): string {
  const line = Array.from(name, (letter) => (letter < ' ' || letter === '\u007f' ? ' ' : letter));
  return line.length > LONGEST_NAME
    ? `${line.slice(0, LONGEST_NAME - 1).join('')}…`
    : line.join('');
}
