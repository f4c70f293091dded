/** How many synthetic rows keep an attacker who compares densities within a limit: more rows give away more. */

import type { LevelAudit } from '../measures/membershipAudit/levelAudit.ts';
import { effectiveNumbers, foreseenAuc } from '../measures/membershipAudit/release.ts';
import { judgeOf } from './figures.ts';

/** So few rows are no release. */
const FEWEST_ROWS = 50;

/** Null if not even few rows do, or nothing is known. In two digits, by the upper end of the interval. */
export function rowsWithin(
  audit: LevelAudit,
  { trained, rows }: { readonly trained: number; readonly rows: number },
  limit: number,
): number | null {
  const high = judgeOf(audit)?.atRelease.high;
  if (high === undefined || !Number.isFinite(high) || high >= 1) return null;
  const population = { trained, people: Infinity, reference: Infinity };
  const p = effectiveNumbers(high, { ...population, drawn: rows });
  const isWithin = (drawn: number) => foreseenAuc(p, { ...population, drawn }) <= limit;
  if (!isWithin(FEWEST_ROWS)) return null;
  let [least, most] = [FEWEST_ROWS, rows];
  if (isWithin(most)) return most;
  while (most - least > 1) {
    const middle = (least + most) >> 1;
    if (isWithin(middle)) least = middle;
    else most = middle;
  }
  return Number(String(least).slice(0, 2).padEnd(String(least).length, '0'));
}
