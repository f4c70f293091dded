// The arc sine, and the sine of an angle in quarter turns; errors of a few units in the last place.
// The polynomials are minimax (Remez exchange), with relative errors of 3e-18, 1e-17 and 5e-19.

const HALF_PI: f64 = 1.5707963267948966;
/** What HALF_PI lacks of pi / 2. */
const HALF_PI_LOW: f64 = 6.123233995736766e-17;

/** asin x for |x| <= 1 (NaN beyond); from asin x = pi/2 - 2 asin sqrt((1-x)/2) where x > 1/2. */
export function asin(x: f64): f64 {
  const size = abs(x);
  if (!(size <= 1)) return NaN;
  if (size <= 0.5) return x + x * asinTail(x * x);
  const square = 0.5 * (1 - size);
  const root = sqrt(square);
  const angle = HALF_PI - (2 * (root + root * asinTail(square)) - HALF_PI_LOW);
  return copysign(angle, x);
}

/** asin(x) / x - 1 from z = x^2 <= 1/4. */
// @ts-ignore: decorator
@inline
function asinTail(z: f64): f64 {
  let p: f64 = 0.028998823109212903;
  p = p * z - 0.015212845309783547;
  p = p * z + 0.017637401928071592;
  p = p * z + 0.005368488081014261;
  p = p * z + 0.010344056988540158;
  p = p * z + 0.011475829978809408;
  p = p * z + 0.013971564763646277;
  p = p * z + 0.017352368391788893;
  p = p * z + 0.022372174008364273;
  p = p * z + 0.030381944110974397;
  p = p * z + 0.04464285714672319;
  p = p * z + 0.07499999999998241;
  p = p * z + 0.16666666666666669;
  return p * z;
}

/** sin(pi t / 2) for |t| <= 1: exact at both ends, since 1 - t is. */
export function sinQuarterTurns(t: f64): f64 {
  const size = abs(t);
  if (size <= 0.5) {
    const r = HALF_PI * t;
    return r + r * sinTail(r * r);
  }
  const r = HALF_PI * (1 - size);
  const z = r * r;
  return copysign(1 - (0.5 * z - z * cosTail(z)), t);
}

/** sin(r) / r - 1 from z = r^2 <= pi^2 / 16. */
// @ts-ignore: decorator
@inline
function sinTail(z: f64): f64 {
  let p: f64 = 1.591814257087294e-10;
  p = p * z - 2.5051132049745566e-8;
  p = p * z + 2.755731610365759e-6;
  p = p * z - 0.0001984126983676101;
  p = p * z + 0.00833333333333095;
  p = p * z - 0.16666666666666666;
  return p * z;
}

/** (cos(r) - 1) / r^2 + 1/2 from z = r^2 <= pi^2 / 16. */
// @ts-ignore: decorator
@inline
function cosTail(z: f64): f64 {
  let p: f64 = -1.1382639806406403e-11;
  p = p * z + 2.0876146382230336e-9;
  p = p * z - 2.75573172723442e-7;
  p = p * z + 2.480158729876704e-5;
  p = p * z - 0.0013888888888887398;
  p = p * z + 0.041666666666666664;
  return p * z;
}
