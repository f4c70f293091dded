/** Rows as points of a space: the cells of a row side by side. */

import type { Rng } from '../../random/rng.ts';
import { drawSome } from '../drawAtMost.ts';

export interface Points {
  readonly rows: number;
  readonly width: number;
  /** Row i is at i * width. */
  readonly values: Float64Array;
}

export function pointsOf(columns: readonly Float64Array[]): Points {
  const width = columns.length;
  const rows = width === 0 ? 0 : columns[0].length;
  const values = new Float64Array(rows * width);
  for (let j = 0; j < width; j++) {
    const column = columns[j];
    for (let i = 0; i < rows; i++) values[i * width + j] = column[i];
  }
  return { rows, width, values };
}

/** The points with the given numbers, in their order. */
export function pickPoints({ width, values }: Points, rows: ArrayLike<number>): Points {
  const picked = new Float64Array(rows.length * width);
  for (let i = 0; i < rows.length; i++) {
    picked.set(values.subarray(rows[i] * width, (rows[i] + 1) * width), i * width);
  }
  return { rows: rows.length, width, values: picked };
}

/** So many of the points, in their order. */
export function drawPoints(points: Points, size: number, rng: Rng): Points {
  return points.rows === size ? points : pickPoints(points, drawSome(points.rows, size, rng));
}

/** The mean of the points. */
export function meanPoint({ rows, width, values }: Points): Float64Array {
  const mean = new Float64Array(width);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < width; j++) mean[j] += values[i * width + j];
  }
  return mean.map((total) => total / rows);
}

/** The Euclidean distance of each point to one. */
export function distancesTo(centre: Float64Array, { rows, width, values }: Points): Float64Array {
  const distances = new Float64Array(rows);
  for (let i = 0; i < rows; i++)
    distances[i] = Math.sqrt(squaredDistance(values, i, centre, 0, width));
  return distances;
}

/** The squared distance of row i of `a` and row k of `b`, summed in the order of the columns. */
export function squaredDistance(
  a: Float64Array,
  i: number,
  b: Float64Array,
  k: number,
  width: number,
): number {
  let total = 0;
  for (let j = 0, p = i * width, q = k * width; j < width; j++) {
    const difference = a[p + j] - b[q + j];
    total += difference * difference;
  }
  return total;
}
