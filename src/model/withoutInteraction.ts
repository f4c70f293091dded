/**
 * What a category would have in a combination of another's level and a class of the response with few rows, if level
 * and class had each their own effect on it: the table of the three that has the right table for each two of them
 * (iterative proportional fitting, Deming and Stephan 1940). Cells of those tables with fewer than k rows are empty.
 */

import type { PreparedColumn } from './prepareColumns.ts';

const ROUNDS = 20;

/** By level of the other and class, counts of the category's levels; nothing where fewer than k rows have both. */
export function withoutInteraction(
  { values, levels = [] }: PreparedColumn,
  places: Float64Array,
  size: number,
  classes: PreparedColumn,
  k: number,
): (place: number, of: number) => Float64Array | undefined {
  const [v, c] = [levels.length, classes.levels?.length ?? 1];
  const length = size * c * v;
  /** Where a cell lies in each of the tables of two. */
  const margins = [
    (cell: number) => Math.floor(cell / v),
    (cell: number) => Math.floor(cell / (c * v)) * v + (cell % v),
    (cell: number) => size * v + (Math.floor(cell / v) % c) * v + (cell % v),
  ];
  const sums = (table: Float64Array, place: (cell: number) => number) => {
    const found = new Float64Array(Math.max(size * c, (size + c) * v));
    table.forEach((count, cell) => {
      found[place(cell)] += count;
    });
    return found;
  };
  const counts = new Float64Array(length);
  values.forEach((code, row) => {
    const cell = (places[row] * c + classes.values[row]) * v + code;
    if (!Number.isNaN(cell)) counts[cell]++;
  });
  const wanted = margins.map((place) =>
    sums(counts, place).map((count) => (count >= k ? count : 0)),
  );
  const table = new Float64Array(length).fill(1);
  for (let round = 0; round < ROUNDS; round++) {
    margins.forEach((place, m) => {
      const found = sums(table, place);
      for (let cell = 0; cell < length; cell++) {
        const at = place(cell);
        table[cell] *= found[at] > 0 ? wanted[m][at] / found[at] : 0;
      }
    });
  }
  const rows = sums(counts, (cell) => Math.floor(cell / (c * v)));
  return (place, of) => {
    const from = (place * c + of) * v;
    const own = table.slice(from, from + v);
    const sum = own.reduce((total, count) => total + count, 0);
    if (!(wanted[0][place * c + of] >= k) || !(sum > 0)) return undefined;
    // as many as the level has, so that they are rounded no more than its own
    const scaled = own.map((count) => (count * rows[place]) / sum);
    return scaled.some((count) => count >= k) ? scaled : undefined;
  };
}
