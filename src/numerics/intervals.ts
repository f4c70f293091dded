/**
 * Intervals for rates, differences of rates, means and medians. The level is two-sided, .95 unless
 * given. Intervals for rates treat trials as independent.
 */

import { kernel } from './kernel.ts';
import { medianOfSorted } from './median.ts';
import { rootOfIncreasing } from './root.ts';
import { sum } from './sum.ts';

export interface Interval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  /** The probability, stated beforehand, that the interval covers the truth. */
  readonly level: number;
}

/**
 * Wilson's interval for a rate (Wilson 1927): all p that a normal test would not reject. Its
 * coverage varies about the level: for 95 %, from 93 to 97.5 % where 10 or more are expected on both
 * sides, and less for rarer events, which `clopperPearson` suits. Ties may count half, so successes
 * need not be whole. Without any trial it is 0 to 1.
 *
 * wilson(81, 263) // 0.308, from 0.2553 to 0.3662
 */
export function wilson(successes: number, trials: number, level = 0.95): Interval {
  checkCounts(successes, trials, level);
  if (trials === 0) return nothingKnown(level);
  const estimate = successes / trials;
  const z = kernel().normalQuantile((1 + level) / 2);
  const share = (z * z) / trials;
  const middle = (estimate + share / 2) / (1 + share);
  const half = Math.sqrt(share * (estimate * (1 - estimate) + share / 4)) / (1 + share);
  // the formula gives 0 and 1 at the ends up to rounding
  const low = successes === 0 ? 0 : Math.max(middle - half, 0);
  const high = successes === trials ? 1 : Math.min(middle + half, 1);
  return { estimate, low, high, level };
}

/**
 * Clopper and Pearson's interval for a rate (1934): it covers with at least the stated probability
 * for any rate and number of trials, often with much more. The ends are quantiles of the beta
 * distribution, to about 1e-12. Without any trial it is 0 to 1.
 *
 * clopperPearson(81, 263) // 0.308, from 0.2527 to 0.3676
 */
export function clopperPearson(successes: number, trials: number, level = 0.95): Interval {
  checkCounts(successes, trials, level);
  if (trials === 0) return nothingKnown(level);
  const tail = (1 - level) / 2;
  const low = 1 - upperLimit(trials - successes, trials, tail);
  return {
    estimate: successes / trials,
    low: successes === 0 ? 0 : low,
    high: upperLimit(successes, trials, tail),
    level,
  };
}

/**
 * The rate that is not exceeded at the (one-sided) level, after Clopper and Pearson. For zero events
 * it is 1 - (1 - level)^(1/trials), at 95 % about 3/trials: the rule of three.
 *
 * rateAtMost(0, 1000) // 0.00299
 */
export function rateAtMost(successes: number, trials: number, level = 0.95): number {
  checkCounts(successes, trials, level);
  return upperLimit(successes, trials, 1 - level);
}

/** The p at which so few successes have the probability `tail`. */
function upperLimit(successes: number, trials: number, tail: number): number {
  const { expm1, log, betaCdf } = kernel();
  if (successes === trials) return 1;
  if (successes === 0) return -expm1(log(tail) / trials);
  // P(at most k successes) = 1 - I_p(k + 1, n - k); the sum with `tail` keeps the digits of both
  return rootOfIncreasing(
    (p) => betaCdf(p, successes + 1, trials - successes) - 1 + tail,
    successes / trials,
    1,
  );
}

/** The successes among some trials. */
export interface Count {
  readonly successes: number;
  readonly trials: number;
}

/**
 * The difference of two independent rates, first minus second, by Newcombe's method 10 (Statistics
 * in Medicine 17, 1998): the distances of each rate to the ends of its Wilson interval, added as
 * lengths at right angles. For the advantage of an attack it is TPR - FPR.
 *
 * differenceOfRates({ successes: 56, trials: 70 }, { successes: 48, trials: 80 })
 * // 0.2, from 0.0524 to 0.3339
 */
export function differenceOfRates(first: Count, second: Count, level = 0.95): Interval {
  const a = wilson(first.successes, first.trials, level);
  const b = wilson(second.successes, second.trials, level);
  const estimate = a.estimate - b.estimate;
  if (Number.isNaN(estimate)) return { estimate, low: -1, high: 1, level };
  return {
    estimate,
    low: estimate - length(a.estimate - a.low, b.high - b.estimate),
    high: estimate + length(a.high - a.estimate, b.estimate - b.low),
    level,
  };
}

