import { expect, test } from 'vitest';
import { exactCopies } from '../../src/measures/exactCopies.ts';
import { Draw } from '../support/draw.ts';

const real = [Float64Array.of(1, 2, 2, 0), Float64Array.of(5, 6, 6, NaN)];

test('rows that equal a real row in all columns', () => {
  const synthetic = [Float64Array.of(1, 2, -0, 1, 2), Float64Array.of(5, 6, NaN, 6, 6)];
  const { synthetic: found, holdout } = exactCopies(real, synthetic);
  expect(found).toMatchObject({ copies: 4, rows: 5, distinct: 3 });
  expect(found.rate.estimate).toBe(0.8);
  expect(holdout).toBeNull();
});

test('none of 1000 bounds the rate at 3 in 1000', () => {
  const none = [new Float64Array(1000).fill(1), new Float64Array(1000).fill(6)];
  const { synthetic, holdout } = exactCopies(real, none, real);
  expect(synthetic.copies).toBe(0);
  expect(synthetic.rateAtMost).toBeCloseTo(0.00299, 5);
  expect(holdout).toMatchObject({ copies: 4, rows: 4, distinct: 3 });
});

test('equals the count by comparing all pairs', () => {
  const draw = new Draw(12);
  const make = (rows: number) =>
    Array.from({ length: 3 }, () => draw.column(rows, () => draw.integer(6)));
  const [a, b] = [make(100), make(150)];
  let copies = 0;
  for (let i = 0; i < 150; i++) {
    let isCopy = false;
    for (let k = 0; k < 100; k++) isCopy ||= a.every((column, j) => column[k] === b[j][i]);
    if (isCopy) copies++;
  }
  expect(exactCopies(a, b).synthetic.copies).toBe(copies);
  expect(copies).toBeGreaterThan(10);
});
