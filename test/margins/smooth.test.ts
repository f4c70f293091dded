import { describe, expect, test } from 'vitest';
import { decode } from '../../src/margins/margin.ts';
import { observe } from '../../src/margins/observations.ts';
import { probabilityOf, quantileFunction } from '../../src/margins/quantileCurve.ts';
import { decodeSmooth, encodeSmooth, smoothMargin } from '../../src/margins/smooth.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { columnOf, distance, evenly, shapeNames } from './columns.ts';

const rng = rngFromSeed(7);
const fine = { k: 5, grid: { decimals: 10 } };
const fitted = (values: Float64Array, settings = {}) =>
  smoothMargin(observe(values), { ...fine, ...settings });

describe.each(shapeNames)('a smooth margin of a column of shape %s', (shape) => {
  test.each([20, 100, 884, 9105])('is near its distribution, n = %i', (n) => {
    const grid = shape === 'whole' ? { decimals: 0 } : fine.grid;
    const column = columnOf(shape, n);
    const margin = fitted(column, { grid });
    const drawn = decodeSmooth(margin, evenly(20_000));
    expect(distance(column, drawn)).toBeLessThan(1.5 / Math.sqrt(n) + 1 / margin.p.length);
  });

  test('is monotone, and no knot is a value of the column that fewer than five rows have', () => {
    const column = columnOf(shape, 1000);
    const margin = fitted(column);
    const drawn = decodeSmooth(margin, evenly(5000));
    for (let i = 1; i < drawn.length; i++) expect(drawn[i]).toBeGreaterThanOrEqual(drawn[i - 1]);
    const rare = new Set(column.filter((x) => column.filter((y) => y === x).length < 5));
    const kept = [...margin.x, margin.least, margin.largest];
    // whole numbers may meet by chance: there the mean of five rows can be one
    if (shape !== 'whole') expect(kept.filter((x) => rare.has(x))).toEqual([]);
  });

  test('gives back no extreme that is one record', () => {
    for (const n of [20, 57, 400]) {
      const grid = shape === 'whole' ? { decimals: 0 } : { decimals: 2 };
      const column = columnOf(shape, n, n).map((x) => Number(x.toFixed(grid.decimals)));
      const drawn = decodeSmooth(fitted(column, { grid }), evenly(50_000));
      for (const extreme of [Math.min(...column), Math.max(...column)]) {
        if (column.filter((x) => x === extreme).length < 5) expect(drawn).not.toContain(extreme);
      }
    }
  });

  test('decodes what it encodes, in order', () => {
    const column = columnOf(shape, 2000);
    const margin = fitted(column);
    const u = encodeSmooth(margin, column, rng);
    expect(u.every((each) => each > 0 && each < 1)).toBe(true);
    const back = decode(margin, u, () => u);
    expect(distance(column, back)).toBeLessThan(0.05);
    for (let i = 1; i < 200; i++) {
      if (column[i] > column[i - 1]) expect(back[i]).toBeGreaterThanOrEqual(back[i - 1]);
    }
  });
});

describe('a smooth margin', () => {
  test('keeps zeros: as many, and each where it was', () => {
    const column = columnOf('zeroInflated', 3000);
    const margin = fitted(column);
    expect(margin.atoms.map(({ value }) => value)).toEqual([0]);
    const back = decodeSmooth(margin, encodeSmooth(margin, column, rng));
    expect(back.map((x) => (x === 0 ? 1 : 0))).toEqual(column.map((x) => (x === 0 ? 1 : 0)));
    const zeros = (x: Float64Array) => x.filter((each) => each === 0).length / x.length;
    expect(zeros(decodeSmooth(margin, evenly(10_000)))).toBeCloseTo(zeros(column), 3);
  });

  test('keeps atoms inside and at the top', () => {
    const column = columnOf('uniform', 2000).map((x, i) =>
      i % 5 === 0 ? 0.5 : i % 7 === 0 ? 1 : x,
    );
    const margin = fitted(column);
    expect(margin.atoms.map(({ value }) => value)).toEqual([0.5, 1]);
    const drawn = decodeSmooth(margin, evenly(10_000));
    const share = (value: number, x: Float64Array) =>
      x.filter((y) => y === value).length / x.length;
    expect(share(0.5, drawn)).toBeCloseTo(share(0.5, column), 2);
    expect(share(1, drawn)).toBeCloseTo(share(1, column), 2);
  });

  test('reaches declared bounds and never leaves them', () => {
    const column = columnOf('exponential', 500);
    const margin = fitted(column, { min: 0, max: 20_000 });
    expect([margin.least, margin.largest]).toEqual([0, 20_000]);
    const drawn = decodeSmooth(margin, Float64Array.of(1e-12, 0.5, 1 - 1e-12));
    expect(drawn[0]).toBeGreaterThanOrEqual(0);
    expect(drawn[2]).toBeGreaterThan(Math.max(...column) / 2);
    expect(drawn[2]).toBeLessThanOrEqual(20_000);
  });

  test('rounds to the decimals of the column', () => {
    const column = columnOf('normal', 500).map((x) => Number(x.toFixed(2)));
    for (const x of decodeSmooth(fitted(column, { grid: { decimals: 2 } }), evenly(1000))) {
      expect(x).toBe(Number(x.toFixed(2)));
    }
    const minutes = decodeSmooth(
      fitted(
        column.map((x) => x * 1e5),
        { grid: { decimals: 0, step: 60 } },
      ),
      evenly(100),
    );
    expect(minutes.every((x) => x % 60 === 0)).toBe(true);
  });

  test('counts a donor as often as it gave', () => {
    const column = columnOf('uniform', 1000);
    const weights = column.map((x) => (x > 0.5 ? 3 : 1));
    const margin = smoothMargin(observe(column, weights), fine);
    const above = decodeSmooth(margin, evenly(10_000)).filter((x) => x > 0.5).length / 10_000;
    expect(above).toBeCloseTo(0.75, 1);
  });

  test('finds the probability of a value again', () => {
    const margin = fitted(columnOf('normal', 1000));
    const quantile = quantileFunction(margin);
    for (const p of [0.001, 0.2, 0.5, 0.9, 0.999]) {
      expect(probabilityOf(margin, quantile(p))).toBeCloseTo(p, 9);
    }
  });

  test('scales with the column', () => {
    const column = columnOf('pareto', 500);
    for (const factor of [1e-9, 1e9]) {
      const drawn = decodeSmooth(
        fitted(
          column.map((x) => x * factor),
          { grid: { decimals: 20 } },
        ),
        evenly(100),
      );
      const plain = decodeSmooth(fitted(column, { grid: { decimals: 20 } }), evenly(100));
      drawn.forEach((x, i) => {
        expect(x / factor / plain[i]).toBeCloseTo(1, 1);
      });
    }
  });
});
