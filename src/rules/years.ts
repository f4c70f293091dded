/** Whole years between two days, as birthdays count. */

import { dateFromDays, daysFromDate } from '../table/calendar.ts';

/** Both in days since 1970; NaN where one is missing. A birthday on 29 February falls on 1 March in other years. */
export function fullYears(from: number, to: number): number {
  if (Number.isNaN(from) || Number.isNaN(to)) return Number.NaN;
  const a = dateFromDays(Math.floor(from));
  const b = dateFromDays(Math.floor(to));
  const hasBeen = b.month > a.month || (b.month === a.month && b.day >= a.day);
  return b.year - a.year - (hasBeen ? 0 : 1);
}

/** The day on which somebody born on a day becomes so many years old. */
export function birthday(born: number, years: number): number {
  const { year, month, day } = dateFromDays(Math.floor(born));
  const own = daysFromDate(year + years, month, day);
  return Number.isNaN(own) ? daysFromDate(year + years, 3, 1) : own;
}
