import { expect, test } from 'vitest';
import { binomialAtLeast, binomialProbability } from '../../src/numerics/binomial.ts';

/** By Pascal's triangle in exact whole numbers, for the rate 1/2, and by products for others. */
function exactly(successes: number, trials: number, rate: number): number {
  let ways = 1n;
  for (let i = 1n; i <= BigInt(successes); i++) ways = (ways * (BigInt(trials) - i + 1n)) / i;
  return Number(ways) * rate ** successes * (1 - rate) ** (trials - successes);
}

test.each([0.5, 0.1, 0.731, 0.999])(
  'tails and probabilities are those of exact sums, rate %f',
  (rate) => {
    const trials = 40;
    let tail = 0;
    for (let v = trials; v >= 0; v--) {
      const p = exactly(v, trials, rate);
      tail += p;
      expect(Math.abs(binomialProbability(v, trials, rate) / p - 1)).toBeLessThan(1e-11);
      expect(Math.abs(binomialAtLeast(v, trials, rate) / tail - 1)).toBeLessThan(1e-11);
    }
  },
);

test('what cannot be is impossible, and what must be is certain', () => {
  expect(binomialAtLeast(0, 10, 0.3)).toBe(1);
  expect(binomialAtLeast(11, 10, 0.3)).toBe(0);
  expect(binomialProbability(11, 10, 0.3)).toBe(0);
  expect(binomialProbability(-1, 10, 0.3)).toBe(0);
});
