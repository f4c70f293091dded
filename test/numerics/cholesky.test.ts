import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cholesky, leadingCholesky, lowerInverse } from '../../src/numerics/cholesky.ts';

const EPSILON = 2 ** -52;

/** The largest |L L' - A|, each entry in units of sqrt(a_ii a_jj). */
function residual(factor: Float64Array, matrix: Float64Array, n: number): number {
  let worst = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = -matrix[i * n + j];
      for (let k = 0; k < n; k++) sum += factor[i * n + k] * factor[j * n + k];
      worst = Math.max(worst, Math.abs(sum) / Math.sqrt(matrix[i * n + i] * matrix[j * n + j]));
    }
  }
  return worst;
}

describe('cholesky', () => {
  test('of a matrix with a factor in whole numbers is that factor', () => {
    const matrix = Float64Array.of(4, 12, -16, 12, 37, -43, -16, -43, 98);
    expect([...cholesky(matrix, 3)]).toEqual([2, 0, 0, 6, 1, 0, -8, 5, 3]);
  });

  test('reads the lower triangle only and leaves its argument alone', () => {
    const matrix = Float64Array.of(4, NaN, 2, 5);
    expect([...cholesky(matrix, 2)]).toEqual([2, 0, 1, 2]);
    expect([...matrix]).toEqual([4, NaN, 2, 5]);
  });

  test("multiplied out gives B B' + I back, at any scale", () => {
    const cases = fc
      .record({ n: fc.integer({ min: 1, max: 12 }), scale: fc.constantFrom(1e-9, 1, 1e9) })
      .chain(({ n, scale }) =>
        fc
          .array(fc.double({ min: -3, max: 3, noNaN: true }), {
            minLength: n * n,
            maxLength: n * n,
          })
          .map((b) => ({ n, scale, b })),
      );
    fc.assert(
      fc.property(cases, ({ n, scale, b }) => {
        const matrix = new Float64Array(n * n);
        for (let i = 0; i < n; i++) {
          for (let j = 0; j < n; j++) {
            let sum = i === j ? 1 : 0;
            for (let k = 0; k < n; k++) sum += b[i * n + k] * b[j * n + k];
            matrix[i * n + j] = sum * scale;
          }
        }
        expect(residual(cholesky(matrix, n), matrix, n)).toBeLessThanOrEqual((n + 1) * EPSILON * 2);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test.each([
    ['indefinite', [1, 2, 2, 1], 2],
    ['singular', [1, 1, 1, 1], 2],
    ['negative', [-1], 1],
    ['not a number', [NaN], 1],
    ['infinite', [Infinity], 1],
  ])('refuses a matrix that is %s', (_, entries, n) => {
    expect(() => cholesky(Float64Array.from(entries), n)).toThrow(
      `the matrix is not positive definite; row ${n}`,
    );
  });

  test('refuses a matrix of the wrong size', () => {
    expect(() => cholesky(new Float64Array(5), 2)).toThrow('2 rows need 4 entries, got 5');
  });
});

describe('leadingCholesky', () => {
  // the third variable is the sum of the first two, plus a tenth of its own
  const nearlyDependent = Float64Array.of(1, 0, 1, 0, 1, 1, 1, 1, 2.01);

  test('factorises everything when all pivots are above the least one', () => {
    const { factor, rows, pivot } = leadingCholesky(nearlyDependent, 3, 0.009);
    expect(rows).toBe(3);
    expect(pivot).toBeCloseTo(0.01, 15);
    expect([...factor]).toEqual([...cholesky(nearlyDependent, 3)]);
  });

  test('stops at the first pivot that is not, and says which', () => {
    const { factor, rows, pivot } = leadingCholesky(nearlyDependent, 3, 0.011);
    expect(rows).toBe(2);
    expect(pivot).toBeCloseTo(0.01, 15);
    expect([...factor.subarray(0, 6)]).toEqual([1, 0, 0, 0, 1, 0]);
  });
});

describe('lowerInverse', () => {
  test('by hand', () => {
    const lower = Float64Array.of(2, 0, 0, 1, 4, 0, 3, -8, 0.5);
    expect([...lowerInverse(lower, 3)]).toEqual([0.5, 0, 0, -0.125, 0.25, 0, -5, 4, 2]);
  });

  test('times the matrix is the identity within n eps |M| |L|', () => {
    const cases = fc.integer({ min: 1, max: 12 }).chain((n) =>
      fc
        .array(fc.double({ min: -3, max: 3, noNaN: true }), {
          minLength: n * n,
          maxLength: n * n,
        })
        .map((entries) => ({ n, entries })),
    );
    fc.assert(
      fc.property(cases, ({ n, entries }) => {
        const lower = Float64Array.from(entries, (entry, at) => {
          const [i, j] = [Math.floor(at / n), at % n];
          if (j > i) return 0;
          return j < i ? entry : Math.abs(entry) + 0.5;
        });
        const inverse = lowerInverse(lower, n);
        for (let i = 0; i < n; i++) {
          for (let j = 0; j < n; j++) {
            let [sum, size] = [i === j ? -1 : 0, 0];
            for (let k = 0; k < n; k++) {
              sum += inverse[i * n + k] * lower[k * n + j];
              size += Math.abs(inverse[i * n + k] * lower[k * n + j]);
            }
            expect(Math.abs(sum)).toBeLessThanOrEqual((n + 1) * EPSILON * (size + 1));
          }
        }
      }),
      { seed: 2, numRuns: 300 },
    );
  });
});
