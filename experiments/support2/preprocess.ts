/**
 * How the authors made their SUPPORT2 table from the public one (9105 rows, 48 columns), step by step.
 * The split into training and test rows came from R's generator and is not repeated here.
 */

import type * as Library from '../../src/index.ts';

/** Left out first: identifier, categories, columns with many gaps, and other outcomes. */
const FIRST_OUT =
  'id sex dzgroup dzclass edu income avtisst race prg6m dnr glucose urine adlp sfdm2'.split(' ');
/** Left out after rows with gaps were removed; `adls` alone costs 345 rows that need not go. */
const LATER_OUT = 'd.time hospdead ca dementia diabetes adls adlsc'.split(' ');

export interface Prepared {
  /** Rows without gaps in the columns that are left after the first step, as the authors took them. */
  readonly rows: readonly number[];
  /** Rows without gaps in the columns that are left in the end. */
  readonly possible: readonly number[];
  /** The columns that are left in the end; `death` is the response. */
  readonly names: readonly string[];
}

export function prepare(raw: Library.Table): Prepared {
  const first = raw.columns.filter(({ name }) => !FIRST_OUT.includes(name));
  const last = first.filter(({ name }) => !LATER_OUT.includes(name));
  return {
    rows: complete(raw.rows, first),
    possible: complete(raw.rows, last),
    names: last.map(({ name }) => name),
  };
}

function complete(rows: number, columns: readonly Library.Column[]): number[] {
  return Array.from({ length: rows }, (_, row) => row).filter((row) =>
    columns.every((column) =>
      column.kind === 'numeric' ? !Number.isNaN(column.values[row]) : column.codes[row] >= 0,
    ),
  );
}

/** A row in words, for telling whether two tables hold the same rows. */
export function rowsAsText(
  table: Library.Table,
  names: readonly string[],
  rows: readonly number[],
): string[] {
  const columns = names.map((name) => {
    const column = table.columns.find((each) => each.name === name);
    if (column?.kind !== 'numeric') throw new Error(`${name} holds no numbers`);
    return column.values;
  });
  return rows.map((row) => columns.map((values) => values[row]).join(' '));
}
