import { describe, expect, test } from 'vitest';
import {
  accuracy,
  auc,
  balancedAccuracy,
  brier,
  f1,
  labelsOf,
  macroF1,
  multiClassBrier,
  oneVsRestAuc,
  r2,
  rmse,
} from '../../src/learners/scores.ts';
import { Draw } from '../support/draw.ts';

const codes = (...values: number[]) => Int32Array.from(values);
const numbers = (...values: number[]) => Float64Array.from(values);

/** The share of pairs of a positive and a negative row in the right order: the definition. */
function pairsInOrder(scores: Float64Array, isPositive: Int32Array): number {
  let sum = 0;
  let pairs = 0;
  isPositive.forEach((a, i) => {
    isPositive.forEach((b, j) => {
      if (a !== 1 || b !== 0) return;
      pairs++;
      sum += scores[i] > scores[j] ? 1 : scores[i] === scores[j] ? 0.5 : 0;
    });
  });
  return sum / pairs;
}

describe('the area under the ROC curve', () => {
  test('by hand, with and without ties', () => {
    expect(auc(numbers(0.1, 0.4, 0.35, 0.8), codes(0, 0, 1, 1))).toBe(0.75);
    expect(auc(numbers(1, 1, 1, 2), codes(0, 1, 0, 1))).toBe(0.75);
    expect(auc(numbers(3, 3, 3), codes(0, 1, 0))).toBe(0.5);
    expect(auc(numbers(3, 2, 1), codes(0, 0, 1))).toBe(0);
  });

  test('from the definition, on scores with many ties', () => {
    const draw = new Draw(20);
    for (const n of [2, 5, 40, 200]) {
      const isPositive = Int32Array.from({ length: n }, (_, i) =>
        i < 1 || draw.integer(3) === 0 ? 1 : 0,
      );
      isPositive[1] = 0;
      const scores = draw.column(n, () => draw.integer(8) / 8);
      expect(auc(scores, isPositive)).toBe(pairsInOrder(scores, isPositive));
    }
  });

  test('of hard labels is the balanced accuracy', () => {
    const draw = new Draw(21);
    const actual = Int32Array.from({ length: 50 }, () => draw.integer(2));
    const labels = Int32Array.from({ length: 50 }, () => draw.integer(2));
    expect(auc(Float64Array.from(labels), actual)).toBeCloseTo(
      balancedAccuracy(labels, actual),
      14,
    );
  });

  test('of one class is not defined', () => {
    expect(auc(numbers(1, 2), codes(1, 1))).toBeNaN();
    expect(auc(numbers(1, 2), codes(0, 0))).toBeNaN();
  });

  test('of several classes is the mean over those that the rows can tell', () => {
    const p = [
      numbers(0.6, 0.2, 0.2, 0.1),
      numbers(0.3, 0.5, 0.7, 0.1),
      numbers(0.1, 0.3, 0.1, 0.8),
    ];
    const actual = codes(0, 1, 0, 2);
    // one against the rest: 0 in rows 0, 2 against .2, .1; 1 in row 1 against .3, .7, .1; 2 in row 3
    expect(oneVsRestAuc(p, actual)).toBeCloseTo((3.5 / 4 + 2 / 3 + 1) / 3, 14);
    expect(oneVsRestAuc(p, codes(0, 1, 0, 1))).toBeCloseTo((3.5 / 4 + 1 / 4) / 2, 14);
  });
});

describe('labels', () => {
  const actual = codes(0, 0, 0, 1);
  const predicted = codes(0, 0, 1, 1);

  test('by hand', () => {
    expect(accuracy(predicted, actual)).toBe(0.75);
    expect(balancedAccuracy(predicted, actual)).toBeCloseTo(5 / 6, 15);
    expect(f1(predicted, actual, 1)).toBeCloseTo(2 / 3, 15);
    expect(f1(predicted, actual, 0)).toBeCloseTo(4 / 5, 15);
    expect(macroF1(predicted, actual)).toBeCloseTo(11 / 15, 15);
  });

  test('a class that is never predicted has recall and F1 of 0; one that never occurs has no part', () => {
    expect(balancedAccuracy(codes(0, 0, 0), codes(0, 1, 2))).toBeCloseTo(1 / 3, 15);
    expect(balancedAccuracy(codes(3, 0), codes(0, 0))).toBe(0.5);
    expect(f1(codes(0, 0), codes(0, 1), 1)).toBe(0);
    expect(f1(codes(0, 0), codes(0, 0), 1)).toBeNaN();
    // 0: 2/3, 1: 0, 3: 0
    expect(macroF1(codes(0, 0, 3), codes(0, 1, 1))).toBeCloseTo(2 / 9, 15);
  });

  test('are those of the largest probability, the first if shared', () => {
    expect([
      ...labelsOf([numbers(0.5, 0.2, 0.2), numbers(0.5, 0.8, 0.3), numbers(0, 0, 0.5)]),
    ]).toEqual([0, 1, 2]);
  });
});

describe('probabilities', () => {
  test('the Brier score by hand; summed over classes it is twice as large for two', () => {
    const p = numbers(0.5, 1, 0.25);
    expect(brier(p, codes(1, 1, 0))).toBeCloseTo(0.3125 / 3, 15);
    expect(multiClassBrier([p.map((x) => 1 - x), p], codes(1, 1, 0))).toBeCloseTo(0.625 / 3, 15);
    expect(multiClassBrier([numbers(0.2), numbers(0.3), numbers(0.5)], codes(2))).toBeCloseTo(
      0.38,
      15,
    );
  });
});

describe('numbers', () => {
  test('R² and root mean squared error by hand', () => {
    expect(r2(numbers(1, 2, 4), numbers(1, 2, 3))).toBe(0.5);
    expect(r2(numbers(2, 2, 2), numbers(1, 2, 3))).toBe(0);
    expect(r2(numbers(3, 2, 1), numbers(1, 2, 3))).toBe(-3);
    expect(rmse(numbers(1, 2, 4), numbers(1, 2, 3))).toBeCloseTo(Math.sqrt(1 / 3), 15);
    expect(r2(numbers(1, 2), numbers(5, 5))).toBe(-Infinity);
    expect(r2(numbers(5, 5), numbers(5, 5))).toBeNaN();
  });
});
