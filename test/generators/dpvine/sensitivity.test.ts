/**
 * How far one row can move what is measured: derived in measure.ts, found here by brute force, and held by
 * random neighbours. What would break the promise (tau-b, rows that are not clipped) is shown to be caught.
 */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { squaredBound } from '../../../src/generators/dpvine/clippedScores.ts';
import { columnScores } from '../../../src/generators/dpvine/margins.ts';
import { noiseScales } from '../../../src/generators/dpvine/measure.ts';
import { type Plan, planOf } from '../../../src/generators/dpvine/plan.ts';
import {
  aboveDiagonal,
  classCounts,
  contrastsOf,
  marginCounts,
  sumRows,
} from '../../../src/generators/dpvine/statistics.ts';
import { kendallTau } from '../../../src/numerics/kendallTau.ts';
import { Draw } from '../../support/draw.ts';
import { cellsOf } from './cells.ts';

const size = (values: ArrayLike<number>) =>
  Math.sqrt(Array.from(values).reduce((sum, value) => sum + value * value, 0));

describe('what one row can change', () => {
  test("Kendall's numerator: 2 (n - 1), so tau-a 4 / n, reached; tau-b: all of its range", () => {
    const n = 40;
    const numerator = (x: readonly number[], y: readonly number[]) => {
      let sum = 0;
      for (let i = 0; i < n; i++) {
        for (let k = 0; k < i; k++) sum += Math.sign(x[i] - x[k]) * Math.sign(y[i] - y[k]);
      }
      return sum;
    };
    const rising = Array.from({ length: n }, (_, i) => i);
    const moved = rising.map((value, i) => (i === n - 1 ? -1 : value));
    const change = numerator(rising, rising) - numerator(rising, moved);
    expect(change).toBe(2 * (n - 1));
    expect((2 * change) / (n * (n - 1))).toBeCloseTo(4 / n, 12);
    // one row differs, and tau-b goes from 1 to -1: it must never be released
    const single = Float64Array.from({ length: n }, (_, i) => (i === 0 ? 1 : 0));
    expect(kendallTau(single, single)).toBeCloseTo(1, 12);
    expect(
      kendallTau(
        single,
        single.map((value) => -value),
      ),
    ).toBeCloseTo(-1, 12);
  });

  test("Kendall's numerator with ties moves no further, in random tables", () => {
    const n = 12;
    const draw = new Draw(5);
    let most = 0;
    for (let round = 0; round < 2000; round++) {
      const [x, y] = [0, 1].map(() => Array.from({ length: n }, () => draw.integer(3)));
      // only the terms of the row that is replaced change
      const terms = (a: number, b: number) =>
        x.reduce(
          (sum, own, k) => sum + (k === 0 ? 0 : Math.sign(a - own) * Math.sign(b - y[k])),
          0,
        );
      most = Math.max(most, Math.abs(terms(x[0], y[0]) - terms(draw.integer(3), draw.integer(3))));
    }
    expect(most).toBeGreaterThan(n / 2);
    expect(most).toBeLessThanOrEqual(2 * (n - 1));
  });

  test.each([
    [4, 156],
    [6, 234],
  ])("Kendall's numerators of all pairs of %i columns: (n - 1) d, reached", (d, bound) => {
    // against every partner the row's signs are s before and s' after, at right angles to each other
    const n = 40;
    const before = new Array<number>(d).fill(1);
    const after = before.map((_, j) => (j < d / 2 ? 1 : -1));
    const change = before.flatMap((_, j) =>
      before.slice(j + 1).map((__, k) => (n - 1) * (1 - after[j] * after[j + 1 + k])),
    );
    // s.s' = 0: d²/4 pairs change by 2 (n - 1)
    expect(size(change)).toBeCloseTo(bound, 9);
    expect(bound).toBe((n - 1) * d);
  });

  test('sums 2 B and products B², nearly reached by rows as long as they may be', () => {
    const d = 8;
    const B = Math.sqrt(d);
    const draw = new Draw(3);
    let [sums, products, apart] = [0, 0, 0];
    const off = (a: readonly number[], b: readonly number[], sign: number) =>
      size(a.flatMap((x, j) => a.slice(j + 1).map((y, k) => x * y - sign * b[j] * b[j + 1 + k])));
    for (let round = 0; round < 20_000; round++) {
      const row = () => {
        const signs = Array.from({ length: d }, () => (draw.uniform() < 0.5 ? -1 : 1));
        return signs.map((sign) => (sign * B) / Math.sqrt(d));
      };
      const [a, b] = [row(), row()];
      sums = Math.max(sums, size(a.map((x, j) => x + b[j])), size(a.map((x, j) => x - b[j])));
      products = Math.max(products, off(a, b, 1));
      // from one class to another, both matrices change
      apart = Math.max(
        apart,
        Math.sqrt(
          off(
            a,
            a.map(() => 0),
            0,
          ) **
            2 +
            off(
              b,
              b.map(() => 0),
              0,
            ) **
              2,
        ),
      );
    }
    expect(sums).toBeCloseTo(2 * B, 9);
    expect(products).toBeLessThanOrEqual(B * B + 1e-9);
    expect(products).toBeGreaterThan(0.98 * B * B);
    expect(apart).toBeLessThanOrEqual(B * B + 1e-9);
    expect(apart).toBeGreaterThan(0.9 * B * B);
  });
});

