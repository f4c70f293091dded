/** The numbers and statements of docs/theory.md, for Gaussian vines. */

import { describe, expect, test } from 'vitest';
import { NORMAL } from '../../src/order/hermiteLoadings.ts';
import { type PreviewClass, previewByClass } from '../../src/order/previewByClass.ts';
import { Draw } from '../support/draw.ts';
import {
  inverseOf,
  type Matrix,
  randomCorrelations,
  regress,
  truncatedByDefinition,
} from './gaussian.ts';
import { drawNormals, leastSquares } from './mixture.ts';

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

const d = 7;
/** x1, x2 and x3 are protected. */
const CUT = 3;

/** The vines of two classes without the response, in the paper's order, and cut at level t. */
function twoClasses(seed: number, t: number): { whole: Matrix; cut: Matrix }[] {
  const draw = new Draw(seed);
  return [0, 1].map(() => {
    const whole = randomCorrelations(draw, d);
    return { whole, cut: truncatedByDefinition(whole, t - 1, CUT) };
  });
}

/** The columns that are centres of trees 2 to t. */
const centres = (t: number) => range(d + 1 - t, d);

describe('a protected column, given Y and the centres of trees 2 to t', () => {
  test('is independent of all others: partial correlations are 0, to rounding', () => {
    for (const t of range(1, d + 2 - CUT)) {
      for (const { cut } of twoClasses(201, t)) {
        for (const s of range(0, CUT)) {
          for (const other of range(0, d).filter((k) => k !== s && !centres(t).includes(k))) {
            // of both given the centres, from the inverse of their covariances
            const chosen = [s, other, ...centres(t)];
            const inverse = inverseOf(chosen.map((a) => chosen.map((b) => cut[a][b])));
            expect(Math.abs(inverse[0][1]), `t ${t}: ${s}, ${other}`).toBeLessThan(1e-11);
          }
        }
      }
    }
  });

  test('its coefficients on all columns but the centres are 0 within classes, on them those of the whole vine', () => {
    for (const t of range(1, d + 2 - CUT)) {
      for (const { whole, cut } of twoClasses(202, t)) {
        for (const s of range(0, CUT)) {
          const others = range(0, d).filter((k) => k !== s);
          const on = centres(t);
          const expected = regress(whole, s, on);
          regress(cut, s, others).forEach((b, i) => {
            const at = on.indexOf(others[i]);
            expect(Math.abs(b - (expected[at] ?? 0)), `t ${t}: ${s}`).toBeLessThan(1e-10);
          });
        }
      }
    }
  });

  test('columns that are not protected keep their correlations', () => {
    for (const t of range(1, d)) {
      for (const { whole, cut } of twoClasses(203, t)) {
        for (const i of range(CUT, d)) {
          for (const j of range(CUT, d)) expect(cut[i][j]).toBeCloseTo(whole[i][j], 11);
        }
      }
    }
  });

  // 40,000 rows: a partial correlation has an error of 0.005; with 16 of them, five errors are exceeded
  // by chance once in 100,000 runs
  test('in rows that are drawn: partial correlations below 0.025', () => {
    const t = 3;
    const draw = new Draw(204);
    for (const { cut } of twoClasses(205, t)) {
      const columns = drawNormals(draw, cut, 40_000);
      const given = centres(t).map((k) => columns[k]);
      const rest = (k: number) => {
        const { coefficients } = leastSquares(columns[k], given, inverseOf);
        return columns[k].map((x, i) => coefficients.reduce((r, b, g) => r - b * given[g][i], x));
      };
      const left = range(0, d - 2).map(rest);
      const product = (a: Float64Array, b: Float64Array) => a.reduce((p, x, i) => p + x * b[i], 0);
      for (const s of [0, 1]) {
        for (const k of range(0, d - 2).filter((other) => other !== s)) {
          const r =
            product(left[s], left[k]) /
            Math.sqrt(product(left[s], left[s]) * product(left[k], left[k]));
          expect(Math.abs(r), `${s}, ${k}`).toBeLessThan(0.025);
        }
      }
    }
  });
});

