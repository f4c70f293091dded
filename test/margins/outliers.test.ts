/** What single records do to margins: nothing by how far out they lie, and little anywhere else. */

import { describe, expect, test } from 'vitest';
import { clipToLimits } from '../../src/margins/clip.ts';
import { hiddenRecords, limitsOf } from '../../src/margins/limits.ts';
import { decode } from '../../src/margins/margin.ts';
import { numericMargin } from '../../src/margins/numericMargin.ts';
import { meanOf, observe } from '../../src/margins/observations.ts';
import { quantileFunction } from '../../src/margins/quantileCurve.ts';
import { smoothMargin } from '../../src/margins/smooth.ts';
import { Draw } from '../support/draw.ts';
import { columnOf, distance, evenly, shapeNames } from './columns.ts';

const k = 5;
const settings = { k, grid: { decimals: 3 }, margins: 'smooth' as const };

/** The columns that an attack would choose, and all shapes. */
const COLUMNS: Readonly<Record<string, (n: number, draw: Draw) => Float64Array>> = {
  ...Object.fromEntries(shapeNames.map((shape) => [shape, (n: number) => columnOf(shape, n, n)])),
  fewValues: (n, draw) =>
    draw.column(n, () => Math.min(9, Math.floor(-2 * Math.log(1 - draw.uniform())))),
  pooledEnds: (n, draw) => draw.column(n, (_) => (draw.uniform() < 0.9 ? 2 : draw.integer(7) - 1)),
  atomAtTop: (n, draw) => draw.column(n, () => Math.min(1, 2 * draw.uniform())),
  dates: (n, draw) => draw.column(n, () => 1.6e9 + 86_400 * draw.integer(900)),
};

/** The column with its `count` outermost records on a side moved out, each further than the next. */
function movedOut(column: Float64Array, count: number, side: 1 | -1, far: number): Float64Array {
  const rows = Array.from(column.keys()).sort((i, j) => side * (column[j] - column[i]) || i - j);
  const moved = column.slice();
  rows.slice(0, count).forEach((row, place) => {
    moved[row] = column[row] + side * Math.round(far * (count - place));
  });
  return moved;
}

describe.each(Object.keys(COLUMNS))('a margin of a column of kind %s', (kind) => {
  test.each([12, 23, 60, 400, 2500])(
    'does not know how far out its outermost records are, n = %i',
    (n) => {
      const draw = new Draw(n);
      const column = COLUMNS[kind](n, draw);
      const weights = draw.column(n, () => 1 + draw.integer(3));
      const hidden = hiddenRecords(n, k);
      for (const side of [1, -1] as const) {
        // two different ways of lying out, so that no record is tied with those that stay
        for (const count of [1, hidden]) {
          const far = [10, 1e4, 1e7].map((distance) => movedOut(column, count, side, distance));
          for (const extra of [{}, { weights }, side === 1 ? { min: -1e9 } : { max: 1e10 }]) {
            const [first, ...others] = far.map(
              (own) => numericMargin(own, { ...settings, ...extra }).margin,
            );
            for (const other of others) expect(other).toEqual(first);
          }
        }
      }
    },
  );
});

test('k - 1 records that lie together, or one by one, are the same', () => {
  const column = columnOf('normal', 300);
  const spread = movedOut(column, 4, 1, 50);
  const together = spread.map((x) => (x > 40 ? 77 : x));
  const margin = (own: Float64Array) => numericMargin(own, settings).margin;
  expect(margin(together)).toEqual(margin(spread));
  const whole = new Draw(1).column(300, (draw) => draw.integer(6));
  const out = movedOut(whole, 4, 1, 50);
  expect(margin(out.map((x) => (x > 40 ? 77 : x)))).toEqual(margin(out));
});

describe('limits', () => {
  const grid = { decimals: 2 };
  test('are the mean of the records behind the hidden ones, rounded inwards', () => {
    const values = Float64Array.from({ length: 40 }, (_, i) => i + 0.001);
    expect(limitsOf(values, k, grid, {})).toEqual({ least: 6.01, largest: 33 });
    values[39] = 1e9;
    expect(limitsOf(values, k, grid, {})).toEqual({ least: 6.01, largest: 33 });
    expect(limitsOf(values, k, grid, { max: 50 })).toEqual({ least: 6.01, largest: 50 });
  });

  test('are a value that enough records share', () => {
    const values = Float64Array.from({ length: 40 }, (_, i) => Math.min(i, 30));
    expect(limitsOf(values, k, grid, {}).largest).toBe(30);
  });

  test('never lie beyond the k-th outermost record, nor cross', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const draw = new Draw(seed);
      const n = 1 + draw.integer(60);
      const own = 2 + draw.integer(7);
      const values = draw.column(n, () => Math.round(draw.uniform() ** 3 * 50)).sort();
      const { least, largest } = limitsOf(values, own, { decimals: 0 }, {});
      expect(least).toBeLessThanOrEqual(largest);
      if (n < 2 * own + 1) continue;
      expect(largest).toBeLessThanOrEqual(values[n - own]);
      expect(least).toBeGreaterThanOrEqual(Math.min(values[own - 1], largest));
    }
  });

  test('clip a column, its gaps kept', () => {
    const column = Float64Array.of(...Array.from({ length: 40 }, (_, i) => i), 1e9, Number.NaN);
    const clipped = clipToLimits(column, k, grid);
    expect(clipped[40]).toBe(34);
    expect(clipped[0]).toBe(6);
    expect(clipped[41]).toBeNaN();
  });
});

