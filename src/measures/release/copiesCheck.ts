/**
 * Synthetic rows that equal a real one in all columns but identifiers and free text.
 *
 * With a continuous column none may: one of numbers or dates of which at most half are shared by other
 * rows. Where all columns are coarser, whole numbers among them, some must coincide, and a table may have as many as rows do that were never fitted: those of a holdout, or without one the real
 * rows themselves, each compared with all others (Good 1953: the chance that a new row is a known one
 * is the share of rows that are not alone). Both shares, of x in m rows and of the synthetic rows, are
 * of samples: with p = (x + 1) / (m + 2) the limit is p + 1.96 sqrt(p (1 - p) (1 / m + 1 / rows)),
 * which a harmless table passes 39 times in 40.
 */

import { planFeatures } from '../../features/plan.ts';
import { FEWEST_PEOPLE } from '../../numerics/publish.ts';
import type { TypedColumn } from '../../table/applySchema.ts';
import type { Table } from '../../table/table.ts';
import { repeatedRows, tableCopies } from '../exactCopies.ts';
import type { ReleaseCheck } from './releaseChecks.ts';

const NAME = 'exact-copies';

export function copiesCheck(
  real: Table,
  synthetic: Table,
  typed: readonly TypedColumn[],
  heldOut: Table | undefined,
): ReleaseCheck {
  const names = synthetic.columns.map(({ name }) => name);
  const compared = typed.filter(({ name }) => names.includes(name));
  const plan = planFeatures({ columns: compared });
  if (plan.columns.length === 0) {
    const note = 'the tables share no column that is modelled';
    return { name: NAME, passed: true, found: 0, allowed: 0, note };
  }
  const copies = tableCopies({ plan, real, synthetic, heldOut });
  const found = copies.synthetic.copies;
  const note = `synthetic rows that equal a real row in all ${plan.columns.length} modelled columns`;
  if (compared.some(isContinuous)) {
    return { name: NAME, passed: found === 0, found, allowed: 0, note };
  }
  const x = copies.holdout?.copies ?? repeatedRows(plan, real);
  const m = (heldOut ?? real).rows;
  const allowed = limit(x, m, synthetic.rows);
  const few =
    x > 0 && x < FEWEST_PEOPLE && m >= FEWEST_PEOPLE ? `fewer than ${FEWEST_PEOPLE}` : String(x);
  const said = `${few} of ${m} ${heldOut ? 'rows of the holdout do' : 'real rows equal another one'}`;
  const why = `${note}; no column is continuous, and ${said}`;
  return { name: NAME, passed: found <= allowed, found, allowed, note: why };
}

function isContinuous(column: TypedColumn): boolean {
  if (!('values' in column) || column.type === 'count' || column.constant) return false;
  const sorted = column.values.filter((value) => !Number.isNaN(value)).sort();
  let shared = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (sorted[i] === sorted[i - 1] || sorted[i] === sorted[i + 1]) shared++;
  }
  return shared <= sorted.length / 2;
}

/** Copies that `rows` rows may have, if `x` of `m` harmless ones are. */
function limit(x: number, m: number, rows: number): number {
  if (rows === 0) return 0;
  const p = (x + 1) / (m + 2);
  const most = p + 1.96 * Math.sqrt(p * (1 - p) * (1 / Math.max(1, m) + 1 / rows));
  return Math.floor(rows * Math.min(1, most));
}
