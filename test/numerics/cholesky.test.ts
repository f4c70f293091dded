import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cholesky } from '../../src/numerics/cholesky.ts';

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
