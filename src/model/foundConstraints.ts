/** The rules that are found in the table of a fit, and kept. */

import { findBoundsBetween } from '../rules/findBoundsBetween.ts';
import { findConditions } from '../rules/findConditions.ts';
import { findExclusive } from '../rules/findExclusive.ts';
import { isExact } from '../rules/finding.ts';
import { findMissing } from '../rules/findMissing.ts';
import { findOnBound } from '../rules/findOnBound.ts';
import { findTogether } from '../rules/findTogether.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import { counted } from '../table/counted.ts';
import type { Constraint } from '../table/schema.ts';
import type { DerivedPlan } from './derivedColumns.ts';
import type { Prepared } from './prepareColumns.ts';
import type { ResolvedFit } from './settings.ts';

/** Rules that are found are kept in tables of at least so many rows. */
const FEWEST_ROWS = 500;

export interface FoundConstraints {
  readonly constraints: readonly Constraint[];
  /** Pairs of columns of which the first is nearly never above the second. */
  readonly nearly: readonly (readonly [string, string])[];
}

/** Rules that hold in the table and are kept: none of a sensitive column, which they would tell of. */
export function foundConstraints(
  { rows, response }: Prepared,
  columns: ReadonlyMap<string, RuleColumn>,
  derived: ReadonlyMap<string, DerivedPlan>,
  sensitive: ReadonlySet<string>,
  { rules, k, schema }: ResolvedFit,
  notes: string[],
): FoundConstraints {
  // a formula is a rule that says how a column is computed, also in fits to other rows
  const isDeclared = (own: string) =>
    (schema.constraints ?? []).some((each) => 'rule' in each && each.rule === own);
  const formulas = [...derived.values()].flatMap(({ by }) =>
    by.kind === 'rule' && !isDeclared(by.rule) ? [{ rule: by.rule }] : [],
  );
  if (rules !== 'auto') return { constraints: formulas, nearly: [] };
  const own = [...columns.values()].filter(({ name }) => !derived.has(name));
  const groups = findTogether([...columns.values()], k);
  const together = groups.map((names): Constraint => ({ together: names }));
  if (rows < FEWEST_ROWS) return { constraints: [...together, ...formulas], nearly: [] };
  const free = own.filter(({ name }) => !sensitive.has(name));
  const open = [...columns.values()].filter(({ name }) => !sensitive.has(name));
  const functions = new Map([...derived].map(([name, { by }]) => [name, by]));
  const found = findBoundsBetween(open, functions);
  const bounds = found.filter((each) => isExact(each.exceptions, each.rows));
  const nearly = found.flatMap(({ names: [low, high], exceptions, rows: known }) =>
    isExact(exceptions, known) ? [] : [[low, high] as const],
  );
  const { sure, likely } = findConditions(free, { k, response: response.name });
  const missing = findMissing(open, groups, k).filter(({ names }) => names[1] !== response.name);
  const all = [
    ...missing,
    ...bounds,
    ...findOnBound(bounds, open),
    ...findExclusive(free),
    ...sure,
    ...likely,
  ];
  const kept = all.map(({ rule }) => ({ rule }));
  if (kept.length > 0) {
    const shown = kept.slice(0, 8).map(({ rule }) => rule);
    const more = kept.length - shown.length;
    notes.push(
      `${counted(kept.length, 'rule')} found to hold in every row, or all but one in a thousand, and kept: ${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}. To keep those of the schema alone, give --rules schema (in the library, rules: 'schema').`,
    );
  }
  return { constraints: [...together, ...formulas, ...kept], nearly };
}
