/**
 * A column that lies close to an expression of others, though it does not follow from it: a total that is about months
 * times a monthly charge, a sum whose parts were rounded apart. It is drawn as the expression plus a difference, or
 * times a ratio, and that is what the vine, or a tree, has. Plain data.
 */

import { type Grid, snap } from '../margins/grid.ts';
import { bindNumber } from './bindRule.ts';
import { columnsIn } from './expression.ts';
import { parseRule } from './parseRule.ts';
import type { RuleColumn } from './ruleColumn.ts';
import { askedBy, type Tree } from './tree.ts';

export interface Near {
  readonly kind: 'near';
  /** What it lies close to. */
  readonly to: string;
  readonly scale: 'difference' | 'ratio';
  /** Of the difference or the ratio, where others tell of it. */
  readonly tree?: Tree;
  /** The limits of the column itself, and what it is rounded to. */
  readonly least: number;
  readonly largest: number;
  readonly grid: Grid;
}

/** How a column is drawn that lies close to an expression. */
export const nearWords = { ratio: 'times a factor', difference: 'plus a difference' } as const;

/** Times a factor where it is a product or a ratio of others. */
export function nearScale(to: string): Near['scale'] {
  const expression = parseRule(to);
  const isProduct =
    expression.kind === 'arithmetic' &&
    (expression.operator === '*' || expression.operator === '/');
  return isProduct ? 'ratio' : 'difference';
}

/** The columns that an expression to which a column lies close is made of. */
export function sourcesOfNear(to: string): string[] {
  return columnsIn(parseRule(to));
}

/** The columns that must be known before this one. */
export function neededByNear({ to, tree }: Near): string[] {
  return [...sourcesOfNear(to), ...(tree ? askedBy(tree) : [])];
}

/** The difference or ratio of each row; NaN where the value or the expression is missing, or there is no ratio. */
export function encodeNear(
  values: Float64Array,
  { to, scale }: Pick<Near, 'to' | 'scale'>,
  columns: ReadonlyMap<string, RuleColumn>,
): Float64Array {
  const of = bindNumber(to, parseRule(to), columns);
  return values.map((value, row) => {
    const found = scale === 'difference' ? value - of(row) : value / of(row);
    return Number.isFinite(found) ? found : Number.NaN;
  });
}

/** The values that differences or ratios stand for. */
export function decodeNear(
  parts: Float64Array,
  { to, scale, least, largest, grid }: Near,
  columns: ReadonlyMap<string, RuleColumn>,
): Float64Array {
  const of = bindNumber(to, parseRule(to), columns);
  return parts.map((part, row) => {
    const value = scale === 'difference' ? of(row) + part : of(row) * part;
    return Number.isNaN(value) ? value : snap(Math.min(Math.max(value, least), largest), grid);
  });
}
