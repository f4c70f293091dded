/**
 * Scores of predictions on rows with a known answer. Classes are codes from 0. A score that the rows
 * cannot give, such as the AUC of rows of one class, is NaN; whoever reports it says why.
 */

import { ranks } from '../numerics/ranks.ts';
import { sum } from '../numerics/sum.ts';

/**
 * The area under the ROC curve: the chance that a positive row scores higher than a negative one,
 * ties counting half (Mann and Whitney 1947, by midranks). Of hard labels 0 and 1 it is the balanced
 * accuracy, which is what the paper reports as AUC.
 */
export function auc(scores: Float64Array, isPositive: ArrayLike<number>): number {
  const midranks = ranks(scores, 'average');
  let positives = 0;
  let rankSum = 0;
  for (let i = 0; i < scores.length; i++) {
    if (!isPositive[i]) continue;
    positives++;
    rankSum += midranks[i];
  }
  const negatives = scores.length - positives;
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}

/** The mean over classes of the AUC of each against the rest; classes without or with all rows are left out. */
export function oneVsRestAuc(probabilities: readonly Float64Array[], actual: Int32Array): number {
  const each = probabilities.flatMap((column, k) => {
    const value = auc(column, indicator(actual, k));
    return Number.isNaN(value) ? [] : [value];
  });
  return mean(each);
}

/** The share of rows with the right label. */
export function accuracy(predicted: Int32Array, actual: Int32Array): number {
  return actual.filter((code, i) => code === predicted[i]).length / actual.length;
}

/** The mean over the classes of `actual` of the share of their rows with the right label. */
export function balancedAccuracy(predicted: Int32Array, actual: Int32Array): number {
  return mean(
    [...new Set(actual)].map((k) => {
      const { hits, misses } = confusion(predicted, actual, k);
      return hits / (hits + misses);
    }),
  );
}

/** The harmonic mean of precision and recall of one class: 2 hits / (2 hits + misses + false alarms). */
export function f1(predicted: Int32Array, actual: Int32Array, positive: number): number {
  const { hits, misses, falseAlarms } = confusion(predicted, actual, positive);
  return (2 * hits) / (2 * hits + misses + falseAlarms);
}

/** The mean of `f1` over the classes that occur among labels or answers. */
export function macroF1(predicted: Int32Array, actual: Int32Array): number {
  return mean([...new Set([...actual, ...predicted])].map((k) => f1(predicted, actual, k)));
}

/** The mean squared difference of probability and indicator of the positive class. */
export function brier(probability: Float64Array, isPositive: ArrayLike<number>): number {
  const squares = probability.map((p, i) => {
    const miss = p - (isPositive[i] ? 1 : 0);
    return miss * miss;
  });
  return sum(squares) / squares.length;
}

/** The sum of `brier` over all classes (Brier 1950): twice `brier` for two classes. */
export function multiClassBrier(
  probabilities: readonly Float64Array[],
  actual: Int32Array,
): number {
  return probabilities.reduce((total, column, k) => total + brier(column, indicator(actual, k)), 0);
}

/** 1 - residual sum of squares / sum of squares around the mean of `actual`; below 0 if worse than it. */
export function r2(predicted: Float64Array, actual: Float64Array): number {
  const centre = sum(actual) / actual.length;
  const around = actual.map((y) => (y - centre) * (y - centre));
  return 1 - sum(squaredMisses(predicted, actual)) / sum(around);
}

/** The root of the mean squared error. */
export function rmse(predicted: Float64Array, actual: Float64Array): number {
  return Math.sqrt(sum(squaredMisses(predicted, actual)) / actual.length);
}

/** The code with the largest probability in each row, the first of those that share it. */
export function labelsOf(probabilities: readonly Float64Array[]): Int32Array {
  return Int32Array.from(probabilities[0], (_, i) =>
    probabilities.reduce((best, column, k) => (column[i] > probabilities[best][i] ? k : best), 0),
  );
}

/** 1 where a row has code k, else 0. */
export function indicator(codes: Int32Array, k: number): Int32Array {
  return codes.map((code) => (code === k ? 1 : 0));
}

function confusion(predicted: Int32Array, actual: Int32Array, k: number) {
  let hits = 0;
  let misses = 0;
  let falseAlarms = 0;
  for (let i = 0; i < actual.length; i++) {
    if (actual[i] === k && predicted[i] === k) hits++;
    else if (actual[i] === k) misses++;
    else if (predicted[i] === k) falseAlarms++;
  }
  return { hits, misses, falseAlarms };
}

function squaredMisses(predicted: Float64Array, actual: Float64Array): Float64Array {
  return actual.map((y, i) => (y - predicted[i]) * (y - predicted[i]));
}

/** NaN of nothing. */
function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}
