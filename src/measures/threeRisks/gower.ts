/**
 * Nearest records of mixed types by Gower's distance (1971): numbers by their difference over the range of the
 * column, levels by being equal or not, a gap like a level of its own. Of equally near records the first.
 */

import type { Cells } from './cells.ts';

/** By target, the places of its k nearest records, the nearest first: k for each, side by side. */
export function nearestRecords(targets: Cells, records: Cells, k: number): Uint32Array {
  const width = records.columns.length;
  const scales = records.columns.map((column, j) =>
    column.isNumber ? rangeOf(column.values, targets.columns[j].values) : 0,
  );
  const laid = { targets: layOut(targets), records: layOut(records) };
  const found = new Uint32Array(targets.rows * k);
  const distances = new Float64Array(k);
  for (let target = 0; target < targets.rows; target++) {
    distances.fill(Number.POSITIVE_INFINITY);
    const from = target * width;
    for (let record = 0; record < records.rows; record++) {
      const worst = distances[k - 1];
      let distance = 0;
      for (let j = 0; j < width && distance < worst; j++) {
        const a = laid.targets[from + j];
        const b = laid.records[record * width + j];
        distance += cellDistance(a, b, scales[j]);
      }
      if (distance < worst) insert(found, target * k, distances, record, distance);
    }
  }
  return found;
}

/** `scale`: the range of a number; 0 for levels, and for numbers that are all the same. */
function cellDistance(a: number, b: number, scale: number): number {
  if (a === b) return 0;
  if (scale > 0) {
    const difference = a > b ? a - b : b - a;
    // a gap has no difference
    if (!Number.isNaN(difference)) return difference / scale;
  }
  return Number.isNaN(a) && Number.isNaN(b) ? 0 : 1;
}

function insert(
  found: Uint32Array,
  from: number,
  distances: Float64Array,
  record: number,
  distance: number,
): void {
  let place = distances.length - 1;
  while (place > 0 && distances[place - 1] > distance) {
    distances[place] = distances[place - 1];
    found[from + place] = found[from + place - 1];
    place--;
  }
  distances[place] = distance;
  found[from + place] = record;
}

function layOut({ rows, columns }: Cells): Float64Array {
  const width = columns.length;
  const laid = new Float64Array(rows * width);
  for (let j = 0; j < width; j++) {
    const { values } = columns[j];
    for (let i = 0; i < rows; i++) laid[i * width + j] = values[i];
  }
  return laid;
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
