/** Rows for the screen: of a large table some, taken evenly, so that what is shown at once is there at once. */

import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/takeRows.ts';

/** Rows above which the preview is of some of them. */
export const WHOLE_ROWS = 20_000;
/** Rows that are compared on the screen. */
export const SCREEN_ROWS = 5000;

/** `most` rows evenly from the whole table; the table itself if it has no more. */
export function evenly(table: Table, most: number): Table {
  if (table.rows <= most) return table;
  return takeRows(
    table,
    Uint32Array.from({ length: most }, (_, i) => Math.floor((i * table.rows) / most)),
  );
}
