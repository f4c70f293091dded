import { expect, test } from 'vitest';
import { pearson, pearsonMatrix } from '../../src/numerics/pearson.ts';
import { Draw } from '../support/draw.ts';
import { correlation } from '../support/statistics.ts';

test('small cases by hand', () => {
  expect(pearson(Float64Array.of(1, 2, 3), Float64Array.of(1, 3, 2))).toBeCloseTo(0.5, 15);
  expect(pearson(Float64Array.of(1, 2, 3), Float64Array.of(6, 4, 2))).toBeCloseTo(-1, 15);
});

test('0 where the definition divides by zero', () => {
  const rising = Float64Array.of(1, 2, 3);
  // three times 0.1 has a mean that is not 0.1
  expect(pearson(rising, Float64Array.of(0.1, 0.1, 0.1))).toBe(0);
  expect(pearson(rising, Float64Array.of(NaN, 1, NaN))).toBe(0);
  expect(pearson(rising, Float64Array.of(5, NaN, 5))).toBe(0);
  expect(pearson(new Float64Array(0), new Float64Array(0))).toBe(0);
});

test('rows with a missing value are left out', () => {
  const x = Float64Array.of(1, 2, NaN, 3, 100);
  const y = Float64Array.of(1, 3, -50, 2, NaN);
  expect(pearson(x, y)).toBe(pearson(Float64Array.of(1, 2, 3), Float64Array.of(1, 3, 2)));
});

test('does not move when a column is shifted or scaled, within n eps', () => {
  const draw = new Draw(31);
  const x = draw.column(200, () => draw.uniform());
  const y = x.map((v) => v + draw.uniform());
  const r = pearson(x, y);
  for (const scale of [1e-9, 1, 1e9]) {
    const moved = x.map((v) => scale * (v + 3));
    expect(Math.abs(pearson(moved, y) - r)).toBeLessThan(200 * 2 ** -52);
    expect(
      pearson(
        x.map((v) => -v),
        y,
      ),
    ).toBe(-r);
  }
});

test('the matrix holds the correlation of each pair, missing values left out pair by pair', () => {
  const draw = new Draw(32);
  const columns = [
    draw.column(300, () => draw.uniform()),
    draw.column(300, () => draw.integer(4)),
    draw.column(300, () => (draw.integer(5) === 0 ? NaN : draw.uniform())),
    draw.column(300, () => (draw.integer(5) === 0 ? NaN : draw.integer(9))),
    draw.column(300, () => 0.1),
    draw.column(300, (_, i) => (i % 2 === 0 ? NaN : 0.1)),
  ];
  const matrix = pearsonMatrix(columns);
  for (let i = 0; i < columns.length; i++) {
    for (let j = 0; j < columns.length; j++) {
      const rows = Array.from({ length: 300 }, (_, row) => row).filter(
        (row) => !Number.isNaN(columns[i][row] + columns[j][row]),
      );
      const [x, y] = [columns[i], columns[j]].map((c) => Float64Array.from(rows, (row) => c[row]));
      const expected = i > 3 || j > 3 ? 0 : correlation(x, y);
      expect(Math.abs(matrix[i][j] - expected), `[${i}][${j}]`).toBeLessThan(1e-14);
    }
  }
  expect(matrix[0][0]).toBe(1);
  expect(pearsonMatrix([])).toEqual([]);
});
