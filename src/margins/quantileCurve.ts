/**
 * A distribution by its quantile function: a monotone cubic through knots, with exponential tails
 * that end at limits.
 *
 * Between knots: cubic Hermite pieces whose slopes are weighted harmonic means of the neighbouring
 * chords, so that the curve rises wherever the knots do (Fritsch and Carlson 1980; Fritsch and
 * Butland 1984). Two knots of equal height make a flat piece: an atom. Beyond the outer knots: the
 * quantiles of an exponential distribution, cut at the limit.
 */

import { kernel } from '../numerics/kernel.ts';
import { rootOfIncreasing } from '../numerics/root.ts';

/** Plain data. */
export interface QuantileCurve {
  /** Probabilities, strictly ascending, in [0, 1]. */
  readonly p: readonly number[];
  /** The quantiles there, ascending. */
  readonly x: readonly number[];
  /** The quantiles at 0 and 1. */
  readonly least: number;
  readonly largest: number;
}

/** The quantile function, prepared for many calls. */
export function quantileFunction(curve: QuantileCurve): (p: number) => number {
  const { p, x, least, largest } = curve;
  const last = p.length - 1;
  const slopes = slopesOf(p, x);
  const scaleBelow = last > 0 ? tailScale(x[1] - x[0], p[1], p[0]) : 0;
  const scaleAbove = last > 0 ? tailScale(x[last] - x[last - 1], 1 - p[last - 1], 1 - p[last]) : 0;
  const below = tail(x[0] - least, scaleBelow);
  const above = tail(largest - x[last], scaleAbove);
  return (u) => {
    if (u <= p[0]) return p[0] > 0 ? x[0] - below(1 - Math.max(u, 0) / p[0]) : x[0];
    if (u >= p[last])
      return p[last] < 1 ? x[last] + above((Math.min(u, 1) - p[last]) / (1 - p[last])) : x[last];
    let low = 0;
    let high = last;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (p[middle] <= u) low = middle;
      else high = middle;
    }
    const rise = x[high] - x[low];
    if (rise === 0) return x[low];
    const width = p[high] - p[low];
    const t = (u - p[low]) / width;
    const rest = 1 - t;
    // the Hermite piece as a blend of chord and slopes; exact at both ends
    const bend = rest * (slopes[low] * width - rise) - t * (slopes[high] * width - rise);
    const value = x[low] + t * rise + t * rest * bend;
    return Math.min(Math.max(value, x[low]), x[high]);
  };
}

/**
 * The probability of a value: where the quantile function reaches it, by bisection; the middle of an
 * atom for its value.
 */
export function probabilityOf(curve: QuantileCurve, value: number): number {
  const quantile = quantileFunction(curve);
  const first = crossing((p) => quantile(p) >= value);
  const last = crossing((p) => quantile(p) > value);
  return (first + last) / 2;
}

/**
 * The distribution function, prepared for many calls: the probability of what lies below a value, or of what
 * lies up to it.
 */
export function distributionFunction(
  curve: QuantileCurve,
): (value: number, how: 'below' | 'upTo') => number {
  const { p, x, least, largest } = curve;
  const last = p.length - 1;
  const quantile = quantileFunction(curve);
  return (value, how) => {
    const isBeyond = (knot: number) => (how === 'below' ? knot >= value : knot > value);
    if (isBeyond(least)) return 0;
    if (!isBeyond(largest)) return 1;
    let [low, high] = [0, x.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBeyond(x[middle])) high = middle;
      else low = middle + 1;
    }
    // the curve rises between the two: flat pieces end at a knot that is beyond or before
    const from = low > 0 ? p[low - 1] : 0;
    const to = low <= last ? p[low] : 1;
    return rootOfIncreasing((u) => quantile(u) - value, from, to);
  };
}

/** The least p in [0, 1] for which a rising condition holds, to 2^-52. */
function crossing(holds: (p: number) => boolean): number {
  let low = 0;
  let high = 1;
  for (let i = 0; i < 52; i++) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The scale of an exponential tail from its two outer knots: the logarithms of the masses beyond them. */
function tailScale(rise: number, beyondInner: number, beyondOuter: number): number {
  const ratio = beyondInner / beyondOuter;
  return ratio > 1 && Number.isFinite(ratio) ? rise / kernel().log(ratio) : 0;
}

/** The excess at a share t of the tail's mass: exponential, cut at `length`; a line without a scale. */
function tail(length: number, scale: number): (t: number) => number {
  if (!(length > 0)) return () => 0;
  const { exp, log1p } = kernel();
  // with so long a scale the cut exponential is a line
  if (!(scale > 0) || length / scale < 1e-6) return (t) => t * length;
  const mass = 1 - exp(-length / scale);
  return (t) => (t >= 1 ? length : Math.min(length, -scale * log1p(-t * mass)));
}

function slopesOf(p: readonly number[], x: readonly number[]): Float64Array {
  const last = p.length - 1;
  const slopes = new Float64Array(p.length);
  if (last < 1) return slopes;
  const chord = (i: number) => (x[i + 1] - x[i]) / (p[i + 1] - p[i]);
  slopes[0] = chord(0);
  slopes[last] = chord(last - 1);
  for (let i = 1; i < last; i++) {
    const before = chord(i - 1);
    const after = chord(i);
    if (before === 0 || after === 0) continue;
    const widthBefore = p[i] - p[i - 1];
    const widthAfter = p[i + 1] - p[i];
    const weightBefore = 2 * widthAfter + widthBefore;
    const weightAfter = widthAfter + 2 * widthBefore;
    slopes[i] = (weightBefore + weightAfter) / (weightBefore / before + weightAfter / after);
  }
  return slopes;
}
