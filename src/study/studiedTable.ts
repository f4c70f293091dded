/**
 * Which table a study was of, for its report. It is kept beside the result and not in it, so that
 * whoever stores or sends a result does not store or send real rows.
 */

import type { Table } from '../table/table.ts';

const tables = new WeakMap<object, Table>();

/** The same result, with its table remembered as long as the result is held. */
export function withStudiedTable<Result extends object>(result: Result, table: Table): Result {
  tables.set(result, table);
  return result;
}

/** Nothing for a copy of a result. */
export function studiedTable(result: object): Table | undefined {
  return tables.get(result);
}
