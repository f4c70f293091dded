import { describe, expect, test } from 'vitest';
import {
  kolmogorovSmirnov,
  marginFidelity,
  marginsFidelity,
} from '../../../src/measures/fidelity/margins.ts';
import { Draw } from '../../support/draw.ts';

const numbers = (name: string, real: number[], synthetic: number[]) => ({
  name,
  real: Float64Array.from(real),
  synthetic: Float64Array.from(synthetic),
});
const levels = (name: string, real: number[], synthetic: number[], count: number) => ({
  name,
  real: Int32Array.from(real),
  synthetic: Int32Array.from(synthetic),
  levels: count,
});

describe('a column of numbers', () => {
  test('overlap over 30 bins of the pooled range', () => {
    // bins of width 1 from 0 to 30; the last one is closed
    const { overlap, totalVariation } = marginFidelity(
      numbers('x', [0, 0.5, 1, 30], [0.9, 1.1, 1.2, 29, 29.5]),
    );
    // bin 0: 2/4 and 1/5; bin 1: 1/4 and 2/5; bin 29: 1/4 and 2/5
    expect(overlap).toBeCloseTo(0.2 + 0.25 + 0.25, 14);
    expect(totalVariation).toBeCloseTo(0.3, 14);
  });

  test('Kolmogorov-Smirnov with ties', () => {
    const ks = (a: number[], b: number[]) => marginFidelity(numbers('x', a, b)).kolmogorovSmirnov;
    expect(ks([1, 2, 3], [1, 2, 3])).toBe(0);
    expect(ks([2, 1, 2], [2, 2, 1])).toBe(0);
    expect(ks([1, 1, 2], [1, 2, 2])).toBeCloseTo(1 / 3, 14);
    expect(ks([1, 2], [3, 4, 5])).toBe(1);
    expect(ks([0, -0], [-0, 0])).toBe(0);
    // behind 2: 3/4 and 1/2
    expect(ks([1, 2, 2, 5], [0, 3])).toBe(0.5);
  });

  test('Kolmogorov-Smirnov equals the largest difference at any value', () => {
    const draw = new Draw(3);
    for (let round = 0; round < 200; round++) {
      const [a, b] = [0, 0].map(() =>
        draw.column(1 + draw.integer(20), () => draw.integer(8)).sort(),
      );
      const share = (x: Float64Array, at: number) =>
        x.filter((value) => value <= at).length / x.length;
      const most = Math.max(
        ...Array.from({ length: 8 }, (_, at) => Math.abs(share(a, at) - share(b, at))),
      );
      expect(kolmogorovSmirnov(a, b)).toBeCloseTo(most, 13);
    }
  });

  test('missing values are apart', () => {
    const found = marginFidelity(numbers('x', [1, 2, NaN, NaN], [2, 1, NaN, 1, 2]));
    expect(found).toMatchObject({ overlap: 1, kolmogorovSmirnov: 0 });
    expect(found.missingDifference).toBeCloseTo(-0.3, 14);
    expect(marginFidelity(numbers('x', [NaN], [NaN]))).toMatchObject({
      overlap: 1,
      kolmogorovSmirnov: 0,
    });
    expect(marginFidelity(numbers('x', [1], [NaN]))).toMatchObject({
      overlap: 0,
      kolmogorovSmirnov: 1,
      missingDifference: 1,
    });
  });

  test('a constant', () => {
    expect(marginFidelity(numbers('x', [4, 4], [4]))).toMatchObject({
      overlap: 1,
      totalVariation: 0,
    });
  });
});

test('a column of levels: total variation', () => {
  // 2/4, 1/4, 1/4, 0 against 1/5, 1/5, 1/5, 2/5
  const found = marginFidelity(levels('g', [0, 0, 1, 2], [0, 1, 2, 3, 3, -1], 4));
  expect(found.overlap).toBeCloseTo(0.6, 14);
  expect(found.totalVariation).toBeCloseTo(0.4, 14);
  expect(found.kolmogorovSmirnov).toBeNull();
  expect(found.missingDifference).toBeCloseTo(1 / 6, 14);
});

test('means and worst columns', () => {
  const found = marginsFidelity([
    numbers('same', [1, 2], [1, 2]),
    numbers('far', [1, 2], [5, 6]),
    levels('levels', [0, 0, 1, 1], [0, 0, 0, -1], 2),
  ]);
  expect(found.meanOverlap).toBe(0.5);
  expect(found.worstOverlap).toEqual({ name: 'far', value: 0 });
  expect(found.meanKolmogorovSmirnov).toBe(0.5);
  expect(found.worstKolmogorovSmirnov).toEqual({ name: 'far', value: 1 });
  expect(found.worstMissingDifference).toEqual({ name: 'levels', value: 0.25 });
  const none = marginsFidelity([levels('levels', [0], [0], 1)]);
  expect(none).toMatchObject({ meanKolmogorovSmirnov: null, worstKolmogorovSmirnov: null });
});
