/**
 * What guesses show about differential privacy: the largest epsilon that they refute.
 *
 * Steinke, Nasr and Jagielski, Privacy auditing with one (1) training run (2023), their main result: if a
 * mechanism is (epsilon, delta)-private and m people are in or out by coins of their own, then the
 * number of right guesses among r has
 *
 *   P(at least v right) <= beta + 2 m delta alpha,  beta = P(Bin(r, q) >= v),  q = e^eps / (1 + e^eps),
 *   alpha = max over i = 1..v of P(v > Bin(r, q) >= v - i) / i.
 *
 * Here a coin decides which of two people is in, so that the size of the table says nothing, and privacy is
 * that under replacement of one person. Their argument carries over, step by step (docs/theory.md; checked by
 * enumeration in test/measures/membershipAudit/pairsBound.test.ts):
 *
 * 1. Matching and all other coins given, the two tables of a coin differ in one person. So, with delta = 0,
 *    the odds of the coin given the output are between e^-eps and e^eps, for its prior is fair.
 * 2. Given the output and the coins before it alone, its probability is a mean of such probabilities over
 *    the coins behind it, and at most q as well.
 * 3. So, output given, guess after guess is right with at most q, whatever the guesses before came to: right
 *    guesses are at most Bin(r, q). Which pairs are guessed may follow from the output; how many is fixed.
 * 4. Fits follow one another: their coins are fresh, and what was seen before only chooses the guesses. The
 *    bound q is the same in each, so that the sum over fits is at most Bin of all guesses.
 * 5. With delta > 0 step 1 holds but for an event; their lemma on it is about two neighbouring tables with even
 *    prior and does not ask whether one person is missing or replaced. m counts the coins of all fits.
 *
 * What the attacker is told besides, types, order and domain settled on all rows, depends on no coin.
 */

import { binomialAtLeast, binomialProbability } from '../../numerics/binomial.ts';
import { kernel } from '../../numerics/kernel.ts';
import { rootOfIncreasing } from '../../numerics/root.ts';

export interface Guesses {
  /** Coins that were thrown: guesses, and those held back. */
  readonly coins: number;
  readonly guesses: number;
  readonly right: number;
}

/** Beyond it no number of guesses that can be made would show anything. */
const MOST_EPSILON = 40;

/**
 * The epsilon that is refuted at the given probability of error; 0 if none is. A lower bound of the
 * true one, never an estimate of it.
 *
 * oneRunEpsilon({ coins: 1000, guesses: 600, right: 600 }, 0.05, 1e-5) // 5.27
 */
export function oneRunEpsilon(found: Guesses, error = 0.05, delta = 0): number {
  const excess = (epsilon: number) => chanceAtMost(found, epsilon, delta) - error;
  return excess(0) >= 0 ? 0 : rootOfIncreasing(excess, 0, MOST_EPSILON);
}

/** The bound of the theorem, increasing in epsilon. */
function chanceAtMost({ coins, guesses, right }: Guesses, epsilon: number, delta: number): number {
  const rate = 1 / (1 + kernel().exp(-epsilon));
  const beta = binomialAtLeast(right, guesses, rate);
  if (delta === 0) return beta;
  let [alpha, below] = [0, 0];
  for (let i = 1; i <= right; i++) {
    below += binomialProbability(right - i, guesses, rate);
    alpha = Math.max(alpha, below / i);
  }
  return Math.min(1, beta + 2 * coins * delta * alpha);
}
