/**
 * Counts to a base, so that what is published tells no exact count. Not counts but their sums from the
 * first on are rounded to multiples of the base: then no error adds up, and a count of at least the base
 * stays one.
 */

/** The multiple of `base` nearest to a count; halves go up. */
export function roundedCount(count: number, base: number): number {
  return Math.floor(count / base + 0.5) * base;
}

/**
 * The distribution function of levels on the copula scale: rows up to each / (n + 1), rows and n rounded
 * to `base`. Ascending if every count is at least the base; a base of 1 keeps whole counts.
 */
export function roundedUpper(counts: ArrayLike<number>, base: number): number[] {
  let exact = 0;
  const below = Array.from(counts, (count) => {
    exact += count;
    return roundedCount(exact, base);
  });
  const total = below[below.length - 1];
  return below.map((each) => each / (total + 1));
}

/** A discrete column on the copula scale, with its left limits: `upper` is that of its margin. */
export function levelScale(
  upper: readonly number[],
  levels: Float64Array,
): { u: Float64Array; left: Float64Array } {
  return {
    u: levels.map((level) => upper[level]),
    left: levels.map((level) => (level > 0 ? upper[level - 1] : 0)),
  };
}
