/**
 * How the columns of a table become the numbers that a network learns (mode-specific normalisation, Xu
 * and others, "Modeling tabular data using conditional GAN", NeurIPS 2019, section 4.2), as plain data:
 *
 * - numbers, counts and dates: the modes of the column are the components of a mixture of normal
 *   distributions with a weight above 0.005. A value is a mode, drawn by how likely each is, and the
 *   distance to that mode's mean in units of four standard deviations;
 * - categories: one place for each level that occurs;
 * - gaps: of a category, one more level. Of numbers, one more category with two levels, "there" and
 *   "missing"; for training, a value that is missing takes one that is drawn from those that are there;
 * - a column with a single value and no gap is not learnt, nor are identifiers and text;
 * - guard.ts says what keeps single people out of all this.
 */

import type { Grid } from '../../margins/grid.ts';
import type { IdentifierShape } from '../../margins/identifiers.ts';
import type { ColumnLayout, TypedLevels, TypedNumbers } from '../../table/applySchema.ts';

interface EncodedBase {
  readonly name: string;
  readonly layout: ColumnLayout;
}

export interface Mode {
  readonly mean: number;
  readonly sd: number;
}

export interface EncodedNumbers extends EncodedBase {
  readonly kind: 'numbers';
  readonly type: TypedNumbers['type'];
  readonly decimals: number;
  readonly modes: readonly Mode[];
  readonly hasGaps: boolean;
  /** Where synthetic values end; null where they may go on. */
  readonly min: number | null;
  readonly max: number | null;
  /** What synthetic values are rounded to; null for no rounding. */
  readonly grid: Grid | null;
}

export interface EncodedLevels extends EncodedBase {
  readonly kind: 'levels';
  readonly type: TypedLevels['type'];
  readonly levels: readonly string[];
  /** The levels that occur, as places in `levels`; -1 for missing. */
  readonly places: readonly number[];
}

/** The same value in all rows: a number, the place of a level, or null for missing. */
export interface EncodedConstant extends EncodedBase {
  readonly kind: 'constant';
  readonly type: TypedNumbers['type'] | TypedLevels['type'];
  readonly decimals: number;
  readonly levels: readonly string[];
  readonly value: number | null;
}

export interface EncodedIdentifier extends EncodedBase {
  readonly kind: 'identifier';
  readonly shape: IdentifierShape;
}

export type EncodedColumn = EncodedNumbers | EncodedLevels | EncodedConstant | EncodedIdentifier;

/** A part of an encoded row: one number through tanh, or several through softmax. */
export interface Span {
  readonly begin: number;
  readonly length: number;
  readonly kind: 'tanh' | 'softmax';
}

export interface RowLayout {
  /** Numbers of an encoded row. */
  readonly width: number;
  /** In the order of the columns: of numbers a tanh span, their modes, and gaps if there are any. */
  readonly spans: readonly Span[];
  /** The spans of categories and gaps, which the conditions of CTGAN are about. */
  readonly categories: readonly Span[];
  /** For each column its first span. */
  readonly firstSpans: readonly number[];
}

export function layoutRow(columns: readonly EncodedColumn[]): RowLayout {
  const spans: Span[] = [];
  const categories: Span[] = [];
  const firstSpans: number[] = [];
  let width = 0;
  const add = (length: number, kind: Span['kind'], isCategory: boolean) => {
    const span = { begin: width, length, kind };
    spans.push(span);
    if (isCategory) categories.push(span);
    width += length;
  };
  for (const column of columns) {
    firstSpans.push(spans.length);
    if (column.kind === 'numbers') {
      add(1, 'tanh', false);
      add(column.modes.length, 'softmax', false);
      if (column.hasGaps) add(2, 'softmax', true);
    } else if (column.kind === 'levels') add(column.places.length, 'softmax', true);
  }
  return { width, spans, categories, firstSpans };
}
