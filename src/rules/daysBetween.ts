/**
 * Whole days from one date to another of the row, where at least one of them has a time of day: of calendar days,
 * or of full days. Between dates without times it is an equation (sums.ts).
 */

import type { Formula } from './formulas.ts';
import { nameInRule } from './parseRule.ts';
import type { RuleColumn } from './ruleColumn.ts';

const FEWEST_ROWS = 50;
const FEWEST_VALUES = 10;
const MOST_STRAY = 4;

export function daysBetween(columns: readonly RuleColumn[], screen: Uint32Array): Formula[] {
  const dates = columns.filter(({ kind }) => kind === 'date');
  if (!dates.some(hasTime)) return [];
  return columns.flatMap((target) => {
    if (target.kind !== 'number') return [];
    const rows = screen.filter((row) => !Number.isNaN(target.values[row]));
    const different = new Set(rows.subarray(0, 500).map((row) => target.values[row]));
    const isWhole = rows.every((row) => Number.isInteger(target.values[row]));
    if (!isWhole || rows.length < FEWEST_ROWS || different.size < FEWEST_VALUES) return [];
    return dates.flatMap((to) =>
      dates.flatMap((from) => {
        if (to === from || !(hasTime(to) || hasTime(from))) return [];
        const form = forms(to, from).find(({ of }) => isMet(target, of, rows));
        if (!form) return [];
        const rule = `${nameInRule(target.name)} = ${form.text}`;
        return [{ name: target.name, from: [to.name, from.name], rule }];
      }),
    );
  });
}

function hasTime({ days = 1 }: RuleColumn): boolean {
  return days < 1;
}

function forms(to: RuleColumn, from: RuleColumn) {
  const at = ({ values, days = 1 }: RuleColumn, row: number) => values[row] * days;
  const name = (column: RuleColumn) => nameInRule(column.name);
  const day = (column: RuleColumn) => (hasTime(column) ? `floor(${name(column)})` : name(column));
  return [
    {
      text: `${day(to)} - ${day(from)}`,
      of: (row: number) => Math.floor(at(to, row)) - Math.floor(at(from, row)),
    },
    {
      text: `floor(${name(to)} - ${name(from)})`,
      of: (row: number) => Math.floor(at(to, row) - at(from, row)),
    },
  ];
}

function isMet({ values }: RuleColumn, of: (row: number) => number, rows: Uint32Array): boolean {
  let [known, stray] = [0, 0];
  for (const row of rows) {
    const found = of(row);
    if (Number.isNaN(found)) continue;
    known++;
    if (found !== values[row] && ++stray > MOST_STRAY) return false;
  }
  return known >= FEWEST_ROWS;
}
