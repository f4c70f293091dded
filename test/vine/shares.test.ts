/** Distributions of a variable within a class: cells on the copula scale. */

import { describe, expect, test } from 'vitest';
import { discretePseudoObservations } from '../../src/numerics/ranks.ts';
import {
  countCells,
  leaveOneOut,
  roundShares,
  type Shares,
  sharesBelow,
  sharesInverse,
  sharesLogPdf,
  sharesOf,
} from '../../src/vine/shares.ts';
import { Draw } from '../support/draw.ts';
import { atomsWith } from '../support/vines.ts';

/** Cells of random widths with random counts of a class of `rows` among `all`. */
function randomCells(draw: Draw) {
  const widths = Array.from({ length: 2 + draw.integer(10) }, () => 0.1 + draw.uniform());
  const { u } = atomsWith(widths.map((each) => each / widths.reduce((sum, w) => sum + w)));
  const cuts = Array.from(u);
  const all = cuts.map(() => 5 + draw.integer(40));
  const counts = all.map((most) => (draw.uniform() < 0.2 ? 0 : draw.integer(most)));
  return { cuts, all, counts };
}

function randomShares(draw: Draw): Shares {
  const { cuts, all, counts } = randomCells(draw);
  return sharesOf(cuts, counts, all);
}

describe('shares are a distribution', () => {
  test('the density integrates to 1, and to what lies below any point', () => {
    const draw = new Draw(1);
    for (let trial = 0; trial < 50; trial++) {
      const shares = randomShares(draw);
      // the density is constant in a cell, so its middle says all of it
      const { cuts } = shares;
      const widths = cuts.map((cut, c) => cut - (cuts[c - 1] ?? 0));
      const middles = Float64Array.from(cuts, (cut, c) => cut - widths[c] / 2);
      const density = sharesLogPdf(shares, { u: middles }).map(Math.exp);
      const total = density.reduce((sum, each, c) => sum + each * widths[c], 0);
      expect(Math.abs(total - 1)).toBeLessThan(1e-12);
      for (const [c, middle] of middles.entries()) {
        const before = density.slice(0, c).reduce((sum, each, b) => sum + each * widths[b], 0);
        const [found] = sharesBelow(shares, Float64Array.of(middle));
        expect(Math.abs(found - before - (density[c] * widths[c]) / 2)).toBeLessThan(1e-12);
      }
    }
  });

  test('of a discrete variable: levels have the probability of their interval', () => {
    const draw = new Draw(2);
    for (let trial = 0; trial < 50; trial++) {
      const shares = randomShares(draw);
      const { left, u } = atomsWith([0.15, 0.05, 0.4, 0.3, 0.1]);
      const logs = sharesLogPdf(shares, { u, left });
      const [high, low] = [sharesBelow(shares, u), sharesBelow(shares, left)];
      const probabilities = logs.map((log, l) => Math.exp(log) * (u[l] - left[l]));
      probabilities.forEach(
        (p, l) => void expect(Math.abs(p - high[l] + low[l])).toBeLessThan(1e-12),
      );
      expect(Math.abs(probabilities.reduce((sum, p) => sum + p) - 1)).toBeLessThan(1e-12);
    }
  });

  test('below and inverse undo each other, from 0 to 1', () => {
    const draw = new Draw(3);
    for (let trial = 0; trial < 50; trial++) {
      const shares = randomShares(draw);
      const points = draw.column(200, () => draw.uniform());
      const there = sharesInverse(shares, sharesBelow(shares, points));
      const back = sharesBelow(shares, sharesInverse(shares, points));
      const off = points.map((x, r) => Math.max(Math.abs(there[r] - x), Math.abs(back[r] - x)));
      expect(Math.max(...off)).toBeLessThan(1e-13);
      for (const f of [sharesBelow, sharesInverse]) {
        expect(Array.from(f(shares, Float64Array.of(0, 1)))).toEqual([0, 1]);
        const sorted = f(shares, points.slice().sort());
        expect(sorted.every((value, r) => r === 0 || value > sorted[r - 1])).toBe(true);
      }
    }
  });
});

