import { expect, test } from 'vitest';
import { drawCounts } from '../../src/learners/bootstrap.ts';
import { rngFromSeed } from '../../src/random/rng.ts';

const total = (counts: Int32Array) => counts.reduce((sum, count) => sum + count, 0);

test('with replacement: as many draws as asked for, and the share left out that theory gives', () => {
  const [n, repeats] = [500, 200];
  let left = 0;
  for (let b = 0; b < repeats; b++) {
    const counts = drawCounts(n, n, true, rngFromSeed(5).split(b));
    expect(total(counts)).toBe(n);
    left += counts.filter((count) => count === 0).length;
  }
  // the number left out of one sample has variance below n e^-1 (1 - 2 e^-1) = 0.097 n, so 6
  // deviations of the mean share are 6 sqrt(0.097 / (n repeats)): false alarm below 1e-8
  const share = (1 - 1 / n) ** n;
  expect(Math.abs(left / (n * repeats) - share)).toBeLessThan(6 * Math.sqrt(0.097 / (n * repeats)));
  expect(total(drawCounts(n, 37, true, rngFromSeed(5)))).toBe(37);
});

test('without replacement: no row twice; all rows when that is asked for', () => {
  const counts = drawCounts(100, 40, false, rngFromSeed(6));
  expect(total(counts)).toBe(40);
  expect(Math.max(...counts)).toBe(1);
  expect([...drawCounts(4, 4, false, rngFromSeed(6))]).toEqual([1, 1, 1, 1]);
});
