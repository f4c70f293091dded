/**
 * The order of the columns and the preview by theory. Of a large table it is of some rows: with 200,000 rows x 30
 * columns all of them took half a minute, and figures by theory do not change in what can be seen. The fit orders
 * the columns by all of its rows, and what it found takes the place of this.
 */

import { orderTable } from '../../model/orderTable.ts';
import { InputError } from '../../numerics/inputError.ts';
import type { Table } from '../../table/table.ts';
import type { FitChoice, OrderInfo } from './protocol.ts';
import { evenly, SCREEN_ROWS, WHOLE_ROWS } from './screenRows.ts';
import { fitSettings } from './settings.ts';

export async function previewTable(
  table: Table,
  choice: FitChoice,
  signal: AbortSignal,
): Promise<OrderInfo> {
  const settings = { ...fitSettings(choice), signal };
  const of = async (some: Table): Promise<OrderInfo> => {
    const { order, preview, notes } = await orderTable(some, settings);
    return { order, preview, notes, rows: { used: some.rows, all: table.rows } };
  };
  if (table.rows <= WHOLE_ROWS) return of(table);
  try {
    return await of(evenly(table, SCREEN_ROWS));
  } catch (error) {
    // some rows may lack what all have, such as a rare class of the response
    if (!(error instanceof InputError)) throw error;
    return of(table);
  }
}