describe('shares of a class from counts', () => {
  test('cells whose rows are all of a class have its ratio, up to two rows of the prior', () => {
    // widths as all rows have them: the ratio is (count + 2 e) / ((rows + 2) e), by hand
    const { cuts, below } = sharesOf([0.2, 0.5, 1], [30, 0, 10], [40, 60, 100]);
    expect(cuts).toEqual([0.2, 0.5, 1]);
    const expected = [30 + 2 * 0.2, 0 + 2 * 0.3, 10 + 2 * 0.5].map((each) => each / 42);
    expect(below[0]).toBeCloseTo(expected[0], 14);
    expect(below[1]).toBeCloseTo(expected[0] + expected[1], 14);
    expect(below[2]).toBe(1);
  });

  test('no cell is impossible, and counts as those of all rows change nothing', () => {
    const draw = new Draw(4);
    for (let trial = 0; trial < 50; trial++) {
      const { cuts, all, counts } = randomCells(draw);
      const { below } = sharesOf(cuts, counts, all);
      expect(below.every((share, c) => share > (below[c - 1] ?? 0))).toBe(true);
      const same = sharesOf(cuts, all, all);
      same.below.forEach((share, c) => void expect(Math.abs(share - cuts[c])).toBeLessThan(1e-12));
    }
  });

  test('every value falls into the cell whose upper end is the first not below it', () => {
    const cuts = [0.25, 0.5, 1];
    const u = Float64Array.of(1e-300, 0.25, 0.25 + 1e-16, 0.2500001, 0.5, 0.7, 1);
    expect(Array.from(countCells(cuts, u))).toEqual([2, 3, 2]);
    const draw = new Draw(5);
    const many = draw.column(1000, () => draw.uniform());
    const counts = countCells(cuts, many);
    cuts.forEach((cut, c) => {
      const inside = many.filter((value) => value <= cut && value > (cuts[c - 1] ?? 0)).length;
      expect(counts[c]).toBe(inside);
    });
  });

  /** The class's rows under the ratio that its others give, each left out in turn. */
  function literally(cuts: readonly number[], own: Float64Array, all: Float64Array): number {
    const counts = countCells(cuts, all);
    const n = all.length;
    return own.reduce((total, value, r) => {
      const others = countCells(
        cuts,
        own.filter((_, other) => other !== r),
      );
      const cell = countCells(cuts, Float64Array.of(value)).indexOf(1);
      const expected = counts[cell] / n;
      return total + Math.log((others[cell] + 2 * expected) / ((own.length - 1 + 2) * expected));
    }, 0);
  }

  test('the likelihood of rows that are left out is that of leaving them out', () => {
    const draw = new Draw(6);
    for (let trial = 0; trial < 20; trial++) {
      const { cuts } = randomCells(draw);
      const all = draw.column(300, () => draw.uniform());
      const own = all.filter((value, r) => r % 3 === 0 || value < 0.3);
      const found = leaveOneOut(countCells(cuts, own), countCells(cuts, all));
      expect(Math.abs(found - literally(cuts, own, all))).toBeLessThan(1e-9);
    }
  });

  test('which is close to that of shares that are fitted without the row', () => {
    const draw = new Draw(7);
    // ranks, as a fit has them: cells of all rows are as full as they are wide
    const { upper } = discretePseudoObservations(draw.column(400, () => draw.uniform()));
    const cuts = [0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1];
    const own = upper.filter((value) => draw.uniform() < 0.2 + 0.6 * value);
    const all = countCells(cuts, upper);
    const refitted = own.reduce((total, value, r) => {
      const others = countCells(
        cuts,
        own.filter((_, other) => other !== r),
      );
      return total + sharesLogPdf(sharesOf(cuts, others, all), { u: Float64Array.of(value) })[0];
    }, 0);
    expect(Math.abs(leaveOneOut(countCells(cuts, own), all) - refitted)).toBeLessThan(0.1);
  });

  test('without a difference rows gain by their own shares half a unit for each free one, and lose it left out', () => {
    // 400 classes without a difference: the mean of the gain has a standard error of about 0.1
    const draw = new Draw(8);
    const cuts = [0.25, 0.5, 0.75, 1];
    let [within, leftOut] = [0, 0];
    const trials = 400;
    for (let trial = 0; trial < trials; trial++) {
      const own = draw.column(200, () => draw.uniform());
      const counts = countCells(cuts, own);
      const all = [1e6, 1e6, 1e6, 1e6];
      const shares = sharesOf(cuts, counts, all);
      within += sharesLogPdf(shares, { u: own }).reduce((sum, each) => sum + each, 0) / trials;
      leftOut += leaveOneOut(counts, all) / trials;
    }
    // half a chi-square with 3 degrees of freedom, and the same with the other sign
    expect(Math.abs(within - 1.5)).toBeLessThan(0.5);
    expect(Math.abs(leftOut + 1.5)).toBeLessThan(0.5);
  });
});

describe('rounded shares', () => {
  test('are shares, with rows to a multiple of five but for the prior', () => {
    const draw = new Draw(9);
    for (let trial = 0; trial < 50; trial++) {
      const shares = randomShares(draw);
      const rows = 50 + 5 * draw.integer(100);
      const { cuts, below } = roundShares(shares, rows, 5);
      expect(cuts).toEqual(shares.cuts);
      expect(below[below.length - 1]).toBe(1);
      expect(below.every((share, c) => share > (below[c - 1] ?? 0))).toBe(true);
      const prior = 2 / (rows + 2);
      below.slice(0, -1).forEach((share, c) => {
        const fives = (((share - prior * cuts[c]) / (1 - prior)) * rows) / 5;
        expect(Math.abs(fives - Math.round(fives))).toBeLessThan(1e-9);
        expect(Math.abs(share - shares.below[c])).toBeLessThan(2.5 / rows + prior + 1e-12);
      });
    }
  });
});
