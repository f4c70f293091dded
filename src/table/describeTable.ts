/** What was understood of a table, for people and for programs. Names and counts, no cells. */

import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import { alignText } from './alignText.ts';
import { counted } from './counted.ts';
import type { ColumnDetection, Detection } from './detectSchema.ts';

export interface TableDescription {
  /** An aligned table with warnings below it. */
  readonly text: string;
  /** The same as data. */
  readonly data: {
    readonly rows: number;
    readonly columns: readonly Omit<ColumnDetection, 'levels'>[];
    readonly warnings: readonly string[];
  };
}

const ROUNDED = `counts of fewer than ${FEWEST_PEOPLE} rows are given as ${FEWEST_PEOPLE}`;
const LONGEST_NAME = 32;
const HEADINGS = ['column', 'type', 'different', 'missing', 'ties', 'because'];
const NUMBERS = new Set([2, 3, 4]);

export function describeTable(detection: Detection): TableDescription {
  const { rows } = detection;
  const columns = detection.columns.map((column) => ({
    ...column,
    missing: shownCount(column.missing),
    ties: shownCount(column.ties),
  }));
  const isRounded = detection.columns.some(
    ({ missing, ties }) => missing !== shownCount(missing) || ties !== shownCount(ties),
  );
  const warnings = [...detection.warnings, ...(isRounded ? [ROUNDED] : [])];
  const lines = columns.map((column) => [
    shortened(column.name),
    column.constant ? `${column.type}, constant` : column.type,
    String(column.distinct),
    missingText(column),
    String(column.ties),
    column.reason,
  ]);
  const aligned = alignText([HEADINGS, ...lines], (column) => NUMBERS.has(column));
  const remarks = [
    ...warnings,
    ...columns.flatMap(({ name, warnings: own }) =>
      own.map((text) => `${shortened(name)}: ${text}`),
    ),
  ];
  return {
    text: [
      `${counted(rows, 'row')}, ${counted(columns.length, 'column')}`,
      '',
      ...aligned,
      ...(remarks.length > 0 ? ['', ...remarks.map((remark) => `! ${remark}`)] : []),
      '',
    ].join('\n'),
    data: { rows, columns: columns.map(({ levels: _, ...rest }) => rest), warnings },
  };
}

function shownCount(count: number): number {
  return count > 0 && count < FEWEST_PEOPLE ? FEWEST_PEOPLE : count;
}

function missingText({ missing, missingCode }: ColumnDetection): string {
  if (missing === 0) return '0';
  return missingCode ? `${missing} (${missingCode})` : String(missing);
}

/** A name on one line, without control characters, cut where it is too long. */
function shortened(name: string): string {
  const line = Array.from(name, (letter) => (letter < ' ' || letter === '\u007f' ? ' ' : letter));
  return line.length > LONGEST_NAME
    ? `${line.slice(0, LONGEST_NAME - 1).join('')}…`
    : line.join('');
}
