/**
 * Whose median privacy gain is judged: that of outlying people and that of random ones. A median of a
 * handful of trials is mostly chance, the more so where two fits of a generator differ much: where one of
 * the kinds has too few trials, or too few people to be told of, all people are judged together.
 */

import { medianOf } from '../numerics/median.ts';
import { FEWEST_PEOPLE } from '../numerics/publish.ts';

const LEAST_TRIALS = 10;

export interface JudgedGain {
  readonly who: 'outlying people' | 'random people' | 'all people';
  readonly gain: number;
}

/** The privacy gains of the iterations with one person. */
export interface PersonGains {
  readonly kind: 'outlying' | 'random';
  readonly gains: readonly number[];
}

/** Nothing is judged where there are too few people. */
export function judgedGains(people: readonly PersonGains[]): JudgedGain[] {
  const attacked = people
    .map(({ kind, gains }) => ({ kind, gains: gains.filter(Number.isFinite) }))
    .filter(({ gains }) => gains.length > 0);
  if (attacked.length < FEWEST_PEOPLE) return [];
  const kinds = (['outlying', 'random'] as const)
    .map((kind) => ({
      who: `${kind} people` as const,
      own: attacked.filter((each) => each.kind === kind),
    }))
    .filter(({ own }) => own.length > 0);
  const values = (own: readonly PersonGains[]) => own.flatMap(({ gains }) => gains);
  const areFew = kinds.some(
    ({ own }) => own.length < FEWEST_PEOPLE || values(own).length < LEAST_TRIALS,
  );
  const judged = areFew ? [{ who: 'all people' as const, own: attacked }] : kinds;
  return judged.map(({ who, own }) => ({ who, gain: medianOf(values(own)) }));
}
