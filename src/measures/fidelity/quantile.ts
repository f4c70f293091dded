/** Quantiles of sorted values by linear interpolation between order statistics (R's type 7). */

/**
 * The quantile at the share part / whole. The two are given apart so that shares that hit an order
 * statistic do so exactly.
 *
 * sortedQuantile(Float64Array.of(1, 2, 4), 1, 2) // 2
 */
export function sortedQuantile(sorted: Float64Array, part: number, whole: number): number {
  const place = ((sorted.length - 1) * part) / whole;
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}
