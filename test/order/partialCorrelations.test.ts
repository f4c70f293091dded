import { expect, test } from 'vitest';
import { correlationsOf, partialCorrelations } from '../../src/order/partialCorrelations.ts';
import { Draw } from '../support/draw.ts';
import { inverseOf, type Matrix, randomCorrelations } from './gaussian.ts';

const flat = (matrix: Matrix) => Float64Array.from(matrix.flat());

function worst(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.max(...Array.from(a, (x, i) => Math.abs(x - b[i])));
}

test('an edge is the partial correlation given the variables before its centre', () => {
  const n = 7;
  const matrix = randomCorrelations(new Draw(31), n);
  const found = partialCorrelations(flat(matrix), n);
  for (let j = 1; j < n; j++) {
    for (let k = 0; k < j; k++) {
      // from the inverse of the matrix of both and the variables before k
      const chosen = [...Array(k).keys(), k, j];
      const inverse = inverseOf(chosen.map((a) => chosen.map((b) => matrix[a][b])));
      const expected = -inverse[k][k + 1] / Math.sqrt(inverse[k][k] * inverse[k + 1][k + 1]);
      expect(found[j * n + k], `${j}, ${k}`).toBeCloseTo(expected, 10);
    }
  }
});

test('correlations come back from their edges', () => {
  const draw = new Draw(32);
  for (const n of [1, 2, 5, 12]) {
    const matrix = flat(randomCorrelations(draw, n));
    const back = correlationsOf(partialCorrelations(matrix, n), n);
    expect(worst(back, matrix), `${n}`).toBeLessThan(1e-12);
  }
});

test('any edges between -1 and 1 are those of correlations', () => {
  const n = 6;
  const draw = new Draw(33);
  const edges = Float64Array.from({ length: n * n }, (_, at) =>
    Math.floor(at / n) > at % n ? 1.9 * draw.uniform() - 0.95 : 0,
  );
  const matrix = correlationsOf(edges, n);
  expect(worst(partialCorrelations(matrix, n), edges)).toBeLessThan(1e-10);
});

test('twins, and numbers that are no correlations, give edges within the bounds', () => {
  const twins = Float64Array.of(1, 1, 0.3, 1, 1, 0.3, 0.3, 0.3, 1);
  const impossible = Float64Array.of(1, 0.9, -0.9, 0.9, 1, 0.9, -0.9, 0.9, 1);
  for (const matrix of [twins, impossible]) {
    const edges = partialCorrelations(matrix, 3);
    expect(Math.max(...edges.map(Math.abs))).toBeLessThan(1);
    expect(correlationsOf(edges, 3).every((r) => Math.abs(r) <= 1)).toBe(true);
  }
  // what is left of a twin after its copy is noise: no further edge
  expect(partialCorrelations(twins, 3)[7]).toBe(0);
});
