/**
 * A cut between two values that says nothing of either: the roundest number above the one and not above the
 * other. People cut at 18, 65 and 1,000, so it is mostly the cut that was meant.
 */

import { snap } from '../margins/grid.ts';
import { dateFromDays, daysFromDate } from '../table/calendar.ts';
import type { RuleColumn } from './ruleColumn.ts';

export function roundest(
  low: number,
  high: number,
  { kind, days = 1, grid }: Pick<RuleColumn, 'kind' | 'days' | 'grid'>,
): number {
  if (kind === 'category') return high;
  if (kind === 'date') return roundDay(low * days, high * days) / days;
  const top = Math.max(Math.abs(low), Math.abs(high));
  if (low < 0 && high >= 0) return 0;
  for (let exponent = 15; exponent >= -15; exponent--) {
    const unit = Number(`1e${exponent}`);
    if (unit > top) continue;
    for (const step of [5 * unit, 2 * unit, unit]) {
      const found = (Math.floor(low / step) + 1) * step;
      const written = Number(found.toPrecision(12));
      if (written > low && written <= high) return snap(written, grid) > low ? written : high;
    }
  }
  return high;
}

/** The first of a year, or else of a month, or else the day itself. */
function roundDay(low: number, high: number): number {
  const { year, month } = dateFromDays(Math.floor(low));
  for (const [y, m] of [[year + 1, 1], month < 12 ? [year, month + 1] : [year + 1, 1]]) {
    const day = daysFromDate(y, m, 1);
    if (day > low && day <= high) return day;
  }
  return high;
}
