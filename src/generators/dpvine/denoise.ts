/**
 * Estimates with noise of known size, brought nearer to zero. The noise is that of the mechanism, so that
 * nothing has to be estimated from rows:
 *
 * - 'soft': values are moved towards zero by one standard deviation of their noise;
 * - 'linear': all are multiplied by the share of their mean square that is not noise (James and Stein);
 * - 'sure': moved towards zero by as many standard deviations as make Stein's unbiased estimate of the
 *   squared error least, 0 to sqrt(2 ln n) (Donoho and Johnstone 1995): few where most values are real, many
 *   where most are noise.
 */

import { kernel } from '../../numerics/kernel.ts';
import type { Shrink } from './settings.ts';

/** `sds`: the standard deviation of the noise in each value. */
export function denoise(values: Float64Array, sds: Float64Array, how: Shrink): Float64Array {
  if (how === 'none' || values.length === 0) return values;
  if (how === 'linear') return scaled(values, sds);
  return softened(values, sds, how === 'soft' ? 1 : sureThreshold(values, sds));
}

function softened(values: Float64Array, sds: Float64Array, threshold: number): Float64Array {
  return values.map((value, i) => {
    const size = Math.max(0, Math.abs(value) - threshold * sds[i]);
    return value < 0 ? -size : size;
  });
}

function scaled(values: Float64Array, sds: Float64Array): Float64Array {
  let excess = 0;
  for (let i = 0; i < values.length; i++) excess += values[i] * values[i] - sds[i] * sds[i];
  const signal = Math.max(0, excess / values.length);
  return values.map((value, i) => (signal > 0 ? (value * signal) / (signal + sds[i] * sds[i]) : 0));
}

const STEP = 0.05;

/** Of soft thresholds in standard deviations the one of the least estimated risk; the larger of equals. */
export function sureThreshold(values: Float64Array, sds: Float64Array): number {
  const most = Math.sqrt(2 * kernel().log(Math.max(2, values.length)));
  let [best, least] = [0, Infinity];
  for (let threshold = 0; threshold <= most; threshold += STEP) {
    let risk = 0;
    for (let i = 0; i < values.length; i++) {
      const variance = sds[i] * sds[i];
      const square = values[i] * values[i];
      const bound = threshold * threshold * variance;
      risk += square <= bound ? square - variance : bound + variance;
    }
    if (risk <= least) [best, least] = [threshold, risk];
  }
  return best;
}
