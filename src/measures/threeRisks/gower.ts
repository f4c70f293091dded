/**
 * Nearest records of mixed types by Gower's distance (1971): numbers by their difference over the range of the
 * column, levels by being equal or not, a gap like a level of its own. Of equally near records the first.
 */

import { kernel, scoped } from '../../numerics/kernel.ts';
import type { Cells } from './cells.ts';

/** Records whose distances are summed together: they stay in the nearest cache. */
const BLOCK = 1024;

/** By target, the places of its k nearest records, the nearest first: k for each, side by side. */
export function nearestRecords(targets: Cells, records: Cells, k: number): Uint32Array {
  const scales = records.columns.map((column, j) =>
    column.isNumber ? rangeOf(column.values, targets.columns[j].values) : 0,
  );
  const found = new Uint32Array(targets.rows * k);
  const distances = new Float64Array(targets.rows * k).fill(Number.POSITIVE_INFINITY);
  const { addGower } = kernel();
  for (let from = 0; from < records.rows; from += BLOCK) {
    const rows = Math.min(BLOCK, records.rows - from);
    scoped((scope) => {
      const sums = scope.column(rows);
      const columns = records.columns.map(({ values }) =>
        scope.put(values.subarray(from, from + rows)),
      );
      const totals = scope.view(sums, rows);
      for (let target = 0; target < targets.rows; target++) {
        totals.fill(0);
        for (let j = 0; j < columns.length; j++) {
          addGower(sums, columns[j], rows, targets.columns[j].values[target], scales[j]);
        }
        const own = target * k;
        for (let record = 0; record < rows; record++) {
          const distance = totals[record];
          if (distance < distances[own + k - 1]) {
            insert(found, distances, own, k, from + record, distance);
          }
        }
      }
    });
  }
  return found;
}

function insert(
  found: Uint32Array,
  distances: Float64Array,
  own: number,
  k: number,
  record: number,
  distance: number,
): void {
  let place = own + k - 1;
  while (place > own && distances[place - 1] > distance) {
    distances[place] = distances[place - 1];
    found[place] = found[place - 1];
    place--;
  }
  distances[place] = distance;
  found[place] = record;
}

function rangeOf(...columns: readonly Float64Array[]): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const values of columns) {
    for (const value of values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return high > low ? high - low : 0;
}
