// The error function and its complement. Everything that falls like exp(-x^2) is a factor that is
// computed exactly times the scaled function exp(x^2) erfc(x), which is smooth on [0, Infinity).

import { abs2, choose, div, first, less, lesser, mul, mulAdd, splat, sub } from '../lanes';
import { expSumLanes } from '../elementary/exp';

/** Leaves the upper 26 bits of a mantissa, so that the square of what remains is exact. */
const UPPER_HALF: i64 = ~0x7ffffff;

/**
 * exp(x^2) erfc(x) for 0 <= x <= 28: the rational function of degree 10 over 11 that meets it at the
 * Chebyshev nodes of (x - 2.5) / (x + 2.5); relative error 2.7e-18 before rounding. All coefficients
 * are positive, so nothing cancels and rounding adds less than 4 eps.
 */
// @ts-ignore: decorator
@inline
export function scaledErfcLanes(x: v128): v128 {
  const y = mul(x, x);
  let even = splat(1.263314399388372e-5);
  let odd = splat(0.0002839622135258792);
  even = mulAdd(even, y, splat(0.0031210504790025796));
  odd = mulAdd(odd, y, splat(0.02185009008432937));
  even = mulAdd(even, y, splat(0.10722351998573555));
  odd = mulAdd(odd, y, splat(0.3840825004914269));
  even = mulAdd(even, y, splat(1.0161370161896555));
  odd = mulAdd(odd, y, splat(1.963718351801366));
  even = mulAdd(even, y, splat(2.6658006379888306));
  odd = mulAdd(odd, y, splat(2.3180092469552402));
  const upper = mulAdd(odd, x, mulAdd(even, y, splat(1)));
  odd = splat(2.239166472099321e-5);
  even = splat(0.0005033099188771767);
  odd = mulAdd(odd, y, splat(0.005543113772624416));
  even = mulAdd(even, y, splat(0.038979931277104314));
  odd = mulAdd(odd, y, splat(0.1928035038912324));
  even = mulAdd(even, y, splat(0.6998809936363962));
  odd = mulAdd(odd, y, splat(1.8933423114855847));
  even = mulAdd(even, y, splat(3.8022501640321194));
  odd = mulAdd(odd, y, splat(5.537315467541864));
  even = mulAdd(even, y, splat(5.554633526123042));
  odd = mulAdd(odd, y, splat(3.446388414050753));
  const lower = mulAdd(odd, x, mulAdd(even, y, splat(1)));
  return div(upper, lower);
}

/**
 * exp(scale * x^2) for scale = -1 or -1/2 with the digits that rounding x^2 would lose: near the end of
 * the range x^2 is about 700, so that half a unit in its last place is 260 eps of the result.
 */
// @ts-ignore: decorator
@inline
export function expOfSquareLanes(x: v128, scale: f64): v128 {
  const square = mul(x, x);
  const high = v128.and(x, i64x2.splat(UPPER_HALF));
  const low = sub(x, high);
  const cross = mul(mul(splat(2), high), low);
  const lost = mulAdd(low, low, f64x2.add(sub(mul(high, high), square), cross));
  return expSumLanes(mul(splat(scale), square), mul(splat(scale), lost));
}

/** erfc(x) for any x, two lanes; relative error below 8 eps down to the smallest normal result. */
// @ts-ignore: decorator
@inline
export function erfcLanes(x: v128): v128 {
  const size = lesser(abs2(x), splat(28));
  const tail = mul(expOfSquareLanes(size, -1), scaledErfcLanes(size));
  return choose(less(x, splat(0)), sub(splat(2), tail), tail);
}

export function erfc(x: f64): f64 {
  return first(erfcLanes(splat(x)));
}

/**
 * erf(x) for any x; relative error below 6 eps. For |x| <= 1 it is x times the rational function of
 * degree 5 over 5 in x^2 that meets erf(x) / x at the Chebyshev nodes (relative error 1e-18).
 */
export function erf(x: f64): f64 {
  if (!(abs(x) <= 1)) {
    const rest = 1 - erfc(abs(x));
    return copysign(rest, x);
  }
  const z = x * x;
  const upper = ((((8.625602445726376e-8 * z + 0.00019709588069752516) * z + 0.0018829155471563983) * z + 0.0455033341653278) * z + 0.14365581715028763) * z + 1.1283791670955126;
  const lower = ((((2.0866484101019162e-5 * z + 0.0006937362332349159) * z + 0.010705251871973175) * z + 0.0938746087651241) * z + 0.46064498648983654) * z + 1;
  return x * (upper / lower);
}
