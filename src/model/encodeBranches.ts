/** A column under conditions, as its place in the distribution that it has where they hold or not (rules/given.ts). */

import type { Rng } from '../random/rng.ts';
import { type Branches, branchOf } from '../rules/given.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import { distributionsWithin } from './distributionsWithin.ts';
import { encodedColumn, FINE } from './encodedColumn.ts';
import type { PreparedColumn } from './prepareColumns.ts';
import type { ResolvedFit } from './settings.ts';

/** Rows that a branch must have for a distribution of its own. */
export const LEAST_OF_BRANCH = 30;
const MOST_CONDITIONS = 6;

/** A distribution for each pattern of conditions; conditions that leave a pattern too few rows are dropped. */
export function encodeBranches(
  column: PreparedColumn,
  conditions: readonly string[],
  columns: ReadonlyMap<string, RuleColumn>,
  settings: ResolvedFit,
  rng: Rng,
): { readonly given: Branches; readonly column: PreparedColumn } | undefined {
  const { k, margins: kind } = settings;
  if (kind === 'empirical') return undefined;
  let own = [...conditions].slice(0, MOST_CONDITIONS);
  for (; own.length > 0; own = own.slice(0, -1)) {
    const groups = Array.from({ length: 1 << own.length }, (_, pattern) => pattern);
    const of = branchOf({ conditions: own, groups }, columns);
    const pattern = Int32Array.from(column.values, (_, row) => of(row));
    const rows = groups.map(
      (each) =>
        column.values.filter((value, row) => pattern[row] === each && !Number.isNaN(value)).length,
    );
    // a pattern that cannot be, or that next to nobody has, shares the distribution of all
    const isThin = rows.some((count) => count >= k && count < LEAST_OF_BRANCH);
    if (isThin) continue;
    return branchesOf(column, own, pattern, rows, settings, rng);
  }
  return undefined;
}

function branchesOf(
  column: PreparedColumn,
  conditions: readonly string[],
  pattern: Int32Array,
  rows: readonly number[],
  settings: ResolvedFit,
  rng: Rng,
): { readonly given: Branches; readonly column: PreparedColumn } {
  const patternOf = (row: number) => (rows[pattern[row]] >= settings.k ? pattern[row] : -1);
  const patterns = { groupOf: patternOf, places: rows.map((_, each) => each) };
  const { values, ...parts } = distributionsWithin(column, [patterns], settings, rng);
  const given: Branches = { kind: 'branches', conditions, ...parts };
  return { given, column: encodedColumn(column, values, FINE, { min: 0, max: 1 }) };
}
