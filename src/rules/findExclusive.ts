/** Pairs of columns that are mostly zero and never both something else: a gain and a loss of the same year. */

import type { FoundRule } from './findBounds.ts';
import { isExact, leastSurprise } from './finding.ts';
import { nameInRule } from './parseRule.ts';
import type { RuleColumn } from './ruleColumn.ts';

/** Rows with a value besides zero. */
const LEAST_ROWS = 20;
const MOST_SHARE = 0.5;

export function findExclusive(columns: readonly RuleColumn[]): FoundRule[] {
  const own = columns.flatMap(({ name, kind, values }) => {
    if (kind !== 'number') return [];
    let [known, rows] = [0, 0];
    for (const value of values) {
      if (Number.isNaN(value)) continue;
      known++;
      if (value < 0) return [];
      if (value > 0) rows++;
    }
    return rows >= LEAST_ROWS && rows <= MOST_SHARE * known ? [{ name, values, rows }] : [];
  });
  const least = leastSurprise((own.length * (own.length - 1)) / 2);
  return own.flatMap((a, i) =>
    own.slice(i + 1).flatMap((b): FoundRule[] => {
      const [all, both] = bothIn(a.values, b.values);
      const expected = (a.rows * b.rows) / Math.max(1, all);
      // the rows that chance would put, less those there are, must be beyond chance
      if (!isExact(both, a.rows) || expected - both < least) return [];
      const rule = `if ${nameInRule(a.name)} > 0 then ${nameInRule(b.name)} = 0`;
      return [{ rule, names: [a.name, b.name], rows: all, exceptions: both }];
    }),
  );
}

/** Rows in which both are known, and those in which both are above zero. */
function bothIn(a: Float64Array, b: Float64Array): readonly [number, number] {
  let [all, both] = [0, 0];
  for (let row = 0; row < a.length; row++) {
    if (Number.isNaN(a[row]) || Number.isNaN(b[row])) continue;
    all++;
    if (a[row] > 0 && b[row] > 0) both++;
  }
  return [all, both];
}
