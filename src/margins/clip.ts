/** Columns clipped to their limits, for statistics that a single outlier would move. */

import type { Grid } from './grid.ts';
import { limitsOf } from './limits.ts';

/**
 * The column with what lies beyond its limits moved to them, NaN kept. Bounds that a schema declares do
 * not widen it: a bound may be far out, and so may a record within it.
 */
export function clipToLimits(values: Float64Array, k: number, grid: Grid): Float64Array {
  const present = values.filter((value) => !Number.isNaN(value)).sort();
  if (present.length === 0) return values;
  const { least, largest } = limitsOf(present, k, grid, {});
  return values.map((value) =>
    Number.isNaN(value) ? value : Math.min(Math.max(value, least), largest),
  );
}
