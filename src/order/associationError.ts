/**
 * The standard error of an association, from the rows alone: no distribution is assumed, and ties are
 * counted in. With f_i the influence of row i on the association (its derivative by the row's weight)
 * it is sqrt(n / (n - 1) times the sum of f_i²).
 */

import { ranks } from '../numerics/ranks.ts';
import type { AssociationName } from './association.ts';

/**
 * Of two columns without missing values. Kendall's tau-b: Brown and Benedetti (1977), Sampling behavior
 * of tests for correlation in two-way contingency tables, in O(n log n). Pearson's correlation: its
 * influence function; for Spearman's the ranks are taken as values. The error is off by about 1 / sqrt(n)
 * of itself. Where a column is constant it is 0.
 */
export function associationError(
  x: Float64Array,
  y: Float64Array,
  method: AssociationName,
): number {
  const n = x.length;
  const influences =
    method === 'kendall'
      ? kendallInfluences(x, y)
      : method === 'spearman'
        ? pearsonInfluences(ranks(x, 'average'), ranks(y, 'average'))
        : pearsonInfluences(x, y);
  let squares = 0;
  for (const influence of influences) squares += influence * influence;
  return Math.sqrt((n / (n - 1)) * squares);
}

/**
 * tau-b is S / sqrt(X Y): with s_i the rows concordant with row i less those that are discordant, x_i
 * and y_i the rows that differ from it in either column, S, X and Y are the sums of s_i, x_i and y_i.
 */
function kendallInfluences(x: Float64Array, y: Float64Array): Float64Array {
  const concordance = concordanceByRow(x, y);
  const [differX, differY] = [differing(x), differing(y)];
  const [sum, sumX, sumY] = [concordance, differX, differY].map(total);
  const size = Math.sqrt(sumX) * Math.sqrt(sumY);
  if (size === 0) return new Float64Array(x.length);
  const tau = sum / size;
  return concordance.map(
    (s, i) => 2 * (s / size - (tau / 2) * (differX[i] / sumX + differY[i] / sumY)),
  );
}

function pearsonInfluences(x: Float64Array, y: Float64Array): Float64Array {
  const n = x.length;
  const [a, b] = [standardised(x), standardised(y)];
  let r = 0;
  for (let i = 0; i < n; i++) r += (a[i] * b[i]) / n;
  return a.map((value, i) => (value * b[i] - (r / 2) * (value * value + b[i] * b[i])) / n);
}

/** By row, how many rows are concordant with it less how many are discordant. */
function concordanceByRow(x: Float64Array, y: Float64Array): Float64Array {
  const places = Int32Array.from(ranks(y, 'min'));
  const byX = Array.from(x.keys()).sort((a, b) => x[a] - x[b]);
  const found = new Float64Array(x.length);
  addFromBefore(found, byX, x, places, 1);
  addFromBefore(found, byX.reverse(), x, places, -1);
  return found;
}

/**
 * Adds for each row, of the rows before it in an order by x and not tied with it there, those with a
 * smaller y less those with a larger one, times `sign`. A tree of sums over places (Fenwick 1994).
 */
function addFromBefore(
  found: Float64Array,
  order: readonly number[],
  x: Float64Array,
  places: Int32Array,
  sign: number,
): void {
  const n = order.length;
  const sums = new Int32Array(n + 1);
  const upTo = (place: number) => {
    let sum = 0;
    for (let at = place; at > 0; at -= at & -at) sum += sums[at];
    return sum;
  };
  let counted = 0;
  for (let i = 0; i < n; i++) {
    if (i > 0 && x[order[i]] !== x[order[i - 1]]) {
      for (; counted < i; counted++) {
        for (let at = places[order[counted]]; at <= n; at += at & -at) sums[at]++;
      }
    }
    const place = places[order[i]];
    found[order[i]] += sign * (upTo(place - 1) - (counted - upTo(place)));
  }
}

/** By row, how many rows have another value. */
function differing(x: Float64Array): Float64Array {
  const [lowest, highest] = [ranks(x, 'min'), ranks(x, 'max')];
  return lowest.map((low, i) => x.length - (highest[i] - low + 1));
}

/** With mean 0 and variance 1; zeros for a constant column. */
function standardised(x: Float64Array): Float64Array {
  const mean = total(x) / x.length;
  const variance = total(x.map((value) => (value - mean) * (value - mean))) / x.length;
  const isConstant = x.every((value) => value === x[0]);
  return x.map((value) => (isConstant ? 0 : (value - mean) / Math.sqrt(variance)));
}

function total(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