/** The exact sums of a table, by scores that are fixed: those of neighbours follow from noisy margins. */
function exact(
  plan: Plan,
  rows: readonly (readonly number[])[],
  scores: ReturnType<typeof columnScores>,
) {
  const codes = plan.columns.map((_, j) => Int32Array.from(rows, (row) => row[j]));
  const groups =
    plan.classes === 0
      ? codes[plan.response].map((code) => (code < 3 ? 0 : 1))
      : codes[plan.response];
  const { sums, products } = sumRows(plan, codes, scores, groups, true);
  const margins = plan.histograms.flatMap((_, h) =>
    Array.from(marginCounts(plan, codes, h, groups)),
  );
  const d = plan.variables.length;
  return {
    contrasts: contrastsOf(plan, sums).flatMap((row) => Array.from(row)),
    products: products.flatMap((matrix) => Array.from(aboveDiagonal(matrix, d))),
    classes: plan.classes < 2 ? [] : Array.from(classCounts(plan, codes)),
    margins,
  };
}

const apartBy = (a: readonly number[], b: readonly number[]) => size(a.map((x, i) => x - b[i]));

describe.each([0, 2, 3, 5])('measured sums, %i classes', (classes) => {
  const plan = planOf(cellsOf(classes, 3), 'y');
  const cells = plan.columns.map((column) => column.cells);
  const draw = new Draw(9);
  const others = Array.from({ length: 12 }, () => cells.map((count) => draw.integer(count)));
  const row = fc.tuple(...cells.map((count) => fc.nat({ max: count - 1 })));
  const margin = fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 40, maxLength: 40 });
  const unit = { classes: 1, margins: 1, response: 1, moments: 1 };
  const most = noiseScales(plan, { mu: 2, parts: unit });
  const { response, moments } = most;

  test('whole, and never further apart than noise is made for', () => {
    fc.assert(
      fc.property(row, row, margin, (before, after, noisy) => {
        const margins = plan.histograms.map(({ column, isGrouped }) => {
          const groups = isGrouped ? (classes === 0 ? 2 : classes) : 1;
          return Array.from({ length: groups * cells[column] }, (_, i) => noisy[i % 40]);
        });
        const scores = columnScores(plan, margins, 13);
        const [a, b] = [before, after].map((own) => exact(plan, [own, ...others], scores));
        expect(a.contrasts.every(Number.isSafeInteger)).toBe(true);
        expect(a.products.every(Number.isSafeInteger)).toBe(true);
        expect(apartBy(a.contrasts, b.contrasts)).toBeLessThanOrEqual(response);
        expect(apartBy(a.products, b.products)).toBeLessThanOrEqual(moments);
        expect(apartBy(a.classes, b.classes)).toBeLessThanOrEqual(most.classes);
        expect(apartBy(a.margins, b.margins)).toBeLessThanOrEqual(most.margins);
      }),
      { numRuns: 300, seed: 4 },
    );
  });
});

test('rows that are not clipped would be caught', () => {
  const plan = planOf(cellsOf(2, 3), 'y');
  const margins = plan.histograms.map(({ column, isGrouped }) =>
    Array.from({ length: (isGrouped ? 2 : 1) * plan.columns[column].cells }, (_, i) =>
      i === 0 ? 1000 : 1,
    ),
  );
  const scores = columnScores(plan, margins, 1000);
  // the sum of squares of a row of rare cells, as it would be without clipping
  const squares = plan.variables.reduce((sum, { column, kind }) => {
    const own = scores.get(column);
    const table = kind === 'value' ? own?.byCell : own?.missingByCell;
    return sum + Math.trunc(256 * Math.max(...(table ?? []))) ** 2;
  }, 0);
  expect(squares).toBeGreaterThan(2 * squaredBound(plan.variables.length));
});
