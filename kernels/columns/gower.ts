// Gower's distance (Gower 1971, Biometrics 27), one column at a time: what the column adds to the distances of
// one record to many. Numbers differ by |a - b| / scale, levels (scale 0) by 0 or 1; a gap (NaN) is a level
// of its own. Exact but for one rounding of the quotient and one of the sum. Domain: finite numbers and NaN.

import { abs2, add, choose, div, equal, splat, sub } from '../lanes';

/** Adds to the n sums; both columns have room for an even number of doubles. */
export function addGower(sums: usize, values: usize, n: i32, own: f64, scale: f64): void {
  const a = splat(own), one = splat(1), zero = splat(0);
  const end = sums + (<usize>n << 3);
  const shift = values - sums;
  if (own != own) {
    for (let at = sums; at < end; at += 16) {
      const b = v128.load(at + shift);
      // a gap beside a gap is equal
      v128.store(at, add(v128.load(at), choose(equal(b, b), one, zero)));
    }
  } else if (scale > 0) {
    const s = splat(scale);
    for (let at = sums; at < end; at += 16) {
      const apart = div(abs2(sub(a, v128.load(at + shift))), s);
      v128.store(at, add(v128.load(at), choose(equal(apart, apart), apart, one)));
    }
  } else {
    for (let at = sums; at < end; at += 16) {
      v128.store(at, add(v128.load(at), choose(equal(a, v128.load(at + shift)), zero, one)));
    }
  }
}
