// Squared Euclidean distances of one point to many, summed in the order of the coordinates: two points to a
// vector, so that every sum is rounded as a plain loop over one point's coordinates rounds it.

import { add, mul, splat, sub } from '../lanes';

/** Points of a block: its coordinates stand one after the other, each for all points. */
const BLOCK: usize = 256;

/** Writes the distances of the point at `point` to the first `n` of a block; the last eight may go beyond n. */
export function squaredDistances(point: usize, width: i32, block: usize, n: i32, out: usize): void {
  const end = <usize>n << 3;
  for (let at: usize = 0; at < end; at += 64) {
    let first = splat(0), second = splat(0), third = splat(0), fourth = splat(0);
    let from = block + at;
    for (let j: usize = 0; j < <usize>width; j++) {
      const x = v128.load64_splat(point + (j << 3));
      const a = sub(x, v128.load(from));
      const b = sub(x, v128.load(from, 16));
      const c = sub(x, v128.load(from, 32));
      const d = sub(x, v128.load(from, 48));
      first = add(first, mul(a, a));
      second = add(second, mul(b, b));
      third = add(third, mul(c, c));
      fourth = add(fourth, mul(d, d));
      from += BLOCK << 3;
    }
    v128.store(out + at, first);
    v128.store(out + at, second, 16);
    v128.store(out + at, third, 32);
    v128.store(out + at, fourth, 48);
  }
}