/**
 * The largest epsilon that an attack with so many trials per class (members, others) could prove, if
 * all its guesses were right. A generator with epsilon-differential privacy holds every attack to
 * TPR <= e^epsilon FPR, so epsilon >= log(TPR / FPR); and all that trials can show of these two rates
 * are Clopper and Pearson's limits, TPR at least t and FPR at most 1 - t with
 * t = ((1 - level)/2)^(1/trials). Each limit fails with probability (1 - level)/2, so both hold
 * together at the level. The result is log(t / (1 - t)).
 *
 * provableEpsilon(1000) // 5.60
 * provableEpsilon(100) // 3.28
 */
export function provableEpsilon(trialsPerClass: number, level = 0.95): number {
  checkCounts(0, trialsPerClass, level);
  const { log, expm1 } = kernel();
  const logT = log((1 - level) / 2) / trialsPerClass;
  // below two trials or so the limits show nothing
  return trialsPerClass === 0 ? 0 : Math.max(logT - log(-expm1(logT)), 0);
}

/**
 * Student's interval for the mean of independent values: exact for normal ones, good for many. A
 * single value tells nothing of its spread: the interval is then the whole line.
 */
export function meanInterval(values: ArrayLike<number>, level = 0.95): Interval {
  const n = checkValues(values, level);
  const column = Float64Array.from(values);
  const estimate = sum(column) / n;
  if (n === 1) return { estimate, ...EVERYWHERE, level };
  const squares = sum(column.map((value) => (value - estimate) * (value - estimate)));
  const error = Math.sqrt(squares / (n - 1) / n);
  const half = kernel().studentQuantile((1 + level) / 2, n - 1) * error;
  return { estimate, low: estimate - half, high: estimate + half, level };
}

/**
 * The median between two order statistics, equally far from both ends: the narrowest such pair that
 * covers the median of any continuous distribution with at least the stated probability, by the
 * binomial distribution with p = 1/2. Fewer than 6 values do not reach 95 %: the interval is then
 * the whole line.
 */
export function medianInterval(values: ArrayLike<number>, level = 0.95): Interval {
  const n = checkValues(values, level);
  const sorted = Float64Array.from(values).sort();
  const estimate = medianOfSorted(sorted);
  // P(fewer than k of n below the median) = I_1/2(n - k + 1, k), increasing in k
  const missed = (k: number) => kernel().betaCdf(0.5, n - k + 1, k);
  let [k, tooMany] = [0, (n >> 1) + 1];
  while (tooMany - k > 1) {
    const middle = (k + tooMany) >> 1;
    if (missed(middle) <= (1 - level) / 2) k = middle;
    else tooMany = middle;
  }
  if (k === 0) return { estimate, ...EVERYWHERE, level };
  return { estimate, low: sorted[k - 1], high: sorted[n - k], level };
}

const EVERYWHERE = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };

function nothingKnown(level: number): Interval {
  return { estimate: Number.NaN, low: 0, high: 1, level };
}

function length(a: number, b: number): number {
  return Math.sqrt(a * a + b * b);
}

function checkCounts(successes: number, trials: number, level: number): void {
  checkLevel(level);
  if (successes >= 0 && successes <= trials && Number.isInteger(trials)) return;
  throw new RangeError(`found ${successes} successes in ${trials} trials`);
}

function checkValues({ length: n }: ArrayLike<number>, level: number): number {
  checkLevel(level);
  if (n === 0) throw new RangeError('an interval needs at least one value');
  return n;
}

function checkLevel(level: number): void {
  if (!(level > 0 && level < 1)) {
    throw new RangeError(`the level must be between 0 and 1, found ${level}`);
  }
}

/** The interval of what cannot be below `least` or above `most`, as a rate cannot leave 0 to 1. */
export function within(interval: Interval, least: number, most: number): Interval {
  const inside = (end: number) => Math.min(most, Math.max(least, end));
  return { ...interval, low: inside(interval.low), high: inside(interval.high) };
}
