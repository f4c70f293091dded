/** A column of the fit as the vine has it where it is drawn given others (rules/given.ts). */

import { missingMask } from '../numerics/missing.ts';
import type { Given } from '../rules/given.ts';
import type { TypedNumbers } from '../table/applySchema.ts';
import type { Places } from './distributionsWithin.ts';
import type { PreparedColumn } from './prepareColumns.ts';

/** A column that is drawn given others, what the vine has of it, and by row the cell that it may lie in. */
export interface EncodedGiven<Kind extends Given> {
  readonly given: Kind;
  readonly column: PreparedColumn;
  readonly cells?: Places['cells'];
}

/** Decimals of ratios, shares and places in a distribution. */
export const FINE = 9;

/** A column of the fit with other numbers in place of its values. */
export function encodedColumn(
  column: PreparedColumn,
  values: Float64Array,
  decimals: number,
  bounds: { readonly min?: number; readonly max?: number },
): PreparedColumn {
  const { name, typed, missing, keepsMissing } = column;
  const { date: _, ...layout } = typed.layout;
  const numbers: TypedNumbers = {
    name,
    layout,
    constant: false,
    type: 'continuous',
    values,
    missing: missingMask(values),
    decimals,
    ...bounds,
  };
  const gone = column.state ?? missing;
  const state = gone && { state: gone };
  const original = column.original ?? column;
  const gaps = missingMask(values);
  return { name, typed: numbers, values, missing: gaps, keepsMissing, original, ...state };
}

/** With places in a distribution, from 0 to 1. */
export function placedColumn(column: PreparedColumn, places: Float64Array): PreparedColumn {
  return encodedColumn(column, places, FINE, { min: 0, max: 1 });
}
