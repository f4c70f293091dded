/** The middle value, or the mean of the two middle ones; NaN of none. Does not change its argument. */
export function medianOf(values: ArrayLike<number>): number {
  return medianOfSorted(Float64Array.from(values).sort());
}

/** The same of values that ascend. */
export function medianOfSorted(sorted: Float64Array): number {
  const n = sorted.length;
  if (n === 0) return Number.NaN;
  const middle = n >> 1;
  return n % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
