/**
 * The classes of the response that are looked at one by one, because dependence may differ between
 * them. Those with few rows are not: what they show is mostly chance.
 */

import { LEAST_CLASS, MOST_CLASSES } from '../vine/split.ts';

export interface ResponseClass {
  /** The level of the response. */
  readonly label: string;
  /** The class's rows, in rising order. */
  readonly rows: Uint32Array;
}

/** None for a response of numbers (no levels), or one with more than ten levels. */
export function responseClasses(
  codes: Float64Array,
  levels: readonly string[] | undefined,
): ResponseClass[] {
  if (!levels || levels.length > MOST_CLASSES) return [];
  const all = Uint32Array.from(codes.keys());
  return levels
    .map((label, level) => ({ label, rows: all.filter((i) => codes[i] === level) }))
    .filter(({ rows }) => rows.length >= LEAST_CLASS);
}

/** The values of a column in some rows. */
export function valuesIn(column: Float64Array, rows: Uint32Array): Float64Array {
  const values = new Float64Array(rows.length);
  for (let i = 0; i < values.length; i++) values[i] = column[rows[i]];
  return values;
}
