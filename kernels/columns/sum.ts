// A compensated sum: as accurate as if it were added up in twice the precision and rounded once.
//
// Every addition's rounding error is computed exactly (Knuth's two-sum, branch-free) and the errors
// are added up apart: algorithm Sum2 of Ogita, Rump and Oishi, "Accurate sum and dot product", SIAM
// J. Sci. Comput. 26 (2005), in eight interleaved sums. For n numbers the error is at most
// eps |sum| + (n eps)^2 sum |x|, so the order of the rows shows at most in the last digit unless
// nearly everything cancels. Domain: any doubles whose partial sums do not overflow; infinities and
// NaN give what plain addition gives.

import { add, first, second, splat, sub } from '../lanes';

/** The part of a + b that rounding took from `total`, which is a + b rounded: exact, lane by lane. */
// @ts-ignore: decorator
@inline
export function lost(a: v128, b: v128, total: v128): v128 {
  const gained = sub(total, a);
  return add(sub(a, sub(total, gained)), sub(b, gained));
}

/** The sum of the n doubles at x. */
export function sum(x: usize, n: i32): f64 {
  let s0 = splat(0), s1 = splat(0), s2 = splat(0), s3 = splat(0);
  let e0 = splat(0), e1 = splat(0), e2 = splat(0), e3 = splat(0);
  let at = x;
  const end = x + (<usize>n << 3);
  for (; at + 64 <= end; at += 64) {
    const x0 = v128.load(at), x1 = v128.load(at, 16), x2 = v128.load(at, 32), x3 = v128.load(at, 48);
    const t0 = add(s0, x0), t1 = add(s1, x1), t2 = add(s2, x2), t3 = add(s3, x3);
    e0 = add(e0, lost(s0, x0, t0)); s0 = t0;
    e1 = add(e1, lost(s1, x1, t1)); s1 = t1;
    e2 = add(e2, lost(s2, x2, t2)); s2 = t2;
    e3 = add(e3, lost(s3, x3, t3)); s3 = t3;
  }
  for (; at < end; at += 8) {
    const value = v128.load64_zero(at);
    const t = add(s0, value);
    e0 = add(e0, lost(s0, value, t)); s0 = t;
  }
  const s01 = add(s0, s1), s23 = add(s2, s3);
  const s = add(s01, s23);
  let errors = add(add(e0, e1), add(e2, e3));
  errors = add(errors, add(add(lost(s0, s1, s01), lost(s2, s3, s23)), lost(s01, s23, s)));
  const other = splat(second(s));
  const all = add(s, other);
  const plain = first(all);
  const total = plain + (first(errors) + second(errors) + first(lost(s, other, all)));
  // Infinity has no rounding error, only the NaN of Infinity - Infinity
  return total == total ? total : plain;
}
