/** The plain embedding: every column from 0 to 1 over the real rows. */

import { InputError } from '../../numerics/inputError.ts';
import { type Points, pointsOf } from './points.ts';

export interface MinMax {
  /** Maps columns in the order of the real ones; values beyond the real range go beyond 0 and 1. */
  readonly embed: (columns: readonly Float64Array[]) => Points;
  readonly notes: readonly string[];
}

/** Columns that are constant over the real rows have no scale and are left out, with a note. */
export function minMax(names: readonly string[], real: readonly Float64Array[]): MinMax {
  const ranges = real.map(rangeOf);
  const varying = real.flatMap((_, j) => (ranges[j].high > ranges[j].low ? [j] : []));
  if (varying.length === 0) {
    throw new InputError(
      'fidelity: every column of the real table is constant. Give one that varies.',
    );
  }
  const constant = names.filter((_, j) => !varying.includes(j));
  const notes =
    constant.length === 0
      ? []
      : [`distances leave out columns that are constant in the real table: ${constant.join(', ')}`];
  const embed = (columns: readonly Float64Array[]) =>
    pointsOf(
      varying.map((j) => {
        const { low, high } = ranges[j];
        return columns[j].map((value) => (value - low) / (high - low));
      }),
    );
  return { embed, notes };
}

export function rangeOf(column: Float64Array): { readonly low: number; readonly high: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of column) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}
