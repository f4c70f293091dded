/** Statistics for tests of random numbers, with the critical values that go with them. */

/**
 * Kolmogorov-Smirnov: the largest distance between the empirical and the uniform distribution
 * function, times sqrt(n). By Dvoretzky, Kiefer, Wolfowitz and Massart it exceeds c with
 * probability at most 2 exp(-2 c^2), for every n: 1e-6 at c = sqrt(log(2e6) / 2) = 2.694.
 */
export function kolmogorov(values: Float64Array): number {
  const n = values.length;
  const sorted = values.slice().sort();
  const distance = sorted.reduce((most, u, i) => Math.max(most, u - i / n, (i + 1) / n - u), 0);
  return distance * Math.sqrt(n);
}
export const KOLMOGOROV_1E6 = 2.694;

export function correlation(a: Float64Array, b: Float64Array): number {
  const mean = (x: Float64Array) => x.reduce((s, v) => s + v, 0) / x.length;
  const [ma, mb] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    ab += (a[i] - ma) * (b[i] - mb);
    aa += (a[i] - ma) ** 2;
    bb += (b[i] - mb) ** 2;
  }
  return ab / Math.sqrt(aa * bb);
}

/** Pearson's statistic of counts that should be equal. */
export function chiSquare(counts: number[]): number {
  const expected = counts.reduce((a, b) => a + b) / counts.length;
  return counts.reduce((total, count) => total + (count - expected) ** 2 / expected, 0);
}
