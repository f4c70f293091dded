/** Precision, recall and authenticity on a line of four points, worked out by hand. */

import { describe, expect, test } from 'vitest';
import { alphaPrecision } from '../../../src/measures/fidelity/alphaPrecision.ts';
import { authenticity, legacyAuthenticity } from '../../../src/measures/fidelity/authenticity.ts';
import { betaRecall } from '../../../src/measures/fidelity/betaRecall.ts';
import { LEVELS, quantilesAtLevels, scoreOf } from '../../../src/measures/fidelity/curve.ts';
import { neighbourSearch } from '../../../src/measures/fidelity/nearest.ts';
import { meanPoint, pointsOf } from '../../../src/measures/fidelity/points.ts';
import { sortedQuantile } from '../../../src/measures/fidelity/quantile.ts';
import { InputError } from '../../../src/numerics/inputError.ts';

// distances to the nearest other: 1, 1, 2, 4; to the mean 2.75: 2.75, 1.75, 0.25, 4.25
const real = pointsOf([Float64Array.of(0, 1, 3, 7)]);
// to the real mean: 5.75, 1.5, 7.75, 17.25; to their own mean 7.1875: 10.1875, 5.9375, 3.3125, 12.8125
const synthetic = pointsOf([Float64Array.of(-3, 1.25, 10.5, 20)]);
const realToReal = neighbourSearch(real).amongThemselves();
// 1.25, 0.25, 1.75 to row 1 and 3.5 to row 2
const realToSynthetic = neighbourSearch(synthetic).of(real);
// 3 to row 0, 0.25 to row 1, 3.5 and 13 to row 3
const syntheticToReal = neighbourSearch(real).of(synthetic);

describe('alpha-precision', () => {
  test('counts synthetic rows within the real quantiles', () => {
    const { curve, score } = alphaPrecision(real, synthetic, meanPoint(real));
    // only 1.5 is ever within; the radius is 0.25 + 1.5 (3 alpha) there, so from alpha = 0.2778 on
    expect(curve).toEqual(LEVELS.map((alpha) => (alpha > 0.2778 ? 0.25 : 0)));
    const off = LEVELS.map((alpha, k) => Math.abs(alpha - (k >= 9 ? 0.25 : 0)));
    expect(score).toBeCloseTo(1 - (2 * off.reduce((a, b) => a + b)) / 29, 14);
  });

  test('of the real rows themselves is one up to the grid', () => {
    const thirty = pointsOf([Float64Array.from({ length: 30 }, (_, i) => i * i)]);
    const { curve, score } = alphaPrecision(thirty, thirty, Float64Array.of(0));
    curve.forEach((share, k) => {
      expect(share).toBeCloseTo((k + 1) / 30, 14);
    });
    // |(k + 1)/30 - k/29| = (29 - k)/870
    expect(score).toBeCloseTo(1 - (2 * (29 * 15)) / 870 / 29, 12);
  });
});

describe('beta-recall', () => {
  test('counts real rows covered by a synthetic row near the synthetic centre', () => {
    const { curve, covered, score } = betaRecall(synthetic, realToReal, realToSynthetic);
    // rows 1, 2, 3 are covered; their synthetic rows are 5.9375, 5.9375, 3.3125 from the centre, and
    // the radius reaches 5.9375 at beta = 1/3
    expect(curve).toEqual(LEVELS.map((beta) => (beta < 1 / 3 ? 0.25 : 0.75)));
    expect(covered.estimate).toBe(0.75);
    const off = LEVELS.map((beta, k) => Math.abs(beta - (k < 10 ? 0.25 : 0.75)));
    expect(score).toBeCloseTo(1 - (2 * off.reduce((a, b) => a + b)) / 29, 14);
  });
});

test('copies of repeated rows cover them: a tie counts', () => {
  const repeated = pointsOf([Float64Array.of(1, 1, 5, 9)]);
  const search = neighbourSearch(repeated);
  const found = betaRecall(repeated, search.amongThemselves(), search.of(repeated));
  expect(found.covered.estimate).toBe(1);
});

describe('authenticity', () => {
  test('compares with the distance of the nearest real row to its own', () => {
    // 3 > 1, 0.25 < 1, 3.5 < 4, 13 > 4
    expect(authenticity(realToReal, syntheticToReal).estimate).toBe(0.5);
  });

  test('as public code has it uses the number of a synthetic row for a real one', () => {
    // 1.25 > 1, 0.25 < 1, 1.75 > 1, 3.5 > 2
    expect(legacyAuthenticity(realToReal, realToSynthetic, 4).estimate).toBe(0.75);
    expect(() => legacyAuthenticity(realToReal, realToSynthetic, 5)).toThrow(InputError);
  });

  test('of copies is zero, also where real rows are repeated', () => {
    const repeated = pointsOf([Float64Array.of(1, 1, 5, 9)]);
    const search = neighbourSearch(repeated);
    expect(authenticity(search.amongThemselves(), search.of(repeated)).estimate).toBe(0);
  });
});

test('quantiles are of type 7 and hit order statistics exactly', () => {
  const sorted = Float64Array.of(1, 2, 4, 8);
  expect(sortedQuantile(sorted, 0, 1)).toBe(1);
  expect(sortedQuantile(sorted, 1, 1)).toBe(8);
  expect(sortedQuantile(sorted, 1, 2)).toBe(3);
  expect(sortedQuantile(sorted, 1, 4)).toBe(1.75);
  const values = Float64Array.from({ length: 30 * 29 + 1 }, (_, i) => 1 / (i + 3));
  const order = values.slice().sort();
  expect(quantilesAtLevels(values)).toEqual(Float64Array.from(LEVELS, (_, k) => order[30 * k]));
});

test('both normalisations: 1 on the diagonal, and 2/29 or 1/15 off for each unit of distance', () => {
  expect(LEVELS.length).toBe(30);
  for (const normalisation of ['integral', 'synthcity'] as const) {
    expect(scoreOf(LEVELS, normalisation)).toBe(1);
  }
  const zero = LEVELS.map(() => 0);
  expect(scoreOf(zero, 'integral')).toBeCloseTo(1 - (2 * 15) / 29, 14);
  expect(scoreOf(zero, 'synthcity')).toBeCloseTo(0, 14);
});
