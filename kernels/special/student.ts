// Student's t distribution with any real number of degrees of freedom nu >= 2: the exact functions, at
// about a microsecond each. Whole columns go through studentTable.ts, which is built from these.

import { log, log1p } from '../elementary/log';
import { expm1 } from '../elementary/exp';
import { expPair, logLow, logPair } from '../elementary/pow';
import { productError, sumError } from '../elementary/twofold';
import { betaFraction } from './beta';
import { stirling } from './gamma';
import { normalQuantile } from './normal';

const HALF_LOG_TWO_PI: f64 = 0.9189385332046727;
/** Beyond it t^2 would overflow, and 1 + t^2/nu is t^2/nu to the last digit. */
const HUGE: f64 = 1e150;

/** The low part of the last `logOnePlusSquare`. */
let squareLow: f64 = 0;

/** log(1 + t^2/nu) as two doubles, the low part in `squareLow`. */
function logOnePlusSquare(t: f64, nu: f64): f64 {
  if (abs(t) > HUGE) {
    const logT = 2 * logPair(abs(t), 0);
    const low = 2 * logLow;
    const logNu = logPair(nu, 0);
    squareLow = sumError(logT, -logNu, logT - logNu) + (low - logLow);
    return logT - logNu;
  }
  const square = t * t;
  const lost = productError(t, t, square);
  const v = square / nu;
  const fit = v * nu;
  const vLow = ((square - fit) - productError(v, nu, fit) + lost) / nu;
  const sum = 1 + v;
  const high = logPair(sum, sumError(1, v, sum) + vLow);
  squareLow = logLow;
  return high;
}

/** The logarithm of the density at 0, -> -log(2 pi)/2 as nu grows: Stirling's formula for both gammas. */
export function studentLogPeak(nu: f64): f64 {
  const a = 0.5 * nu;
  return stirling(a + 0.5) - stirling(a) + (a * log1p(1 / nu) - 0.5) - HALF_LOG_TWO_PI;
}

/** log of the density, for any t and nu > 0; relative error below 10 eps. */
export function studentLogPdf(t: f64, nu: f64): f64 {
  if (!(nu > 0) || isNaN(t)) return NaN;
  if (abs(t) == Infinity) return -Infinity;
  return studentLogPeak(nu) - 0.5 * (nu + 1) * logOnePlusSquare(t, nu);
}

/** P(T > t) and P(0 < T < t) of the last `split`, each to full relative precision where it is the smaller. */
let tail: f64 = 0;
let centre: f64 = 0;
/** t times the density, halved, of the last `split`: it does not underflow before the tail does. */
let front: f64 = 0;

/**
 * Splits the upper half of the distribution at t > 0. With x = nu/(nu + t^2) and a = nu/2 the tail is
 * I_x(a, 1/2) / 2 (Abramowitz & Stegun 26.7.1) and x^a (1 - x)^(1/2) / B(a, 1/2) is t times the density.
 */
function split(t: f64, nu: f64): void {
  const a = 0.5 * nu;
  const high = logOnePlusSquare(t, nu);
  const product = -a * high;
  const low = productError(-a, high, product) - a * squareLow;
  const peak = studentLogPeak(nu);
  const sum = product + peak;
  const power = expPair(sum, low + sumError(product, peak, sum));
  if (t > HUGE) {
    front = 0.5 * sqrt(nu) * power;
    tail = front / a;
    centre = 0.5 - tail;
    return;
  }
  const square = t * t;
  const whole = nu + square;
  const x = nu / whole;
  const y = square / whole;
  front = 0.5 * t * sqrt(x) * power;
  // the fraction converges fast below the mean of the beta distribution
  if (x * (a + 2.5) <= a + 1) {
    tail = front / betaFraction(x, y, a, 0.5);
    centre = 0.5 - tail;
  } else {
    centre = front / betaFraction(y, x, 0.5, a);
    tail = 0.5 - centre;
  }
}

/** P(T <= t) for any t and nu > 0; relative error below 100 eps in both tails for nu up to a few hundred. */
export function studentCdf(t: f64, nu: f64): f64 {
  if (!(nu > 0) || isNaN(t)) return NaN;
  if (t == 0) return 0.5;
  if (abs(t) == Infinity) return t > 0 ? 1 : 0;
  split(abs(t), nu);
  return t < 0 ? tail : 0.5 + centre;
}

/**
 * The t with studentCdf(t, nu) = p, for 0 <= p <= 1 and nu >= 1. From Wallace's normal approximation
 * (Annals of Mathematical Statistics 30, 1959) by steps on the logarithm of the tail, at last of third order, or
 * on the middle part where p is near 1/2, so that the relative error of t is a few eps there too.
 */
export function studentQuantile(p: f64, nu: f64): f64 {
  if (!(p >= 0 && p <= 1 && nu > 0)) return NaN;
  const side = p - 0.5;
  if (side == 0) return 0;
  const m = min(p, 1 - p);
  if (m == 0) return copysign<f64>(Infinity, side);
  const w = normalQuantile(m) * (8 * nu + 3) / (8 * nu + 1);
  const start = sqrt(nu * expm1(min(w * w / nu, 690)));
  return copysign(refine(start, m, abs(side), nu), side);
}

/** The t > 0 whose tail is m (and whose middle part is `middle` = 1/2 - m, exactly), from a start nearby. */
export function refine(t: f64, m: f64, middle: f64, nu: f64): f64 {
  for (let step = 0; step < 20; step++) {
    split(t, nu);
    // minus the derivative of log density by log t; all steps are relative, as the density itself may underflow
    const g = t > HUGE ? nu + 1 : (nu + 1) * (t * t / (nu + t * t));
    let h: f64;
    let size: f64;
    if (middle < 0.2) {
      const d = (middle - centre) / (2 * front);
      h = d + 0.5 * g * d * d;
      size = abs(d);
    } else {
      const gap = log(tail / m);
      const mills = tail / (2 * front);
      size = abs(gap);
      // far off, in log t, where the tail is nearly a straight line
      h = size > 0.3 ? expm1(gap * mills) : mills * (gap + 0.5 * (g * mills - 1) * gap * gap);
    }
    t += t * h;
    if (size < 3e-6) break;
  }
  return t;
}
