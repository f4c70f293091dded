/**
 * Columns that are drawn given others, so that a rule holds by construction. What the vine has for such a
 * column is not its value but what the others leave open:
 * - bounded: the distance from a bound, the ratio to it, or the share of the way between two;
 * - branches: the place in the distribution that the column has where a condition holds, or does not;
 * - within: the place in the distribution that it has among the rows of a level of another category, or of a
 *   combination of two;
 * - joint: a combination of several categories, of which this is the first.
 * Plain data.
 */

import { type Grid, snap, snapDown, snapUp, stepOf } from '../margins/grid.ts';
import { type ColumnMargin, decode } from '../margins/margin.ts';
import { bindNumber, bindRule, type RowNumber } from './bindRule.ts';
import { columnsIn } from './expression.ts';
import { parseRule } from './parseRule.ts';
import type { RuleColumn } from './ruleColumn.ts';

export interface Bounded {
  readonly kind: 'bounded';
  /** Expressions that are not above it, and not below it; dates count in days. */
  readonly lower: readonly string[];
  readonly upper: readonly string[];
  readonly scale: 'difference' | 'ratio' | 'share';
  /** Whether it must lie beyond the bound, not on it. */
  readonly isStrict: boolean;
  /** The limits of the column itself, and what it is rounded to. */
  readonly least: number;
  readonly largest: number;
  readonly grid: Grid;
}

export interface Branches {
  readonly kind: 'branches';
  /** Conditions; which of them hold, as bits from the first on, is a row's pattern. */
  readonly conditions: readonly string[];
  /** By pattern, the place of its margin. */
  readonly groups: readonly number[];
  readonly margins: readonly ColumnMargin[];
  /** Of a category: all its levels; a margin may have some of them only. */
  readonly levels?: readonly string[];
}

export interface Within {
  readonly kind: 'within';
  /** One or two categories; by their levels, those of the last running fastest, the place of the margin. */
  readonly from: readonly string[];
  readonly groups: readonly number[];
  readonly margins: readonly ColumnMargin[];
  /** Of a category: all its levels; a margin may have some of them only. */
  readonly levels?: readonly string[];
}

export interface Joint {
  readonly kind: 'joint';
  /** By combination, the place of this column's own level. */
  readonly results: readonly number[];
  readonly levels: readonly string[];
}

export type Given = Bounded | Branches | Within | Joint;

/** The columns that must be known before this one. */
export function neededBy(given: Given): string[] {
  switch (given.kind) {
    case 'bounded':
      return [...given.lower, ...given.upper].flatMap((text) => columnsIn(parseRule(text)));
    case 'branches':
      return given.conditions.flatMap((text) => columnsIn(parseRule(text)));
    case 'within':
      return [...given.from];
    case 'joint':
      return [];
  }
}

/** What the bounds of a row are, in the column's unit; NaN where one is not known. */
export function boundsOf(
  { lower, upper }: Pick<Bounded, 'lower' | 'upper'>,
  columns: ReadonlyMap<string, RuleColumn>,
  days: number,
): { readonly low: RowNumber; readonly high: RowNumber } {
  const of = (text: string) => bindNumber(text, parseRule(text), columns);
  const [lows, highs] = [lower.map(of), upper.map(of)];
  const extreme = (parts: RowNumber[], pick: (...values: number[]) => number): RowNumber =>
    parts.length === 1
      ? (row) => parts[0](row) / days
      : (row) => pick(...parts.map((part) => part(row))) / days;
  return { low: extreme(lows, Math.max), high: extreme(highs, Math.min) };
}

