/**
 * From probabilities to the figures of the game. A guess is 'in' if the probability is above 1/2, and
 * 'out' at 1/2, as scikit-learn decides. Advantage = TPR - FPR, with its sign; privacy gain = 1 -
 * advantage, from 0 (always right) over 1 (no better than chance) to 2 (always wrong). An attacker who
 * is always wrong can be turned around, so that the distance from 1 counts: the absolute advantage.
 *
 * Two kinds of intervals: Wilson's for rates count every guess as a trial, but sets of one fit share
 * the luck of that fit; so those of advantages are Student's over iterations, where the fit is the unit.
 */

import { auc } from '../../learners/scores.ts';
import { type Interval, meanInterval, wilson } from '../../numerics/intervals.ts';
import { medianOf } from '../../numerics/median.ts';
import { joined } from './joined.ts';

/** Guesses on one iteration's sets, for one target. */
export interface TrialGuesses {
  readonly iteration: number;
  /** Probabilities of sets without the target, with it, and with another row (where that was run). */
  readonly out: Float64Array;
  readonly in: Float64Array;
  readonly placebo?: Float64Array;
}

export interface Trial {
  readonly iteration: number;
  readonly truePositiveRate: number;
  readonly falsePositiveRate: number;
  /** TPR - FPR: below 0 where guesses are worse than chance. */
  readonly advantage: number;
  /** 1 - advantage. */
  readonly privacyGain: number;
  /** The same with another row in place of the target; nothing if that fit failed or was not asked for. */
  readonly placebo?: Placebo;
}

export interface Placebo {
  /** How often sets were taken for 'in' though another row was added. */
  readonly positiveRate: number;
  readonly advantage: number;
  readonly privacyGain: number;
}

export function scoreTrial(guesses: TrialGuesses): Trial {
  const falsePositiveRate = positiveRate(guesses.out);
  const truePositiveRate = positiveRate(guesses.in);
  const advantage = truePositiveRate - falsePositiveRate;
  const other = guesses.placebo && positiveRate(guesses.placebo);
  return {
    iteration: guesses.iteration,
    truePositiveRate,
    falsePositiveRate,
    advantage,
    privacyGain: 1 - advantage,
    ...(other !== undefined && {
      placebo: {
        positiveRate: other,
        advantage: other - falsePositiveRate,
        privacyGain: 1 - (other - falsePositiveRate),
      },
    }),
  };
}

export function positives(probabilities: Float64Array): number {
  let count = 0;
  for (const probability of probabilities) if (probability > 0.5) count++;
  return count;
}

function positiveRate(probabilities: Float64Array): number {
  return positives(probabilities) / probabilities.length;
}

/** The area under the ROC curve of all sets: those with the target should have the higher scores. */
export function areaUnderCurve(
  without: readonly Float64Array[],
  withTarget: readonly Float64Array[],
): number {
  const low = joined(without);
  const scores = joined([low, ...withTarget]);
  return auc(scores, new Uint8Array(scores.length).fill(1, low.length));
}

/** All guesses of many trials as two rates, each guess a trial. */
export function pooledRates(trials: readonly TrialGuesses[]): {
  readonly truePositiveRate: Interval;
  readonly falsePositiveRate: Interval;
} {
  const rate = (groups: readonly Float64Array[]) =>
    wilson(
      groups.reduce((sum, group) => sum + positives(group), 0),
      groups.reduce((sum, group) => sum + group.length, 0),
    );
  return {
    truePositiveRate: rate(trials.map((trial) => trial.in)),
    falsePositiveRate: rate(trials.map((trial) => trial.out)),
  };
}

/** The mean over iterations of each iteration's mean; nothing without any. */
export function overIterations(
  values: readonly { readonly iteration: number; readonly value: number }[],
  level = 0.95,
): Interval | undefined {
  const byIteration = new Map<number, number[]>();
  for (const { iteration, value } of values) {
    byIteration.set(iteration, [...(byIteration.get(iteration) ?? []), value]);
  }
  const means = [...byIteration.values()].map(meanOf);
  return means.length === 0 ? undefined : meanInterval(means, level);
}

/** The interval of 1 - x. */
export function oneMinus({ estimate, low, high, level }: Interval): Interval {
  return { estimate: 1 - estimate, low: 1 - high, high: 1 - low, level };
}

/** Of an even number of values the mean of the two in the middle; nothing of none. */
export function medianIfAny(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : medianOf(values);
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
