/**
 * Tails and probabilities of the binomial distribution, by the beta distribution and the logarithm of
 * the gamma function: to about 1e-12, relative for probabilities that are not below 1e-300.
 */

import { kernel } from './kernel.ts';

/**
 * P(at least `successes` of so many trials): I_q(v, r - v + 1).
 *
 * binomialAtLeast(60, 100, 0.5) // 0.02844
 */
export function binomialAtLeast(successes: number, trials: number, rate: number): number {
  if (successes <= 0) return 1;
  if (successes > trials) return 0;
  return kernel().betaCdf(rate, successes, trials - successes + 1);
}

/** P(exactly `successes` of so many trials), for a rate between 0 and 1. */
export function binomialProbability(successes: number, trials: number, rate: number): number {
  if (successes < 0 || successes > trials) return 0;
  const { exp, log, log1p, logGamma } = kernel();
  const ways = logGamma(trials + 1) - logGamma(successes + 1) - logGamma(trials - successes + 1);
  return exp(ways + successes * log(rate) + (trials - successes) * log1p(-rate));
}
