import { expect, test } from 'vitest';
import { crossProducts } from '../../src/numerics/crossProducts.ts';
import { Draw } from '../support/draw.ts';
import { expectSame } from '../support/same.ts';

function inner(a: Float64Array, b: Float64Array): number {
  return a.reduce((total, value, i) => total + value * b[i], 0);
}

test('exactly the plain loop on whole numbers, for all shapes of tile and block', () => {
  const draw = new Draw(1);
  for (const n of [0, 1, 2, 3, 17, 511, 512, 513, 514, 1025]) {
    for (const d of [0, 1, 2, 3, 4, 5, 6, 7, 9]) {
      const columns = Array.from({ length: d }, () =>
        draw.column(n, () => draw.integer(2001) - 1000),
      );
      const expected = Float64Array.from(columns.flatMap((a) => columns.map((b) => inner(a, b))));
      expectSame(crossProducts(columns), expected, `n = ${n}, d = ${d}`);
    }
  }
});

test('within rounding of the plain loop on real numbers, and symmetric to the bit', () => {
  const draw = new Draw(2);
  const [n, d] = [10_001, 11];
  const columns = Array.from({ length: d }, () => draw.column(n, () => draw.uniform() - 0.5));
  const products = crossProducts(columns);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      // the plain loop errs by at most n eps sum |ab|, and sum |ab| is below n/4
      const bound = n * 2 ** -52 * (n / 4);
      expect(Math.abs(products[i * d + j] - inner(columns[i], columns[j]))).toBeLessThanOrEqual(
        bound,
      );
      expect(products[i * d + j]).toBe(products[j * d + i]);
    }
  }
});
