/** Which groups of rows have enough of them for a distribution of a category of their own. */

import type { PreparedColumn } from './prepareColumns.ts';

/** The share of a cell's rows that levels of at least k rows must hold. */
const LEAST_TOLD = 0.9;

/**
 * Whether a cell has enough rows for a distribution of its own: 2 k, and all but a few of them in levels of at
 * least k, as rarer ones are not told of.
 */
export function largeCells(
  { values, levels = [] }: PreparedColumn,
  cells: ArrayLike<number>,
  size: number,
  k: number,
): readonly boolean[] {
  const counts = Array.from({ length: size }, () => new Float64Array(levels.length));
  values.forEach((code, row) => {
    if (!Number.isNaN(cells[row]) && !Number.isNaN(code)) counts[cells[row]][code]++;
  });
  return counts.map((own) => {
    const rows = own.reduce((sum, count) => sum + count, 0);
    const told = own.reduce((sum, count) => sum + (count >= k ? count : 0), 0);
    return rows >= 2 * k && told >= LEAST_TOLD * rows;
  });
}
