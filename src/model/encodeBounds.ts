/** A column between bounds that others give, as its distance from them (rules/given.ts). */

import type { Grid } from '../margins/grid.ts';
import { limitsOf } from '../margins/limits.ts';
import { numericMargin } from '../margins/numericMargin.ts';
import { pearson } from '../numerics/pearson.ts';
import { ranks } from '../numerics/ranks.ts';
import type { Rng } from '../random/rng.ts';
import { type Bounded, boundsOf, encodeBounded, placesInBounds } from '../rules/given.ts';
import { nameInRule } from '../rules/parseRule.ts';
import type { PlannedBounds } from '../rules/planBounds.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import type { ConditionalBound } from '../rules/sortRules.ts';
import type { TypedNumbers } from '../table/applySchema.ts';
import { LEAST_OF_BRANCH } from './encodeBranches.ts';
import { middleHalf, NARROW, sorted } from './encodeDistance.ts';
import { type EncodedGiven, encodedColumn, FINE, placedColumn } from './encodedColumn.ts';
import { gridOf } from './fitMargins.ts';
import type { PreparedColumn } from './prepareColumns.ts';
import { preparedRuleColumn } from './ruleColumns.ts';
import type { ResolvedFit } from './settings.ts';

/**
 * The distance, ratio or share, whichever depends least on the bound, of a column that is nearer to its bound than its
 * values are to each other; else the place in what the bound leaves open of its distribution, which keeps the
 * distribution. Nothing where too few rows have it.
 */
export function encodeBounds(
  column: PreparedColumn,
  { lower, upper, isStrict }: PlannedBounds,
  conditions: readonly ConditionalBound[],
  columns: ReadonlyMap<string, RuleColumn>,
  { k, margins }: ResolvedFit,
  rng: Rng,
): EncodedGiven<Bounded> | undefined {
  const typed = column.typed as TypedNumbers;
  const { days = 1 } = preparedRuleColumn(column);
  const grid = gridOf(typed);
  const known = sorted(column.values);
  const fewest = Math.max(k, LEAST_OF_BRANCH);
  const own = nameInRule(column.name);
  const onBound = conditions.flatMap(({ condition, sides, isEqual }) =>
    isEqual ? [{ condition, bound: sides[0] === own ? sides[1] : sides[0] }] : [],
  );
  const offBound = conditions.flatMap(({ condition, isEqual }) => (isEqual ? [] : [condition]));
  const base = {
    kind: 'bounded' as const,
    isStrict,
    ...(onBound.length > 0 && { onBound }),
    ...(offBound.length > 0 && { offBound }),
    ...limitsOf(known, k, grid, typed),
    grid,
  };
  const bounds = { lower, upper };
  const encoded = (scale: Distance) =>
    encodeBounded(column.values, { ...bounds, scale, onBound }, columns, days);
  const isNarrow = middleHalf(sorted(encoded('difference'))) <= NARROW * middleHalf(known);
  if (!isNarrow && margins === 'smooth' && known.length >= fewest) {
    const { min, max } = typed;
    const { margin } = numericMargin(known, { k, margins, grid, min, max, isFine: true });
    const given = {
      ...base,
      ...apart(column.values, bounds, { columns, days, k, grid }),
      scale: 'place' as const,
      margin,
    };
    const cells = placesInBounds(column.values, given, columns, days);
    const spread = rng.split('place in bounds', column.name).uniforms(cells.low.length);
    const places = cells.low.map((low, row) => low + spread[row] * (cells.high[row] - low));
    if (sorted(places).length < fewest) return undefined;
    return { given, column: placedColumn(column, places), cells };
  }
  const isBetween = lower.length > 0 && upper.length > 0;
  const scales: Distance[] = isBetween
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
  const { scale, values } = best;
  if (sorted(values).length < fewest) return undefined;
  const given: Bounded = { ...base, ...bounds, scale };
  const decimals = scale === 'difference' ? Math.min(15, Math.max(grid.decimals, 0)) : FINE;
  const range =
    scale === 'share' || (scale === 'ratio' && upper.length > 0)
      ? { min: 0, max: 1 }
      : { min: scale === 'ratio' ? 1 : 0 };
  return { given, column: encodedColumn(column, values, decimals, range) };
}

type Distance = Exclude<Bounded['scale'], 'place'>;

/** Bounds that are as far away as they always are: nobody has worked for as many years as they are old. */
function apart(
  values: Float64Array,
  { lower, upper }: Pick<Bounded, 'lower' | 'upper'>,
  { columns, days, k, grid }: Apart,
): Pick<Bounded, 'lower' | 'upper'> {
  const distance = (bounds: Pick<Bounded, 'lower' | 'upper'>) => {
    const scale = 'difference' as const;
    const found = sorted(encodeBounded(values, { ...bounds, scale }, columns, days));
    const whole = { decimals: Math.max(grid.decimals, 0) };
    return found.length < k ? 0 : days * limitsOf(found, k, whole, {}).least;
  };
  const moved = (texts: readonly string[], by: number, sign: '+' | '-') =>
    by > 0 ? texts.map((text) => `(${text}) ${sign} ${by}`) : texts;
  return {
    lower: moved(lower, distance({ lower, upper: [] }), '+'),
    upper: moved(upper, distance({ lower: [], upper }), '-'),
  };
}

interface Apart {
  readonly columns: ReadonlyMap<string, RuleColumn>;
  readonly days: number;
  readonly k: number;
  readonly grid: Grid;
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
