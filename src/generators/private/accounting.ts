/**
 * What noise a promise of (epsilon, delta) needs. The Gaussian mechanism with standard deviation s times
 * the L2 sensitivity has Renyi divergence alpha / (2 s^2) of order alpha, and so is 1 / (2 s^2)-zCDP;
 * releases add up. Either way of converting gives (epsilon, delta) with
 * epsilon = min over alpha of alpha / (2 s^2) + ln(1 / delta) / (alpha - 1)
 *         = 1 / (2 s^2) + sqrt(2 ln(1 / delta)) / s
 * (Mironov 2017, proposition 3; Bun and Steinke 2016, proposition 1.3).
 */

import { kernel } from '../../numerics/kernel.ts';

/** The s of which epsilon is just what is asked for. */
export function gaussianMultiplier(epsilon: number, delta: number): number {
  const length = Math.sqrt(-2 * kernel().log(delta));
  // the positive root 1 / s, written so that nothing cancels at small epsilon
  return (length + Math.sqrt(length * length + 2 * epsilon)) / (2 * epsilon);
}

/**
 * The delta of the Gaussian mechanism, exactly: Phi(1 / 2s - epsilon s) - e^epsilon Phi(-1 / 2s - epsilon s)
 * (Balle and Wang, "Improving the Gaussian mechanism", ICML 2018, theorem 8).
 */
export function gaussianDelta(epsilon: number, multiplier: number): number {
  const { exp, normalCdf } = kernel();
  const half = 0.5 / multiplier;
  const shift = epsilon * multiplier;
  return normalCdf(half - shift) - exp(epsilon) * normalCdf(-half - shift);
}

/** Where e^epsilon times a tail can no longer be told. */
const LARGEST_EXACT = 500;

/** The least s that keeps the exact delta; about a fifth below the one above. */
export function exactMultiplier(epsilon: number, delta: number): number {
  let high = gaussianMultiplier(epsilon, delta);
  if (epsilon > LARGEST_EXACT) return high;
  let low = 0;
  // to the last bit, and on the side that keeps the promise
  for (let step = 0; step < 100; step++) {
    const middle = 0.5 * (low + high);
    if (gaussianDelta(epsilon, middle) <= delta) high = middle;
    else low = middle;
  }
  return high;
}

/** The least epsilon that mu-Gaussian privacy implies with this delta; 0 if delta alone is enough. */
export function epsilonOf(mu: number, delta: number): number {
  if (!(mu > 0) || gaussianDelta(0, 1 / mu) <= delta) return 0;
  let [low, high] = [0, 1];
  while (high < LARGEST_EXACT && gaussianDelta(high, 1 / mu) > delta) high *= 2;
  for (let step = 0; step < 100; step++) {
    const middle = 0.5 * (low + high);
    if (gaussianDelta(middle, 1 / mu) <= delta) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * The standard deviation of the noise on each cell of `tables` histograms of the same rows. One replaced
 * row takes 1 from a cell of each and adds 1 to another: the L2 sensitivity of all is sqrt(2 tables).
 */
export function histogramNoise(multiplier: number, tables: number): number {
  return multiplier * Math.sqrt(2 * tables);
}
