/** The rules that are found in the table of a fit, and kept. */

import { findBounds } from '../rules/findBounds.ts';
import { findConditions } from '../rules/findConditions.ts';
import { isExact } from '../rules/finding.ts';
import { findTogether } from '../rules/findTogether.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import { counted } from '../table/counted.ts';
import type { Constraint } from '../table/schema.ts';
import type { DerivedPlan } from './derivedColumns.ts';
import type { Prepared } from './prepareColumns.ts';
import type { ResolvedFit } from './settings.ts';

/** Rules that are found are kept in tables of at least so many rows. */
const FEWEST_ROWS = 500;

/** Rules that hold in the table and are kept: none of a sensitive column, which they would tell of. */
export function foundConstraints(
  { rows, response }: Prepared,
  columns: ReadonlyMap<string, RuleColumn>,
  derived: ReadonlyMap<string, DerivedPlan>,
  sensitive: ReadonlySet<string>,
  { rules, k }: ResolvedFit,
  notes: string[],
): Constraint[] {
  if (rules !== 'auto') return [];
  const own = [...columns.values()].filter(({ name }) => !derived.has(name));
  const together = findTogether([...columns.values()], k).map(
    (names): Constraint => ({ together: names }),
  );
  if (rows < FEWEST_ROWS) return together;
  const free = own.filter(({ name }) => !sensitive.has(name));
  const bounds = findBounds(free, k).filter((each) => isExact(each.exceptions, each.rows, k));
  const { sure } = findConditions(free, { k, response: response.name });
  const found = [...bounds, ...sure].map(({ rule }) => ({ rule }));
  if (found.length > 0) {
    const shown = found.slice(0, 8).map(({ rule }) => rule);
    const more = found.length - shown.length;
    notes.push(
      `${counted(found.length, 'rule')} found to hold in every row and kept: ${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}. To keep those of the schema alone, give --rules schema (in the library, rules: 'schema').`,
    );
  }
  return [...together, ...found];
}
