/** Ranks of a column, and the pseudo-observations made of them. */

import { kernel, scoped } from './kernel.ts';

/** What tied values get: the mean, the lowest or the highest of the ranks they share. */
export type TieRule = 'average' | 'min' | 'max';

/**
 * The ranks of `values`, from 1, in O(n log n). -0 and 0 are tied. The rank of NaN is NaN, and the
 * other values are ranked among themselves.
 *
 * ranks(Float64Array.of(3, 1, 3), 'average') // 2.5, 1, 2.5
 */
export function ranks(values: Float64Array, ties: TieRule): Float64Array {
  const { lowest, highest } = rankBounds(values);
  if (ties === 'min') return lowest;
  if (ties === 'max') return highest;
  return middle(lowest, highest);
}

/**
 * Average rank / (n + 1), in the open interval (0, 1), where n counts the values that are not NaN;
 * NaN stays NaN.
 */
export function pseudoObservations(values: Float64Array): Float64Array {
  const { lowest, highest, count } = rankBounds(values);
  return divided(middle(lowest, highest), count + 1);
}

/**
 * The two values of the empirical distribution function at each value of a discrete column: at the
 * value, highest rank / (n + 1), and just below it, (lowest rank - 1) / (n + 1). n counts the
 * values that are not NaN; NaN stays NaN.
 */
export function discretePseudoObservations(values: Float64Array): {
  upper: Float64Array;
  lower: Float64Array;
} {
  const { lowest, highest, count } = rankBounds(values);
  for (let i = 0; i < lowest.length; i++) lowest[i] -= 1;
  return { upper: divided(highest, count + 1), lower: divided(lowest, count + 1) };
}

// The two below write over their first argument, which is always fresh here.

function middle(lowest: Float64Array, highest: Float64Array): Float64Array {
  for (let i = 0; i < lowest.length; i++) lowest[i] = (lowest[i] + highest[i]) / 2;
  return lowest;
}

function divided(values: Float64Array, by: number): Float64Array {
  for (let i = 0; i < values.length; i++) values[i] /= by;
  return values;
}

/** First and last rank of each value's group of ties, and how many values were ranked. */
function rankBounds(values: Float64Array) {
  const n = values.length;
  return scoped((scope) => {
    const x = scope.put(values);
    const low = scope.column(n);
    const high = scope.column(n);
    const scratch = scope.column(kernel().ranksScratch(n) / 8);
    const count = kernel().ranks(x, n, low, high, scratch);
    return { lowest: scope.get(low, n), highest: scope.get(high, n), count };
  });
}
