/** Ages: whole years from a date to another one of the row, or to a day that is the same for all rows. */

import { dateFromDays, daysFromDate } from '../table/calendar.ts';
import type { Derivation } from './derivation.ts';
import type { RuleColumn } from './ruleColumn.ts';
import { birthday, fullYears } from './years.ts';

const OLDEST = 130;
/** Fewer rows cannot tell a day. */
const FEWEST_ROWS = 50;

/** What gives a column of whole years, of these dates; nothing if none does on the screen. */
export function fitAge(
  target: RuleColumn,
  dates: readonly RuleColumn[],
  screen: Uint32Array,
  stray: number,
): Derivation[] {
  if (target.kind !== 'number') return [];
  const rows = screen.filter((row) => !Number.isNaN(target.values[row]));
  const isAge = (value: number) => Number.isInteger(value) && value >= 0 && value <= OLDEST;
  if (rows.length < FEWEST_ROWS || !rows.every((row) => isAge(target.values[row]))) return [];
  return dates.flatMap((born) => [
    ...dates
      .filter((then) => then !== born && agesAt(target, born, then, rows) <= stray)
      .map(({ name }): Derivation => ({ kind: 'years', from: born.name, to: name })),
    ...sameDay(target, born, stray),
  ]);
}

function agesAt(target: RuleColumn, born: RuleColumn, then: RuleColumn, rows: Uint32Array) {
  let wrong = 0;
  for (const row of rows) {
    const found = fullYears(
      born.values[row] * (born.days ?? 1),
      then.values[row] * (then.days ?? 1),
    );
    if (!Number.isNaN(found) && found !== target.values[row]) wrong++;
  }
  return wrong;
}

/**
 * The days on which all but `stray` rows have their age: after the last birthday that was, before the first
 * that is to come. Of these the first of a year or month is taken if it is among them, else the middle.
 */
function sameDay(target: RuleColumn, born: RuleColumn, stray: number): Derivation[] {
  const [past, next]: [number[], number[]] = [[], []];
  for (let i = 0; i < target.values.length; i++) {
    const [age, date] = [target.values[i], born.values[i] * (born.days ?? 1)];
    if (Number.isNaN(age) || Number.isNaN(date)) continue;
    if (!Number.isInteger(age) || age < 0 || age > OLDEST) return [];
    past.push(birthday(date, age));
    next.push(birthday(date, age + 1));
  }
  if (past.length < FEWEST_ROWS) return [];
  const was = Float64Array.from(past).sort().reverse();
  const comes = Float64Array.from(next).sort();
  for (const left of new Set([0, Math.min(stray, past.length - 1)])) {
    if (was[left] < comes[left]) {
      return [{ kind: 'years', from: born.name, to: roundDay(was[left], comes[left] - 1) }];
    }
  }
  return [];
}

function roundDay(first: number, last: number): number {
  const { year, month } = dateFromDays(first - 1);
  for (const [y, m] of [[year + 1, 1], month < 12 ? [year, month + 1] : [year + 1, 1]]) {
    const day = daysFromDate(y, m, 1);
    if (day >= first && day <= last) return day;
  }
  return Math.floor((first + last) / 2);
}
