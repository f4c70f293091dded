/** The rows that a tree learns from, each with the number of times it was drawn. */

import type { Rng } from '../random/rng.ts';

/** How often each of n rows is drawn in `size` draws with replacement, or without. */
export function drawCounts(n: number, size: number, replace: boolean, rng: Rng): Int32Array {
  const counts = new Int32Array(n);
  if (replace) for (const row of rng.integers(size, n)) counts[row]++;
  else if (size === n) counts.fill(1);
  else for (const row of rng.permutation(n).subarray(0, size)) counts[row] = 1;
  return counts;
}
