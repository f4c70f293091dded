/**
 * How many of those who are in are recognised when few others are taken for them. The ratio that only 1
 * or .1 % of those who were out exceeded in earlier fits is the threshold of the next fit.
 */

import { clopperPearson, type Interval, rateAtMost } from '../../numerics/intervals.ts';
import { FEWEST_PEOPLE } from '../../numerics/publish.ts';
import type { JudgedFit } from './judgedFit.ts';

/** Of those who were in, after Clopper and Pearson; the estimate is not told where it is of one to four people. */
export interface RateAt extends Interval {
  /** The share of those who were out that were taken for members; not told of one to four people. */
  readonly falseAlarms: number;
}

/** By the share of false alarms that was aimed at. */
export type RatesAt = { readonly [Rate in (typeof RATES)[number]['rate']]?: RateAt };

const RATES = [
  { rate: '0.01', least: 500 },
  { rate: '0.001', least: 5000 },
] as const;

/** For each rate that there are enough earlier ratios for. */
export function ratesAt(judged: readonly JudgedFit[]): RatesAt {
  return Object.fromEntries(
    RATES.flatMap(({ rate, least }) => {
      const found = rateAt(judged, Number(rate), least);
      return found ? [[rate, found]] : [];
    }),
  );
}

function rateAt(judged: readonly JudgedFit[], rate: number, least: number): RateAt | undefined {
  const earlier: number[] = [];
  const [members, others] = [tally(), tally()];
  for (const { ratios, coins } of judged) {
    const threshold = earlier.length >= least ? thresholdOf(earlier, rate) : Number.NaN;
    ratios.forEach((ratio, person) => {
      const own = coins.isIn[person] ? members : others;
      if (!coins.isIn[person]) earlier.push(ratio);
      if (Number.isNaN(threshold)) return;
      own.seen++;
      if (ratio <= threshold) return;
      own.above++;
      own.people.add(person);
    });
  }
  if (members.seen === 0) return undefined;
  const recognised = isFew(members)
    ? { estimate: Number.NaN, low: 0, high: atMost(members, judged.length), level: 0.95 }
    : clopperPearson(members.above, members.seen);
  return { ...recognised, falseAlarms: isFew(others) ? Number.NaN : others.above / others.seen };
}

interface Tally {
  seen: number;
  above: number;
  readonly people: Set<number>;
}

const tally = (): Tally => ({ seen: 0, above: 0, people: new Set() });

/** Those above it are at most that share of as many again. */
function thresholdOf(ratios: readonly number[], rate: number): number {
  const sorted = Float64Array.from(ratios).sort();
  const place = Math.ceil((1 - rate) * (sorted.length + 1));
  return sorted[Math.min(place, sorted.length) - 1];
}

function isFew({ people }: Tally): boolean {
  return people.size > 0 && people.size < FEWEST_PEOPLE;
}

/** The rate of one to four people, whoever and however often, is not above this. */
function atMost({ seen }: Tally, fits: number): number {
  return rateAtMost(Math.min(seen, (FEWEST_PEOPLE - 1) * fits), seen, 0.975);
}
