/**
 * The point nearest to `values` whose entries are at least `least` and sum to `total`: all are moved by the
 * same amount, and those that would fall below the least are put there (Held, Wolfe and Crowder 1974).
 * `total` must be at least `values.length * least`. O(n log n).
 *
 * nearestOnSimplex([3, 1, -1], 3) // [2.5, 0.5, 0]
 */
export function nearestOnSimplex(
  values: ArrayLike<number>,
  total: number,
  least = 0,
): Float64Array {
  const n = values.length;
  const sorted = Float64Array.from(values).sort().reverse();
  const free = total - n * least;
  let sum = 0;
  let shift = 0;
  for (let i = 0; i < n; i++) {
    sum += sorted[i] - least;
    const candidate = (sum - free) / (i + 1);
    if (i === 0 || sorted[i] - least > candidate) shift = candidate;
    else break;
  }
  return Float64Array.from(values, (value) => least + Math.max(0, value - least - shift));
}