describe('a knot', () => {
  test('is a mean that one record moves by no more than the span around it over k', () => {
    // means of runs of k or more sorted records: property of every bin before it is rounded
    for (let seed = 1; seed <= 300; seed++) {
      const draw = new Draw(seed);
      const n = 30 + draw.integer(100);
      const column = draw.column(n, () => (1 - draw.uniform()) ** -1.5);
      const sorted = column.slice().sort();
      const size = k + draw.integer(8);
      const start = draw.integer(n - size - 1) + 1;
      const changed = column.slice();
      changed[draw.integer(n)] = draw.uniform() < 0.5 ? 1e9 * draw.uniform() : -1e9;
      const before = meanOf(observe(column), start, start + size);
      const after = meanOf(observe(changed), start, start + size);
      if (start + size >= n) continue;
      const span = sorted[start + size] - sorted[start - 1];
      expect(Math.abs(after - before)).toBeLessThanOrEqual(span / size + 1e-9 * span);
    }
  });

  test('moves by little when any one record is changed', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const draw = new Draw(seed);
      const column = columnOf(shapeNames[seed % 5], 200, seed);
      const changed = column.slice();
      const row = draw.integer(200);
      changed[row] = draw.uniform() < 0.5 ? 1e6 : -1e6;
      const made = (own: Float64Array) => smoothMargin(observe(own), { k, grid: { decimals: 9 } });
      const [a, b] = [made(column), made(changed)];
      expect(b.p).toEqual(a.p);
      b.x.forEach((x, i) => {
        // a run of sorted records moves by one place at most; rounding adds a step of the width here
        const from = Math.max(i - 2, 0);
        const to = Math.min(i + 2, a.x.length - 1);
        const width = Math.max(a.x[to] - a.x[from], b.x[to] - b.x[from]);
        expect(Math.abs(x - a.x[i])).toBeLessThanOrEqual((4 * width) / k);
      });
    }
  });

  test('of a bin with a record alone between two clusters does not tell it', () => {
    // what an attacker who knows all other records makes of the bin's mean
    const sizes: number[] = [];
    for (let seed = 1; seed <= 200; seed++) {
      const draw = new Draw(seed);
      const lone = 100 + 800 * draw.uniform();
      const others = draw.column(39 + draw.integer(60), (_) =>
        draw.uniform() < 0.5 ? draw.uniform() : 1000 + draw.uniform(),
      );
      const column = Float64Array.of(...others, lone);
      const margin = (own: Float64Array) =>
        smoothMargin(observe(own), { k, grid: { decimals: 6 } });
      const published = JSON.stringify(margin(column));
      // all places of the lone record that give the very same model
      const possible = Array.from({ length: 91 }, (_, i) => 50 + 10 * i).filter(
        (guess) => JSON.stringify(margin(Float64Array.of(...others, guess))) === published,
      );
      sizes.push(possible.length > 0 ? Math.max(...possible) - Math.min(...possible) : 0);
    }
    sizes.sort((a, b) => a - b);
    // half of the attackers are left with more than a tenth of the gap, though they know everyone else
    expect(sizes[100]).toBeGreaterThan(90);
  });
});

describe('tails', () => {
  test.each(['normal', 'exponential', 'pareto', 'uniform'])(
    'of shape %s are kept up to the hidden records',
    (shape) => {
      for (const n of [200, 1000, 9000]) {
        const column = columnOf(shape, n, n);
        const margin = smoothMargin(observe(column), { k, grid: { decimals: 9 } });
        const sorted = column.slice().sort();
        const quantile = quantileFunction(margin);
        // between the order statistics of three standard errors of the count, and a tenth of a bin
        for (const p of [0.05, 0.95]) {
          const slack = 3 * Math.sqrt(p * (1 - p) * n) + Math.sqrt(n) / 10;
          const at = (place: number) => sorted[Math.round(Math.min(Math.max(place, 0), n - 1))];
          expect(quantile(p)).toBeGreaterThanOrEqual(at(p * n - slack));
          expect(quantile(p)).toBeLessThanOrEqual(at(p * n + slack));
        }
        const drawn = decode(margin, evenly(20_000), () => evenly(1));
        expect(distance(column, drawn)).toBeLessThan((1.2 * (k + 2)) / n + 0.6 / Math.sqrt(n));
      }
    },
  );
});
