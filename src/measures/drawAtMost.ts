/** Rows of a table that is too long for a measure: some are drawn, and that is noted. */

import type { Rng } from '../random/rng.ts';
import type { Table } from '../table/table.ts';
import { takeRows } from '../table/takeRows.ts';

/** Told which rows were drawn, as in '5000 of 9105 real rows were drawn'. */
export type NoteDraw = (drawn: string) => void;

/** `what` names the rows in the note. */
export function drawAtMost(
  what: string,
  table: Table,
  most: number,
  rng: Rng,
  note: NoteDraw,
): Table {
  const rows = rowsAtMost(what, table.rows, most, rng, note);
  return rows ? takeRows(table, rows) : table;
}

/** The numbers of the rows, ascending; nothing if all are taken. */
export function rowsAtMost(
  what: string,
  rows: number,
  most: number,
  rng: Rng,
  note: NoteDraw,
): Uint32Array | undefined {
  if (rows <= most) return undefined;
  note(`${most} of ${rows} ${what} rows were drawn`);
  return drawSome(rows, most, rng);
}

/** Some of the numbers below `rows`, ascending. */
export function drawSome(rows: number, size: number, rng: Rng): Uint32Array {
  return rng.permutation(rows).slice(0, size).sort();
}
