/** A column between bounds that others give, as its distance from them (rules/given.ts). */

import { limitsOf } from '../margins/limits.ts';
import { pearson } from '../numerics/pearson.ts';
import { ranks } from '../numerics/ranks.ts';
import { type Bounded, boundsOf, encodeBounded } from '../rules/given.ts';
import { nameInRule } from '../rules/parseRule.ts';
import type { PlannedBounds } from '../rules/planBounds.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import type { ConditionalBound } from '../rules/sortRules.ts';
import type { TypedNumbers } from '../table/applySchema.ts';
import { LEAST_OF_BRANCH } from './encodeBranches.ts';
import { encodedColumn, FINE } from './encodedColumn.ts';
import { gridOf } from './fitMargins.ts';
import type { PreparedColumn } from './prepareColumns.ts';
import { preparedRuleColumn } from './ruleColumns.ts';
import type { ResolvedFit } from './settings.ts';

/** The distance, ratio or share, whichever depends least on the bound; nothing where too few rows have it. */
export function encodeBounds(
  column: PreparedColumn,
  { lower, upper, isStrict }: PlannedBounds,
  conditions: readonly ConditionalBound[],
  columns: ReadonlyMap<string, RuleColumn>,
  { k }: ResolvedFit,
): { readonly given: Bounded; readonly column: PreparedColumn } | undefined {
  const typed = column.typed as TypedNumbers;
  const { days = 1 } = preparedRuleColumn(column);
  const grid = gridOf(typed);
  const known = column.values.filter((value) => !Number.isNaN(value)).sort();
  const limits = limitsOf(known, k, grid, typed);
  const bounds = { lower, upper };
  const own = nameInRule(column.name);
  const onBound = conditions.flatMap(({ condition, sides, isEqual }) =>
    isEqual ? [{ condition, bound: sides[0] === own ? sides[1] : sides[0] }] : [],
  );
  const offBound = conditions.flatMap(({ condition, isEqual }) => (isEqual ? [] : [condition]));
  const encoded = (scale: Bounded['scale']) =>
    encodeBounded(column.values, { ...bounds, scale, onBound }, columns, days);
  const isBetween = lower.length > 0 && upper.length > 0;
  const scales: Bounded['scale'][] = isBetween
    ? ['share']
    : typed.type !== 'date' && isPositive(bounds, columns, column.values)
      ? ['difference', 'ratio']
      : ['difference'];
  const tried = scales.map((scale) => ({ scale, values: encoded(scale) }));
  const dependence = ({ values }: { values: Float64Array }) =>
    Math.abs(
      pearson(
        ranks(values, 'average'),
        ranks(boundValues(bounds, columns, days, values), 'average'),
      ),
    );
  const best = tried.reduce((a, b) => (b !== a && dependence(b) < dependence(a) ? b : a));
  if (best.values.filter((value) => !Number.isNaN(value)).length < Math.max(k, LEAST_OF_BRANCH)) {
    return undefined;
  }
  const { scale, values } = best;
  const given: Bounded = {
    kind: 'bounded',
    ...bounds,
    scale,
    isStrict,
    ...(onBound.length > 0 && { onBound }),
    ...(offBound.length > 0 && { offBound }),
    ...limits,
    grid,
  };
  const decimals = scale === 'difference' ? Math.min(15, Math.max(grid.decimals, 0)) : FINE;
  const range =
    scale === 'share' || (scale === 'ratio' && upper.length > 0)
      ? { min: 0, max: 1 }
      : { min: scale === 'ratio' ? 1 : 0 };
  return { given, column: encodedColumn(column, values, decimals, range) };
}

function isPositive(
  bounds: Pick<Bounded, 'lower' | 'upper'>,
  columns: ReadonlyMap<string, RuleColumn>,
  values: Float64Array,
): boolean {
  const own = boundValues(bounds, columns, 1, values);
  return values.every((value, i) => !(value <= 0) && !(own[i] <= 0));
}

function boundValues(
  bounds: Pick<Bounded, 'lower' | 'upper'>,
  columns: ReadonlyMap<string, RuleColumn>,
  days: number,
  values: Float64Array,
): Float64Array {
  const { low, high } = boundsOf(bounds, columns, days);
  const of = bounds.lower.length > 0 ? low : high;
  return values.map((value, row) => (Number.isNaN(value) ? Number.NaN : of(row)));
}