/** What the vine has in place of the values: NaN where a value or a bound is missing, or the rule is broken. */
export function encodeBounded(
  values: Float64Array,
  { scale, ...bounds }: Pick<Bounded, 'lower' | 'upper' | 'scale'>,
  columns: ReadonlyMap<string, RuleColumn>,
  days: number,
): Float64Array {
  const { low, high } = boundsOf(bounds, columns, days);
  const isAbove = bounds.lower.length > 0;
  return values.map((value, row) => {
    if (Number.isNaN(value)) return Number.NaN;
    const [least, most] = [isAbove ? low(row) : 0, bounds.upper.length > 0 ? high(row) : 0];
    let found: number;
    if (scale === 'share') found = most > least ? (value - least) / (most - least) : Number.NaN;
    else if (scale === 'ratio') found = value / (isAbove ? least : most);
    else found = isAbove ? value - least : most - value;
    const isInside =
      scale === 'share'
        ? found >= 0 && found <= 1
        : scale === 'ratio' && !isAbove
          ? found <= 1
          : true;
    const isBroken = scale === 'ratio' && isAbove ? found < 1 : found < 0;
    return Number.isFinite(found) && isInside && !isBroken ? found : Number.NaN;
  });
}

/** The values that what the vine drew stands for. */
export function decodeBounded(
  drawn: Float64Array,
  bounded: Bounded,
  columns: ReadonlyMap<string, RuleColumn>,
  days: number,
): Float64Array {
  const { scale, lower, upper, isStrict, least, largest, grid } = bounded;
  const { low, high } = boundsOf(bounded, columns, days);
  const isAbove = lower.length > 0;
  const isBelow = upper.length > 0;
  const step = stepOf(grid);
  return drawn.map((part, row) => {
    const bottom = isAbove ? low(row) : Number.NEGATIVE_INFINITY;
    const top = isBelow ? high(row) : Number.POSITIVE_INFINITY;
    let value: number;
    if (scale === 'share') value = bottom + part * (top - bottom);
    else if (scale === 'ratio') value = part * (isAbove ? bottom : top);
    else value = isAbove ? bottom + part : top - part;
    if (Number.isNaN(value)) return Number.NaN;
    value = snap(Math.min(Math.max(value, least), largest), grid);
    // rounding and limits must not break the rule
    if (value < bottom) value = snapUp(bottom, grid);
    if (value > top) value = snapDown(top, grid);
    if (isStrict && value === bottom) value = snap(value + step, grid);
    if (isStrict && value === top) value = snap(value - step, grid);
    return value;
  });
}

/** By row, the place of the margin that its conditions choose. */
export function branchOf(
  { conditions, groups }: Pick<Branches, 'conditions' | 'groups'>,
  columns: ReadonlyMap<string, RuleColumn>,
): (row: number) => number {
  const bound = conditions.map((condition) => bindRule(condition, columns));
  return (row) => {
    let pattern = 0;
    for (let c = 0; c < bound.length; c++) if (bound[c](row) === 1) pattern += 1 << c;
    return groups[pattern];
  };
}

/** By row, the place of the margin that the levels of other categories choose. */
function levelOf(
  { from, groups }: Pick<Within, 'from' | 'groups'>,
  columns: ReadonlyMap<string, RuleColumn>,
): (row: number) => number {
  const parents = from.map((name) => columns.get(name) as RuleColumn);
  return (row) =>
    groups[
      parents.reduce((cell, { values, levels = [] }) => cell * levels.length + values[row], 0)
    ];
}

/** `drawn`: from 0 to 1, the place in the distribution of the row's branch. */
export function decodeBranches(
  drawn: Float64Array,
  branches: Branches | Within,
  columns: ReadonlyMap<string, RuleColumn>,
  spread: () => Float64Array,
): Float64Array {
  const of = branches.kind === 'within' ? levelOf(branches, columns) : branchOf(branches, columns);
  const own = Int32Array.from(drawn, (_, row) => of(row));
  const made = branches.margins.map((margin) => {
    const values = decode(margin, drawn, spread);
    if (margin.kind !== 'levels') return values;
    const places = margin.levels.map((level) => branches.levels?.indexOf(level) ?? -1);
    return values.map((place) => places[place]);
  });
  return drawn.map((_, row) => made[own[row]][row]);
}
