/**
 * Synthetic rows that equal a real one in all columns but identifiers and free text.
 *
 * With a continuous column none may. Where all columns are discrete some must coincide, and a table
 * may have as many as rows do that were never fitted: those of a holdout, or without one the real
 * rows themselves, each compared with all others (Good 1953: the chance that a new row is a known one
 * is the share of rows that are not alone). Both shares, of x in m rows and of the synthetic rows, are
 * of samples: with p = (x + 1) / (m + 2) the limit is p + 1.96 sqrt(p (1 - p) (1 / m + 1 / rows)),
 * which a harmless table passes 39 times in 40.
 */

import { FEWEST_PEOPLE } from '../../numerics/publish.ts';
import type { TypedColumn } from '../../table/applySchema.ts';
import { countHashes, rowHashes } from '../../table/rowHashes.ts';
import type { Column, Table } from '../../table/table.ts';
import type { ReleaseCheck } from './releaseChecks.ts';

const NAME = 'exact-copies';
export function exactCopies(
  real: Table,
  synthetic: Table,
  typed: readonly TypedColumn[],
  holdout: Table | undefined,
): ReleaseCheck {
  const has = (table: Table, name: string) => table.columns.some((column) => column.name === name);
  const compared = typed.filter((column) => !('column' in column) && has(synthetic, column.name));
  const names = compared.map(({ name }) => name);
  if (names.length === 0) {
    const note = 'the tables share no column that is modelled';
    return { name: NAME, passed: true, found: 0, allowed: 0, note };
  }
  const hashes = (table: Table) => rowHashes(pick(table, names), table.rows);
  const known = countHashes(hashes(real));
  const copies = (table: Table) =>
    hashes(table).reduce((sum, h) => sum + (known.has(h) ? 1 : 0), 0);
  const found = copies(synthetic);
  const note = `synthetic rows that equal a real row in all ${names.length} modelled columns`;
  const isContinuous = ({ type, constant }: TypedColumn) =>
    (type === 'continuous' || type === 'date') && !constant;
  if (compared.some(isContinuous)) {
    return { name: NAME, passed: found === 0, found, allowed: 0, note };
  }
  const alone = Array.from(known.values()).filter((count) => count === 1).length;
  const m = holdout ? holdout.rows : real.rows;
  const x = holdout ? copies(holdout) : real.rows - alone;
  const allowed = limit(x, m, synthetic.rows);
  const few =
    x > 0 && x < FEWEST_PEOPLE && m >= FEWEST_PEOPLE ? `fewer than ${FEWEST_PEOPLE}` : String(x);
  const said = `${few} of ${m} ${holdout ? 'rows of the holdout do' : 'real rows equal another one'}`;
  const why = `${note}; no column is continuous, and ${said}`;
  return { name: NAME, passed: found <= allowed, found, allowed, note: why };
}

/** Copies that `rows` rows may have, if `x` of `m` harmless ones are. */
function limit(x: number, m: number, rows: number): number {
  if (rows === 0) return 0;
  const p = (x + 1) / (m + 2);
  const most = p + 1.96 * Math.sqrt(p * (1 - p) * (1 / Math.max(1, m) + 1 / rows));
  return Math.floor(rows * Math.min(1, most));
}

export function pick(table: Table, names: readonly string[]): Column[] {
  return names.map((name) => table.columns.find((column) => column.name === name) as Column);
}
