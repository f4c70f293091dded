// The regularised incomplete beta and gamma functions. Each is a prefactor, kept to a few eps by
// logarithms of two doubles and Stirling's remainder, times a continued fraction or a series.

import { expPair, logLow, logPair } from '../elementary/pow';
import { productError, sumError } from '../elementary/twofold';
import { stirling } from './gamma';

const TWO_PI: f64 = 6.283185307179586;
const TINY: f64 = 1e-300;

/**
 * I_x(a, b) for 0 <= x <= 1 and a, b > 0; relative error below 100 eps for a, b from 1/2 to several
 * hundred, wherever the result is a normal number. NaN outside.
 */
export function betaCdf(x: f64, a: f64, b: f64): f64 {
  if (!(x >= 0 && x <= 1 && a > 0 && b > 0)) return NaN;
  const y = 1 - x;
  return betaCdfOf(x, y, sumError(1, -x, y), a, b);
}

/** I_x(a, b) with x and 1 - x = y + yLow given apart, so that neither loses digits when the other is near 1. */
function betaCdfOf(x: f64, y: f64, yLow: f64, a: f64, b: f64): f64 {
  if (x == 0) return 0;
  if (y == 0) return 1;
  // the fraction converges fast below the mean; above it, the complement is the small one
  if (x * (a + b + 2) <= a + 1) return betaPrefactor(x, 0, y, yLow, a, b) / betaFraction(x, y, a, b);
  return 1 - betaPrefactor(y, yLow, x, 0, b, a) / betaFraction(y, x, b, a);
}

/**
 * x^a y^b / B(a, b), as (x/x0)^a (y/y0)^b with x0 = a/(a+b) and y0 = b/(a+b), times what Stirling's formula leaves
 * for 1/B (DiDonato & Morris, ACM Transactions on Mathematical Software 18, 1992): the powers are at most
 * 1 and neither over- nor underflows before the result does.
 */
function betaPrefactor(x: f64, xLow: f64, y: f64, yLow: f64, a: f64, b: f64): f64 {
  const c = a + b;
  const logC = logPair(c, sumError(a, b, c));
  const logCLow = logLow;
  const high = ratioPower(a, x, xLow, logC, logCLow);
  const low = powerLow;
  const other = ratioPower(b, y, yLow, logC, logCLow);
  const sum = high + other;
  const rest = sumError(high, other, sum) + low + powerLow + (stirling(c) - stirling(a) - stirling(b));
  // the rest can exceed what expPair takes as a low part
  const exponent = sum + rest;
  return sqrt(a / c * b / TWO_PI) * expPair(exponent, sumError(sum, rest, exponent));
}

/** The low part of the last `ratioPower`. */
let powerLow: f64 = 0;

/** a log(x (a+b)/a) as two doubles. */
function ratioPower(a: f64, x: f64, xLow: f64, logC: f64, logCLow: f64): f64 {
  const logX = logPair(x, xLow);
  const logXLow = logLow;
  const logA = logPair(a, 0);
  const ratio = logX + logC;
  const difference = ratio - logA;
  const low = sumError(logX, logC, ratio) + sumError(ratio, -logA, difference) + (logXLow + logCLow - logLow);
  const product = a * difference;
  powerLow = productError(a, difference, product) + a * low;
  return product;
}

/**
 * The continued fraction with x^a y^b / (B(a, b) fraction) = I_x(a, b), DiDonato & Morris (1992), by the
 * modified method of Lentz; for x below about (a + 1)/(a + b + 2).
 */
export function betaFraction(x: f64, y: f64, a: f64, b: f64): f64 {
  const difference = a * y - b * x + 1;
  let value = a * difference / (a + 1);
  if (value == 0) value = TINY;
  let c = value;
  let d: f64 = 0;
  for (let n: f64 = 1; n < 2000; n += 1) {
    const e = a + 2 * n - 1;
    const numerator = (a + n - 1) / e * (a + b + n - 1) * n * (b - n) * x * x / e;
    const term = n + n * (b - n) * x / e + (a + n) * (difference + n * (1 + y)) / (e + 2);
    d = term + numerator * d;
    if (d == 0) d = TINY;
    c = term + numerator / c;
    if (c == 0) c = TINY;
    d = 1 / d;
    const factor = c * d;
    value *= factor;
    if (abs(factor - 1) <= 1.2e-16) break;
  }
  return value;
}

/**
 * P(a, x), the regularised lower incomplete gamma function, for x >= 0 and a from 1/2 to several hundred;
 * relative error below 100 eps. Series below a + 1, else the continued fraction of the complement
 * (Abramowitz & Stegun 6.5.29 and 6.5.31).
 */
export function gammaCdf(x: f64, a: f64): f64 {
  if (!(x >= 0 && a > 0)) return NaN;
  if (x == 0) return 0;
  if (x == Infinity) return 1;
  // x^a e^-x / Gamma(a), by a log(x/a) + a - x and Stirling's remainder
  const logX = logPair(x, 0);
  const logXLow = logLow;
  const logA = logPair(a, 0);
  const ratio = logX - logA;
  const product = a * ratio;
  const gap = a - x;
  const sum = product + gap;
  const rest = sumError(product, gap, sum) + sumError(a, -x, gap) + productError(a, ratio, product)
    + a * (sumError(logX, -logA, ratio) + logXLow - logLow) - stirling(a);
  const exponent = sum + rest;
  const front = sqrt(a / TWO_PI) * expPair(exponent, sumError(sum, rest, exponent));
  if (x < a + 1) {
    let term: f64 = 1;
    let total: f64 = 1;
    for (let n: f64 = 1; n < 5000 && term > total * 1e-17; n += 1) {
      term *= x / (a + n);
      total += term;
    }
    return front / a * total;
  }
  let term = x + 1 - a;
  let c: f64 = 1 / TINY;
  let d = 1 / term;
  let value = d;
  for (let n: f64 = 1; n < 5000; n += 1) {
    const numerator = n * (a - n);
    term += 2;
    d = term + numerator * d;
    if (d == 0) d = TINY;
    c = term + numerator / c;
    if (c == 0) c = TINY;
    d = 1 / d;
    const factor = c * d;
    value *= factor;
    if (abs(factor - 1) <= 1.2e-16) break;
  }
  return 1 - front * value;
}
