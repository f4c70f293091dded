/**
 * Whose median privacy gain is judged: that of outlying people and that of random ones. A median of a
 * handful of trials is mostly chance, the more so where two fits of a generator differ much: where one of
 * the kinds has too few, all people are judged together.
 */

import { medianOf } from '../numerics/median.ts';

const LEAST_TRIALS = 10;

export interface JudgedGain {
  readonly who: 'outlying people' | 'random people' | 'all people';
  readonly gain: number;
}

/** Privacy gains by target and iteration; nothing is judged where there are none. */
export function judgedGains(gains: {
  readonly outlying: readonly number[];
  readonly random: readonly number[];
}): JudgedGain[] {
  const outlying = gains.outlying.filter(Number.isFinite);
  const random = gains.random.filter(Number.isFinite);
  const kinds = [
    { who: 'outlying people' as const, values: outlying },
    { who: 'random people' as const, values: random },
  ].filter(({ values }) => values.length > 0);
  const areFew = kinds.some(({ values }) => values.length < LEAST_TRIALS);
  const judged = areFew
    ? [{ who: 'all people' as const, values: [...outlying, ...random] }]
    : kinds;
  return judged.map(({ who, values }) => ({ who, gain: medianOf(values) }));
}
