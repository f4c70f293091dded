/** Columns that are missing in the same rows: one state stands for all of them. */

import type { RuleColumn } from './ruleColumn.ts';

/** Groups of names in the order of the table, of at least k missing rows each. */
export function findTogether(columns: readonly RuleColumn[], k: number): string[][] {
  const groups = new Map<string, string[]>();
  for (const { name, values } of columns) {
    let [missing, sum, mixed] = [0, 0, 0];
    for (let i = 0; i < values.length; i++) {
      if (!Number.isNaN(values[i])) continue;
      missing++;
      sum += i;
      mixed = (Math.imul(mixed, 31) + Math.imul(i, 0x9e3779b1)) | 0;
    }
    if (missing < k) continue;
    const key = `${missing} ${sum} ${mixed}`;
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  const byName = new Map(columns.map((column) => [column.name, column.values]));
  return [...groups.values()].flatMap((names) => {
    const [first, ...others] = names;
    const own = byName.get(first) as Float64Array;
    const same = others.filter((name) => {
      const other = byName.get(name) as Float64Array;
      return own.every((value, i) => Number.isNaN(value) === Number.isNaN(other[i]));
    });
    return same.length > 0 ? [[first, ...same]] : [];
  });
}
