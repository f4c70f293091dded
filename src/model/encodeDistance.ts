/**
 * A column that is nearly never below another, such as the end of a stay that in a few rows is before its beginning,
 * as its distance from it: two columns that lie close together would else be drawn in the wrong order ten times as
 * often as they are. Rows that break the rule are drawn as often as there are, and as far beyond it.
 */

import { limitsOf } from '../margins/limits.ts';
import { type Bounded, boundsOf, encodeBounded, type Strays } from '../rules/given.ts';
import { nameInRule } from '../rules/parseRule.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import type { TypedNumbers } from '../table/applySchema.ts';
import { LEAST_OF_BRANCH } from './encodeBranches.ts';
import { encodedColumn } from './encodedColumn.ts';
import { gridOf } from './fitMargins.ts';
import type { PreparedColumn } from './prepareColumns.ts';
import { preparedRuleColumn } from './ruleColumns.ts';
import type { ResolvedFit } from './settings.ts';

/** The middle half of the distances must be this much narrower than that of the column. */
export const NARROW = 0.5;

const MOST_BINS = 20;

/** `from`: the other column, and whether it is the lower one; nothing where the two do not lie close together. */
export function encodeDistance(
  column: PreparedColumn,
  from: { readonly name: string; readonly isBelow: boolean },
  columns: ReadonlyMap<string, RuleColumn>,
  { k }: ResolvedFit,
): { readonly given: Bounded; readonly column: PreparedColumn } | undefined {
  const typed = column.typed as TypedNumbers;
  const { days = 1 } = preparedRuleColumn(column);
  const grid = gridOf(typed);
  const other = [nameInRule(from.name)];
  const bounds = { lower: from.isBelow ? other : [], upper: from.isBelow ? [] : other };
  const scale = 'difference';
  const values = encodeBounded(column.values, { ...bounds, scale }, columns, days);
  const known = sorted(values);
  const own = sorted(column.values);
  if (known.length < Math.max(k, LEAST_OF_BRANCH)) return undefined;
  if (middleHalf(known) > NARROW * middleHalf(own)) return undefined;
  const { low, high } = boundsOf(bounds, columns, days);
  const beyond = column.values.map((value, row) =>
    from.isBelow ? low(row) - value : value - high(row),
  );
  const strays = straysOf(sorted(beyond.filter((each) => each > 0)), own.length, k);
  const given: Bounded = {
    kind: 'bounded',
    ...bounds,
    scale,
    isStrict: false,
    ...(strays && { strays }),
    ...limitsOf(own, k, grid, typed),
    grid,
  };
  return { given, column: encodedColumn(column, values, Math.max(grid.decimals, 0), { min: 0 }) };
}

/** Counted to k, and without the rows that lie furthest out, as in any margin. */
function straysOf(beyond: Float64Array, rows: number, k: number): Strays | undefined {
  const inner = beyond.subarray(0, Math.max(0, beyond.length - (k - 1)));
  const bins = Math.min(MOST_BINS, Math.floor(inner.length / k));
  if (bins === 0) return undefined;
  const at = (bin: number) => Math.floor((bin * inner.length) / bins);
  const distances = Array.from({ length: bins }, (_, bin) => {
    const own = inner.subarray(at(bin), at(bin + 1));
    return own.reduce((sum, x) => sum + x, 0) / own.length;
  });
  return { share: (k * Math.round(beyond.length / k)) / rows, distances };
}

/** Those that are known, ascending. */
export function sorted(values: Float64Array): Float64Array {
  return values.filter((value) => !Number.isNaN(value)).sort();
}

/** The width of the middle half of values. */
export function middleHalf(ascending: Float64Array): number {
  const at = (share: number) => ascending[Math.floor(share * (ascending.length - 1))];
  return at(0.75) - at(0.25);
}
