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

/**
 * The standard error of Kendall's tau of continuous columns with `rows` rows, from the variance of
 * its projection (tau is a U-statistic of order two): 2 sd(w_i) / sqrt(rows), with w_i the mean over
 * j of the sign of concordance of rows i and j. It is estimated from the columns given, n log n.
 */
export function tauError(a: Float64Array, b: Float64Array, rows = a.length): number {
  const n = a.length;
  const byA = Uint32Array.from(a.keys()).sort((i, j) => a[i] - a[j]);
  const rankB = new Uint32Array(n);
  Uint32Array.from(b.keys())
    .sort((i, j) => b[i] - b[j])
    .forEach((i, rank) => {
      rankB[i] = rank;
    });
  // how many rows below in a are below in b, by a binary indexed tree over the ranks of b
  const tree = new Uint32Array(n + 1);
  let total = 0;
  let squares = 0;
  byA.forEach((i, rankA) => {
    let below = 0;
    for (let k = rankB[i]; k > 0; k -= k & -k) below += tree[k];
    for (let k = rankB[i] + 1; k <= n; k += k & -k) tree[k]++;
    const concordant = 2 * below + (n - 1) - rankA - rankB[i];
    const w = (2 * concordant) / (n - 1) - 1;
    total += w;
    squares += w * w;
  });
  const variance = squares / n - (total / n) ** 2;
  return 2 * Math.sqrt(variance / rows);
}
