/**
 * Levels of one category that no row of a level of another has, but fewer than k of many, though chance would have
 * put rows there.
 */

import type { ConditionFound } from './findConditions.ts';
import { isExact } from './finding.ts';
import { nameInRule, textInRule } from './parseRule.ts';
import type { RuleColumn } from './ruleColumn.ts';

/** Rows that a level must have. */
const LEAST_OF_LEVEL = 20;
/** Rows that chance would put into a cell, for its being empty to say something. */
const LEAST_EXPECTED = 2;
/** Rows in a cell that is as good as empty, mistakes of fewer than k people: of the level, and of those expected. */
const MOST_STRAY = 0.005;
const MOST_OF_EXPECTED = 0.05;

export function findEmptyCells(
  category: RuleColumn,
  column: RuleColumn,
  k: number,
): ConditionFound[] {
  const { levels = [] } = category;
  const { levels: others = [] } = column;
  const counts = levels.map(() => new Float64Array(others.length));
  const totals = new Float64Array(others.length);
  for (let i = 0; i < category.values.length; i++) {
    const [own, other] = [category.values[i], column.values[i]];
    if (Number.isNaN(own) || Number.isNaN(other)) continue;
    if (category.rare?.[i] === 1 || column.rare?.[i] === 1) continue;
    counts[own][other]++;
    totals[other]++;
  }
  const all = totals.reduce((sum, x) => sum + x, 0);
  return levels.flatMap((level, l): ConditionFound[] => {
    const rows = counts[l].reduce((sum, x) => sum + x, 0);
    if (rows < LEAST_OF_LEVEL || all === rows) return [];
    const expected = totals.map((total, o) => (rows * (total - counts[l][o])) / (all - rows));
    const places = others.flatMap((_, o) => (totals[o] > 0 ? [o] : []));
    const told = places.filter((o) => expected[o] >= LEAST_EXPECTED);
    const isEmpty = (o: number) =>
      counts[l][o] < k &&
      isExact(counts[l][o], all) &&
      counts[l][o] <= Math.min(MOST_STRAY * rows, MOST_OF_EXPECTED * expected[o]);
    // what a rule does not name is then known to occur: not where a few people are all of it
    if (told.some((o) => counts[l][o] > 0 && counts[l][o] < k && !isEmpty(o))) return [];
    const empty = told.filter(isEmpty);
    if (empty.length === 0) return [];
    const there = places.filter((o) => counts[l][o] >= k);
    const isWhole = there.length + empty.length === places.length;
    const text = (o: number) => textInRule(others[o]);
    const name = nameInRule(column.name);
    const list = (own: readonly number[]) => `${name} in (${own.map(text).join(', ')})`;
    const then =
      isWhole && there.length === 1
        ? `${name} = ${text(there[0])}`
        : isWhole && there.length <= empty.length
          ? list(there)
          : empty.length === 1
            ? `${name} != ${text(empty[0])}`
            : `not (${list(empty)})`;
    return [
      {
        rule: `if ${nameInRule(category.name)} = ${textInRule(level)} then ${then}`,
        names: [category.name, column.name],
        level,
        rows,
        exceptions: empty.reduce((sum, o) => sum + counts[l][o], 0),
        surprise: empty.reduce((sum, o) => sum + expected[o], 0),
        cells: empty.map((o) => others[o]),
      },
    ];
  });
}
