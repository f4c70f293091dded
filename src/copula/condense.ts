/**
 * A pair of columns with far fewer rows: rows that are neighbours on the normal scale become one, at their
 * mean there, with a count. Log-densities are smooth on that scale, so that what a log-likelihood loses is a
 * small share of what dependence gains: enough to tell which families cannot win, at a tenth of the rows.
 * A discrete variable is binned by both of its limits; limits at 0 and 1 stay where they are.
 */

import { kernel, scoped } from '../numerics/kernel.ts';
import type { CopulaColumn } from './copulaColumn.ts';

export interface CondensedPair {
  readonly first: CopulaColumn;
  readonly second: CopulaColumn;
  /** How many rows each stands for. */
  readonly counts: Float64Array;
  /** The groups, as they were. */
  readonly bounds: readonly number[];
}

/** Bins are numbered from 1; beyond the last on either side values share one. */
const MOST_BINS = 254;
/** Limits of a discrete variable at the ends of its distribution. */
const [AT_ZERO, AT_ONE] = [0, 255];

/** The limits of both columns on the normal scale: the same for bins of any width. */
export function scoresOf(first: CopulaColumn, second: CopulaColumn): Float64Array[] {
  return sidesOf(first, second).map(normalScores);
}

function sidesOf(first: CopulaColumn, second: CopulaColumn): Float64Array[] {
  return [first.u, first.left, second.u, second.left].filter((each) => each !== undefined);
}

/**
 * Condenses with bins of `width` on the normal scale, group by group. Nothing if more than `most` rows would
 * remain.
 */
export function condensePair(
  first: CopulaColumn,
  second: CopulaColumn,
  bounds: readonly number[],
  width: number,
  most: number,
  scores: readonly Float64Array[] = scoresOf(first, second),
): CondensedPair | undefined {
  const sides = sidesOf(first, second);
  const n = first.u.length;
  const keys = binKeys(sides, scores, width);
  const cells = occupied(keys, bounds, most);
  if (!cells) return undefined;
  const { cellOf, counts, ends } = cells;
  const means = sides.map((side, k) => {
    const totals = new Float64Array(counts.length);
    for (let i = 0; i < n; i++) totals[cellOf[i]] += scores[k][i];
    for (let c = 0; c < totals.length; c++) totals[c] /= counts[c];
    return keepEnds(uniformsOf(totals), side, cellOf);
  });
  const next = means.values();
  const columnLike = (column: CopulaColumn): CopulaColumn => ({
    u: next.next().value as Float64Array,
    ...(column.left && { left: next.next().value as Float64Array }),
  });
  return { first: columnLike(first), second: columnLike(second), counts, bounds: ends };
}

/** Of the ends of a distribution, which take long and are not read, 0. */
function normalScores(values: Float64Array): Float64Array {
  return scoped((scope) => {
    const at = scope.column(values.length);
    const view = scope.view(at, values.length);
    for (let i = 0; i < values.length; i++) {
      const u = values[i];
      view[i] = isEnd(u) ? 0.5 : Math.min(Math.max(u, LEAST), MOST);
    }
    kernel().normalQuantileColumn(at, at, values.length);
    return scope.get(at, values.length);
  });
}

function isEnd(u: number): boolean {
  return u <= 0 || u >= 1;
}

/** Nearer to 0 and 1 no density is asked for. */
const [LEAST, MOST] = [1e-10, 1 - 1e-10];

function uniformsOf(scores: Float64Array): Float64Array {
  return scoped((scope) => {
    const at = scope.put(scores);
    kernel().normalCdfColumn(at, at, scores.length);
    return scope.get(at, scores.length);
  });
}

/** The bins of each row, one byte for each side. */
function binKeys(
  sides: readonly Float64Array[],
  scores: readonly Float64Array[],
  width: number,
): Int32Array {
  const keys = new Int32Array(sides[0].length);
  const perUnit = 1 / width;
  sides.forEach((side, k) => {
    const own = scores[k];
    for (let i = 0; i < keys.length; i++) {
      const bin = Math.min(Math.max(Math.floor(own[i] * perUnit) + 128, 1), MOST_BINS);
      const u = side[i];
      keys[i] = (keys[i] << 8) | (u <= 0 ? AT_ZERO : u >= 1 ? AT_ONE : bin);
    }
  });
  return keys;
}

/** The distinct keys in each group, in the order in which they first occur; nothing if they are too many. */
function occupied(keys: Int32Array, bounds: readonly number[], most: number) {
  let size = 16;
  while (size < 2 * (most + 1)) size *= 2;
  // by hash, one more than the number of a cell; 0 is free
  const slots = new Int32Array(size);
  const keyOf = new Int32Array(most);
  const counts = new Float64Array(most);
  const cellOf = new Int32Array(keys.length);
  const ends = [0];
  let count = 0;
  for (let group = 1; group < bounds.length; group++) {
    slots.fill(0);
    for (let i = bounds[group - 1]; i < bounds[group]; i++) {
      const key = keys[i];
      let slot = Math.imul(key, 0x9e3779b1) >>> 7;
      slot = (slot ^ (slot >>> 11)) & (size - 1);
      while (slots[slot] !== 0 && keyOf[slots[slot] - 1] !== key) slot = (slot + 1) & (size - 1);
      if (slots[slot] === 0) {
        if (count === most) return undefined;
        keyOf[count] = key;
        count++;
        slots[slot] = count;
      }
      cellOf[i] = slots[slot] - 1;
      counts[cellOf[i]]++;
    }
    ends.push(count);
  }
  return { cellOf, counts: counts.slice(0, count), ends };
}

/** Rows of one cell have the same limits at the ends of a distribution, or none. */
function keepEnds(means: Float64Array, side: Float64Array, cellOf: Int32Array): Float64Array {
  for (let i = 0; i < side.length; i++) {
    if (side[i] <= 0) means[cellOf[i]] = 0;
    else if (side[i] >= 1) means[cellOf[i]] = 1;
  }
  return means;
}
