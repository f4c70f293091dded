/**
 * How often an attacker guesses right, and how much of that is about the people in the training data.
 * The same guesses about people whom the generator did not see (the control) show what anybody's data
 * would give away; only success beyond it is a leak (Giomi, Boenisch, Wehmeyer and Tasnádi 2023).
 */

import {
  type Count,
  clopperPearson,
  differenceOfRates,
  type Interval,
  wilson,
} from '../../numerics/intervals.ts';
import { FEWEST_PEOPLE } from '../../numerics/publish.ts';

/** Guesses about some people. */
export interface Guesses {
  readonly rows: number;
  /** The share that is right. */
  readonly right: Interval;
  /** The same for an attacker who guesses one value for everybody. */
  readonly rightByBaseline: Interval;
  /** Among those whose value is unusual: the worst case beside the mean. Null if they are fewer than five. */
  readonly unusual: { readonly rows: number; readonly right: Interval } | null;
}

export interface BeyondControl {
  /** Right guesses about people in the real table minus those about others. */
  readonly difference: Interval;
  /** (main - control) / (1 - control): 0 without a leak, 1 if all secrets are out. Null if the control is always right. */
  readonly residualRisk: Interval | null;
}

/** By person, whether the guess is right, the baseline's is, and the value is unusual. */
export interface Outcomes {
  readonly right: ArrayLike<number>;
  readonly baseline: ArrayLike<number>;
  readonly unusual: ArrayLike<number>;
}

export function guessesOf({ right, baseline, unusual }: Outcomes): Guesses {
  const rows = right.length;
  let [hits, baselineHits, rare, rareHits] = [0, 0, 0, 0];
  for (let i = 0; i < rows; i++) {
    hits += right[i];
    baselineHits += baseline[i];
    rare += unusual[i];
    rareHits += unusual[i] * right[i];
  }
  return {
    rows,
    right: wilson(hits, rows),
    rightByBaseline: wilson(baselineHits, rows),
    // few rows, so by the interval that always covers
    unusual: rare < FEWEST_PEOPLE ? null : { rows: rare, right: clopperPearson(rareHits, rare) },
  };
}

export function beyondControl(main: Guesses, control: Guesses, level = 0.95): BeyondControl {
  const [a, b] = [countOf(main), countOf(control)];
  return { difference: differenceOfRates(a, b, level), residualRisk: residualRisk(a, b, level) };
}

function countOf({ right, rows }: Guesses): Count {
  return { successes: Math.round(right.estimate * rows), trials: rows };
}

/**
 * (m - c) / (1 - c) for the rates m and c of two independent counts, not below -1. The ends take the
 * distances of both rates to the ends of their Wilson intervals, each times the derivative by that
 * rate, as lengths at right angles: Newcombe's method for differences, carried over.
 *
 * residualRisk({ successes: 60, trials: 100 }, { successes: 20, trials: 100 }) // 0.5
 */
export function residualRisk(main: Count, control: Count, level = 0.95): Interval | null {
  const m = wilson(main.successes, main.trials, level);
  const c = wilson(control.successes, control.trials, level);
  if (!(c.estimate < 1) || Number.isNaN(m.estimate)) return null;
  const rest = 1 - c.estimate;
  const estimate = (m.estimate - c.estimate) / rest;
  const byMain = 1 / rest;
  const byControl = (1 - m.estimate) / (rest * rest);
  const low = length(byMain * (m.estimate - m.low), byControl * (c.high - c.estimate));
  const high = length(byMain * (m.high - m.estimate), byControl * (c.estimate - c.low));
  return {
    estimate: Math.max(estimate, -1),
    low: Math.max(estimate - low, -1),
    high: Math.min(estimate + high, 1),
    level,
  };
}

function length(a: number, b: number): number {
  return Math.sqrt(a * a + b * b);
}

/** Unusual values are at least this share of the rows, and at least so many rows. */
const UNUSUAL_SHARE = 0.01;
const UNUSUAL_ROWS = 10;

/** How many rows count as unusual among n. */
export function unusualCount(n: number): number {
  return Math.min(n, Math.max(UNUSUAL_ROWS, Math.ceil(UNUSUAL_SHARE * n)));
}
