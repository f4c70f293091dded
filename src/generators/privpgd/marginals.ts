/** The tables of two columns that are measured, and the measurement: counts with Gaussian noise. */

import { InputError } from '../../numerics/inputError.ts';
import type { Noise } from '../../random/noise.ts';
import type { Rng } from '../../random/rng.ts';
import { gaussianNoise } from '../private/mechanisms.ts';

/** Two columns; the one with more cells first, so that few shapes occur. */
export interface Pair {
  readonly a: number;
  readonly b: number;
}

/** All pairs of columns, or those named. */
export function pairsOf(
  names: readonly string[],
  cells: readonly number[],
  workload: readonly (readonly [string, string])[] | undefined,
): Pair[] {
  const ordered = (a: number, b: number): Pair =>
    cells[a] >= cells[b] ? { a, b } : { a: b, b: a };
  if (!workload) {
    return names.flatMap((_, b) => Array.from({ length: b }, (_, a) => ordered(a, b)));
  }
  const seen = new Set<string>();
  const pairs = workload.map((pair) => {
    const [a, b] = pair.map((name) => names.indexOf(name));
    const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
    if (pair.length !== 2 || a < 0 || b < 0 || a === b || seen.has(key)) {
      throw new InputError(
        `PrivPGD, workload: found ${JSON.stringify(pair)}. Give pairs of different modelled columns, each pair once.`,
      );
    }
    seen.add(key);
    return ordered(a, b);
  });
  const covered = new Set(pairs.flatMap(({ a, b }) => [a, b]));
  const bare = names.find((_, j) => !covered.has(j));
  if (bare !== undefined) {
    throw new InputError(`PrivPGD, workload: no pair has the column '${bare}'. Add one.`);
  }
  return pairs;
}

/** The noisy counts of a pair over the number of rows: signed shares, row-major. */
export function measurePair(
  { a, b }: Pair,
  codes: readonly Int32Array[],
  cells: readonly number[],
  { sd, whole }: { readonly sd: number; readonly whole: boolean },
  noise: Noise,
): Float64Array {
  const counts = gaussianNoise(cells[a] * cells[b], sd, whole, noise);
  const [codesA, codesB] = [codes[a], codes[b]];
  const rows = codesA.length;
  for (let i = 0; i < rows; i++) counts[codesA[i] * cells[b] + codesB[i]]++;
  return counts.map((count) => count / rows);
}

/**
 * Shares as whole counts of `total` particles: rounded down, and what is missing drawn from the shares.
 */
export function quantise(shares: ArrayLike<number>, total: number, rng: Rng): Uint32Array {
  const counts = Uint32Array.from(shares, (share) => Math.floor(share * total));
  let left = total - counts.reduce((sum, count) => sum + count, 0);
  // shares that were rounded to floats may add up to a little more than 1
  for (let cell = 0; left < 0; cell = (cell + 1) % counts.length) {
    if (counts[cell] > 0) {
      counts[cell]--;
      left++;
    }
  }
  const sums = new Float64Array(shares.length);
  let sum = 0;
  for (let cell = 0; cell < sums.length; cell++) sums[cell] = sum += shares[cell];
  for (const u of rng.uniforms(left)) {
    const aim = u * sum;
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] > aim) high = middle;
      else low = middle + 1;
    }
    counts[low]++;
  }
  return counts;
}
