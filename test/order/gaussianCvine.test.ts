import { expect, test } from 'vitest';
import { cholesky } from '../../src/numerics/cholesky.ts';
import {
  precisionOf,
  truncatedCorrelations,
  truncatedPrecisions,
} from '../../src/order/gaussianCvine.ts';
import { Draw } from '../support/draw.ts';
import { inverseOf, type Matrix, randomCorrelations, truncatedByDefinition } from './gaussian.ts';

/** The paper's order turned round: centres first, row after row. */
function centresFirst(matrix: Matrix): Float64Array {
  return Float64Array.from(
    matrix
      .map((row) => row.slice().reverse())
      .reverse()
      .flat(),
  );
}

function worst(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  return Math.max(...Array.from(a, (x, i) => Math.abs(x - b[i])));
}

test('truncated correlations are those of the vine with higher partial correlations set to zero', () => {
  const draw = new Draw(51);
  for (const n of [2, 3, 4, 6, 9]) {
    const correlations = randomCorrelations(draw, n);
    const flat = centresFirst(correlations);
    let t = -1;
    for (const truncated of truncatedCorrelations(flat, cholesky(flat, n), n)) {
      t++;
      const expected = centresFirst(truncatedByDefinition(correlations, t));
      expect(worst(truncated, expected), `n = ${n}, t = ${t}`).toBeLessThan(1e-13);
    }
    expect(t).toBe(n - 1);
  }
});

test('the last variables cut alone: partial correlations of all others are kept', () => {
  const draw = new Draw(54);
  for (const n of [3, 4, 6, 9]) {
    for (let free = 1; free < n; free++) {
      const correlations = randomCorrelations(draw, n);
      const flat = centresFirst(correlations);
      let t = -1;
      for (const truncated of truncatedCorrelations(flat, cholesky(flat, n), n, free)) {
        t++;
        const expected = centresFirst(truncatedByDefinition(correlations, t, n - free));
        const what = `n = ${n}, free = ${free}, t = ${t}`;
        expect(worst(truncated, expected), what).toBeLessThan(1e-13);
      }
      const targets = Array.from({ length: n }, (_, i) => i);
      t = 0;
      for (const found of truncatedPrecisions(cholesky(flat, n), n, targets, free)) {
        t++;
        const inverse = centresFirst(inverseOf(truncatedByDefinition(correlations, t, n - free)));
        const what = `n = ${n}, free = ${free}, t = ${t}`;
        const rows = found.rows.flatMap((row) => [...row]);
        expect(worst(rows, inverse), what).toBeLessThan(1e-10);
        const diagonal = targets.map((i) => inverse[i * n + i]);
        expect(worst(found.diagonal, diagonal), what).toBeLessThan(1e-10);
      }
    }
  }
});

test('their inverses are what elimination gives, for every target and level', () => {
  const draw = new Draw(52);
  for (const n of [2, 3, 4, 6, 9]) {
    const correlations = randomCorrelations(draw, n);
    const flat = centresFirst(correlations);
    const targets = Array.from({ length: n }, (_, i) => i);
    let t = 0;
    for (const { diagonal, rows } of truncatedPrecisions(cholesky(flat, n), n, targets)) {
      t++;
      const inverse = centresFirst(inverseOf(truncatedByDefinition(correlations, t)));
      expect(
        worst(
          diagonal,
          targets.map((i) => inverse[i * n + i]),
        ),
        `n = ${n}, t = ${t}`,
      ).toBeLessThan(1e-10);
      expect(
        worst(
          rows.flatMap((row) => [...row]),
          inverse,
        ),
        `n = ${n}, t = ${t}`,
      ).toBeLessThan(1e-10);
    }
    expect(t).toBe(n - 1);
  }
});

test('the inverse of any matrix from its factor', () => {
  const n = 7;
  const matrix = randomCorrelations(new Draw(53), n);
  const flat = Float64Array.from(matrix.flat());
  const { diagonal, rows } = precisionOf(cholesky(flat, n), n, [4, 0]);
  const inverse = inverseOf(matrix);
  expect(
    worst(
      diagonal,
      inverse.map((row, i) => row[i]),
    ),
  ).toBeLessThan(1e-11);
  expect(worst(rows[0], inverse[4])).toBeLessThan(1e-11);
  expect(worst(rows[1], inverse[0])).toBeLessThan(1e-11);
});
