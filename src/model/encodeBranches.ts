/** A column under conditions, as its place in the distribution that it has where they hold or not (rules/given.ts). */

import type { Rng } from '../random/rng.ts';
import { type Branches, branchOf } from '../rules/given.ts';
import { nameInRule, textInRule } from '../rules/parseRule.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import { distributionsWithin, type Grouping } from './distributionsWithin.ts';
import { type EncodedGiven, placedColumn } from './encodedColumn.ts';
import { largeCells } from './largeCells.ts';
import type { PreparedColumn } from './prepareColumns.ts';
import type { ResolvedFit } from './settings.ts';

/** Rows that a branch must have for a distribution of its own. */
export const LEAST_OF_BRANCH = 30;
const MOST_CONDITIONS = 6;

/** A response with more classes is left out of the patterns. */
const MOST_CLASSES = 4;

/**
 * A distribution for each pattern of conditions, and of these with the classes of the response, where a pattern has
 * rows enough; conditions that leave a pattern too few rows are dropped. With the classes, what the column tells of
 * the response is kept within each pattern.
 */
export function encodeBranches(
  column: PreparedColumn,
  conditions: readonly string[],
  columns: ReadonlyMap<string, RuleColumn>,
  classes: PreparedColumn | undefined,
  settings: ResolvedFit,
  rng: Rng,
): EncodedGiven<Branches> | undefined {
  const { k, margins: kind } = settings;
  if (kind === 'empirical') return undefined;
  let own = [...conditions].slice(0, MOST_CONDITIONS);
  for (; own.length > 0; own = own.slice(0, -1)) {
    const byRule = patternsOf(column, own, columns);
    // a pattern that cannot be, or that next to nobody has, shares the distribution of all
    const isThin = byRule.rows.some((count) => count >= k && count < LEAST_OF_BRANCH);
    if (isThin) continue;
    const all = [...own, ...classConditions(classes)];
    const byClass = patternsOf(column, all, columns);
    const places = byClass.rows.map((_, pattern) => pattern);
    const grouping = ({ pattern, rows }: Patterns, isLarge: readonly boolean[]): Grouping => ({
      groupOf: (row) => (isLarge[pattern[row]] ? pattern[row] : -1),
      places: places.map((each) => each % rows.length),
    });
    const wide = grouping(
      byRule,
      byRule.rows.map((count) => count >= k),
    );
    const narrow = grouping(
      byClass,
      column.levels
        ? largeCells(column, byClass.pattern, places.length, k)
        : largePatterns(column.values, byClass, k),
    );
    const nested = all.length > own.length ? [wide, narrow] : [wide];
    const { values, cells, ...parts } = distributionsWithin(column, nested, settings, rng);
    const given: Branches = { kind: 'branches', conditions: all, ...parts };
    return { given, column: placedColumn(column, values), ...(cells && { cells }) };
  }
  return undefined;
}

function classConditions(classes: PreparedColumn | undefined): string[] {
  const { name = '', levels = [] } = classes ?? {};
  if (levels.length > MOST_CLASSES) return [];
  return levels.slice(1).map((level) => `${nameInRule(name)} = ${textInRule(level)}`);
}

interface Patterns {
  /** By row, which conditions hold, as bits from the first on. */
  readonly pattern: Int32Array;
  /** By pattern, the rows that have a value. */
  readonly rows: readonly number[];
}

function patternsOf(
  column: PreparedColumn,
  conditions: readonly string[],
  columns: ReadonlyMap<string, RuleColumn>,
): Patterns {
  const groups = Array.from({ length: 1 << conditions.length }, (_, pattern) => pattern);
  const of = branchOf({ conditions, groups }, columns);
  const pattern = Int32Array.from(column.values, (_, row) => of(row));
  const rows = groups.map(() => 0);
  column.values.forEach((value, row) => {
    if (!Number.isNaN(value)) rows[pattern[row]]++;
  });
  return { pattern, rows };
}

/** Whether a pattern has rows enough for a number: fewer do where they share few values (margins/numericMargin.ts). */
function largePatterns(
  values: Float64Array,
  { pattern, rows }: Patterns,
  k: number,
): readonly boolean[] {
  const different = rows.map(() => new Set<number>());
  values.forEach((value, row) => {
    if (!Number.isNaN(value)) different[pattern[row]].add(value);
  });
  return rows.map(
    (count, each) =>
      count >= LEAST_OF_BRANCH || (count >= 2 * k && count >= k * different[each].size),
  );
}