describe('slopes that change their sign with the class', () => {
  /** S, B and A in the order of the vine: A is the centre of tree 2. */
  const classes = [1, -1].map((sign, c): PreviewClass => {
    const [sa, ba] = [0.6 * sign, 0.5 * sign];
    return {
      label: `${c}`,
      share: 0.5,
      correlations: [
        [1, 0.9, sa],
        [0.9, 1, ba],
        [sa, ba, 1],
      ].map((row) => Float64Array.from(row)),
      margins: [NORMAL, NORMAL, NORMAL],
      means: new Float64Array(3),
      deviations: new Float64Array(3).fill(1),
      response: { mean: c, variance: 0 },
    };
  });
  const attackAt = (level: number) =>
    previewByClass({
      names: ['S', 'B', 'A', 'Y'],
      sensitive: ['S'],
      protected: ['S'],
      rows: 1000,
      scale: 'scores',
      classes,
      levels: [level],
    }).levels[0].sensitive[0];

  test('a pooled regression has a coefficient on a column that is no centre, and explains less', () => {
    const { coefficients, r2, within } = attackAt(2);
    const [onB, onA, onY] = coefficients;
    expect(onB).toBeCloseTo(0.3, 12);
    expect(onA).toBeCloseTo(0, 12);
    expect(onY).toBeCloseTo(0, 12);
    expect(r2).toBeCloseTo(0.09, 12);
    expect(within?.r2).toBeCloseTo(0.36, 12);
    // 0 on B and 0.6 on A, in both classes
    expect(within?.mab).toBeCloseTo(0.3, 12);
  });

  test('at level 1 there is nothing to find, for either attacker', () => {
    const { r2, within } = attackAt(1);
    expect(r2).toBeCloseTo(0, 12);
    expect(within?.r2).toBeCloseTo(0, 12);
  });
});

test('a pooled regression never explains more than regressions within classes', () => {
  const draw = new Draw(206);
  for (let k = 0; k < 20; k++) {
    const classes = [0.4, 0.6].map(
      (share, c): PreviewClass => ({
        label: `${c}`,
        share,
        correlations: randomCorrelations(draw, d).map((row) => Float64Array.from(row)),
        margins: range(0, d).map(() => NORMAL),
        means: draw.column(d, () => draw.uniform() - 0.5),
        deviations: draw.column(d, () => 0.5 + draw.uniform()),
        response: { mean: c, variance: 0 },
      }),
    );
    const names = [...range(0, d).map((i) => `x${i}`), 'Y'];
    const { levels } = previewByClass({
      names,
      sensitive: ['x0', 'x1'],
      protected: ['x0', 'x1'],
      rows: 1000,
      scale: 'scores',
      classes,
    });
    for (const { sensitive } of levels) {
      for (const { r2, within } of sensitive) expect(r2).toBeLessThan((within?.r2 ?? 0) + 1e-12);
    }
  }
});

describe('two blocks that are independent within each class', () => {
  test('leave nothing to find but Y, up to the level d + 1 - |P|', () => {
    const draw = new Draw(207);
    const blocks = () => {
      const [first, rest] = [randomCorrelations(draw, CUT), randomCorrelations(draw, d - CUT)];
      return range(0, d).map((i) =>
        Float64Array.from(range(0, d), (j) =>
          i < CUT ? (first[i][j] ?? 0) : (rest[i - CUT][j - CUT] ?? 0),
        ),
      );
    };
    const classes = [0, 1].map(
      (c): PreviewClass => ({
        label: `${c}`,
        share: 0.5,
        correlations: blocks(),
        margins: range(0, d).map(() => NORMAL),
        means: Float64Array.from(range(0, d), () => 0.3 * c),
        deviations: new Float64Array(d).fill(1),
        response: { mean: c, variance: 0 },
      }),
    );
    const names = [...range(0, d).map((i) => `x${i}`), 'Y'];
    const { levels } = previewByClass({
      names,
      sensitive: ['x0'],
      protected: ['x0', 'x1', 'x2'],
      rows: 1000,
      scale: 'scores',
      classes,
    });
    for (const { truncation, sensitive } of levels) {
      const { within } = sensitive[0];
      if (truncation <= d + 1 - CUT) {
        expect(within?.mab, `level ${truncation}`).toBeLessThan(1e-12);
        // what Y explains: 0.15² over 1 + 0.15²
        expect(within?.r2).toBeCloseTo(0.0225 / 1.0225, 12);
      } else expect(within?.mab, `level ${truncation}`).toBeGreaterThan(0.01);
    }
  });
});
