/** A column that lies close to an expression of others, as what these leave open of it (rules/near.ts). */

import { limitsOf } from '../margins/limits.ts';
import { encodeNear, type Near, nearScale } from '../rules/near.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import type { TypedNumbers } from '../table/applySchema.ts';
import { LEAST_OF_BRANCH } from './encodeBranches.ts';
import { type EncodedGiven, encodedColumn, FINE } from './encodedColumn.ts';
import { gridOf } from './fitMargins.ts';
import type { PreparedColumn } from './prepareColumns.ts';
import type { ResolvedFit } from './settings.ts';

/** A ratio to a product, a difference from anything else; nothing where too few rows have it. */
export function encodedNear(
  column: PreparedColumn,
  to: string,
  columns: ReadonlyMap<string, RuleColumn>,
  { k }: ResolvedFit,
): EncodedGiven<Near> | undefined {
  const typed = column.typed as TypedNumbers;
  const grid = gridOf(typed);
  const scale = nearScale(to);
  const values = encodeNear(column.values, { to, scale }, columns);
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length < Math.max(k, LEAST_OF_BRANCH)) return undefined;
  const own = column.values.filter((value) => !Number.isNaN(value)).sort();
  const limits = limitsOf(own, k, grid, typed);
  // what others give is not pushed up to where most rows begin
  const least = typed.min === undefined && own[0] >= 0 ? 0 : limits.least;
  const given: Near = { kind: 'near', to, scale, ...limits, least, grid };
  const decimals = scale === 'ratio' ? FINE : Math.min(15, Math.max(grid.decimals, 0));
  return { given, column: encodedColumn(column, values, decimals, {}) };
}
