/** A column as rules see it: numbers, dates as their numbers, categories as places in their levels. */

import type { Grid } from '../margins/grid.ts';

export interface RuleColumn {
  readonly name: string;
  readonly kind: 'number' | 'date' | 'category';
  /** NaN where missing. */
  readonly values: Float64Array;
  /** Of a category. */
  readonly levels?: readonly string[];
  /** Whether the levels of a category have an order of their own. */
  readonly isOrdered?: boolean;
  /** What numbers are rounded to. */
  readonly grid: Grid;
  /** Of dates: how many days a unit is; 1, or 1 / 86400 where they have a time. */
  readonly days?: number;
  /** Of dates: the number of a text in the column's format; NaN for any other text. */
  readonly parse?: (text: string) => number;
  /** 1 for rows whose own level is rare and stands for others: what holds of it is not known. */
  readonly rare?: Uint8Array;
}

/** The numbers that levels are written as; nothing if one of them is no number. */
export function levelNumbers({ levels = [] }: RuleColumn): readonly number[] | undefined {
  const numbers = levels.map((level) => (level.trim() === '' ? Number.NaN : Number(level)));
  return numbers.every(Number.isFinite) ? numbers : undefined;
}
