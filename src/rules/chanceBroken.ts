/** How often a rule would be broken if one of its columns had nothing to do with the others. */

import { bindRule } from './bindRule.ts';
import { screenRows } from './finding.ts';
import type { RuleColumn } from './ruleColumn.ts';

/** The share of rows, the column's own values taken from other rows. */
export function chanceBroken(
  rule: string,
  name: string,
  columns: ReadonlyMap<string, RuleColumn>,
): number {
  const column = columns.get(name) as RuleColumn;
  const rows = column.values.length;
  const screen = screenRows(rows);
  let broken = 0;
  const shifts = [1, 7, 61];
  for (const shift of shifts) {
    const values = Float64Array.from(
      column.values,
      (_, i) => column.values[(i + shift * Math.ceil(rows / 97)) % rows],
    );
    const holds = bindRule(rule, new Map([...columns, [name, { ...column, values }]]));
    for (const row of screen) if (holds(row) === 0) broken++;
  }
  return broken / (shifts.length * screen.length);
}
