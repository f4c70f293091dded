import { describe, expect, test } from 'vitest';
import {
  clopperPearson,
  differenceOfRates,
  type Interval,
  meanInterval,
  medianInterval,
  provableEpsilon,
  rateAtMost,
  wilson,
} from '../../src/numerics/intervals.ts';
import { kernel } from '../../src/numerics/kernel.ts';
import { rngFromSeed } from '../../src/random/rng.ts';

type RateInterval = (successes: number, trials: number, level?: number) => Interval;

/** The binomial distribution, from its mode outwards so that nothing underflows that matters. */
function probabilities(n: number, p: number): number[] {
  const mode = Math.min(Math.floor((n + 1) * p), n);
  const result = new Array<number>(n + 1).fill(1);
  for (let k = mode + 1; k <= n; k++) result[k] = (result[k - 1] * (n - k + 1) * p) / (k * (1 - p));
  for (let k = mode - 1; k >= 0; k--)
    result[k] = (result[k + 1] * (k + 1) * (1 - p)) / ((n - k) * p);
  const total = result.reduce((a, b) => a + b);
  return result.map((mass) => mass / total);
}

/** The probability that the interval covers p, by the definition. */
function coverage(interval: RateInterval, n: number, p: number): number {
  return probabilities(n, p).reduce((total, mass, k) => {
    const { low, high } = interval(k, n);
    return low <= p && p <= high ? total + mass : total;
  }, 0);
}

/** The share of `trials` simulated experiments whose interval covers p. */
function simulatedCoverage(interval: RateInterval, n: number, p: number, trials = 10_000): number {
  const draws = rngFromSeed(5)
    .split('coverage', n, Math.round(p * 1000))
    .uniforms(n * trials);
  const covers = Array.from({ length: n + 1 }, (_, k) => {
    const { low, high } = interval(k, n);
    return low <= p && p <= high;
  });
  let covered = 0;
  for (let trial = 0; trial < trials; trial++) {
    let successes = 0;
    for (let i = trial * n; i < (trial + 1) * n; i++) if (draws[i] < p) successes++;
    if (covers[successes]) covered++;
  }
  return covered / trials;
}

function near(actual: Interval, low: number, high: number, digits = 4): void {
  expect(actual.low).toBeCloseTo(low, digits);
  expect(actual.high).toBeCloseTo(high, digits);
}

describe('a rate', () => {
  test('has the intervals published by Newcombe (1998, table I)', () => {
    near(wilson(81, 263), 0.2553, 0.3662);
    near(wilson(15, 148), 0.0624, 0.1605);
    near(wilson(0, 20), 0, 0.1611);
    near(wilson(1, 29), 0.0061, 0.1718);
    near(clopperPearson(81, 263), 0.2527, 0.3676);
    near(clopperPearson(15, 148), 0.0578, 0.1617);
    near(clopperPearson(0, 20), 0, 0.1684);
    near(clopperPearson(1, 29), 0.0009, 0.1776);
    expect(wilson(0, 20).low).toBe(0);
    expect(wilson(20, 20).high).toBe(1);
    expect(clopperPearson(20, 20).high).toBe(1);
    expect(clopperPearson(3, 12).estimate).toBe(0.25);
  });

  test("by Wilson has the ends where the score test's statistic is z", () => {
    for (const [k, n, level] of [
      [3, 10, 0.95],
      [1, 1, 0.9],
      [412.5, 1000, 0.99],
    ]) {
      const z = kernel().normalQuantile((1 + level) / 2);
      const { low, high } = wilson(k, n, level);
      for (const p of k === n ? [low] : [low, high]) {
        expect(Math.abs(k / n - p) / Math.sqrt((p * (1 - p)) / n)).toBeCloseTo(z, 10);
      }
    }
  });

  test('by Clopper and Pearson has the ends where the tails hold half of what is left', () => {
    for (const [k, n, level] of [
      [3, 10, 0.95],
      [1, 200, 0.9],
      [60, 90, 0.99],
    ]) {
      const { low, high } = clopperPearson(k, n, level);
      const upperTail = probabilities(n, low).slice(k);
      const lowerTail = probabilities(n, high).slice(0, k + 1);
      for (const tail of [upperTail, lowerTail]) {
        expect(tail.reduce((a, b) => a + b)).toBeCloseTo((1 - level) / 2, 12);
      }
    }
  });

  test('without events is at most 3/n', () => {
    expect(rateAtMost(0, 1000)).toBeCloseTo(1 - 0.05 ** (1 / 1000), 14);
    expect(rateAtMost(0, 1000) * 1000).toBeCloseTo(2.99, 2);
    expect(rateAtMost(4, 50)).toBeCloseTo(clopperPearson(4, 50, 0.9).high, 14);
    expect(rateAtMost(50, 50)).toBe(1);
    expect(rateAtMost(0, 0)).toBe(1);
  });

  test('without trials is anything', () => {
    for (const interval of [wilson, clopperPearson]) {
      expect(interval(0, 0)).toEqual({ estimate: Number.NaN, low: 0, high: 1, level: 0.95 });
    }
  });

  test('refuses counts that cannot be', () => {
    expect(() => wilson(3, 2)).toThrow('found 3 successes in 2 trials');
    expect(() => clopperPearson(-1, 2)).toThrow(RangeError);
    expect(() => wilson(Number.NaN, 2)).toThrow(RangeError);
    expect(() => wilson(1, 2.5)).toThrow(RangeError);
    expect(() => wilson(1, 2, 95)).toThrow('the level must be between 0 and 1, found 95');
  });
});

describe('coverage of 95 % intervals', () => {
  const cases = [
    [50, 0.1],
    [50, 0.5],
    [100, 0.05],
    [100, 0.3],
    [250, 0.2],
    [1000, 0.02],
    [1000, 0.5],
    [1000, 0.9],
  ];

  test.each(cases)('Wilson, %d trials, p = %d: 93 to 97.5 %', (n, p) => {
    const simulated = simulatedCoverage(wilson, n, p);
    expect(simulated).toBeGreaterThan(0.93);
    expect(simulated).toBeLessThan(0.975);
    // six standard errors of the simulation
    expect(Math.abs(simulated - coverage(wilson, n, p))).toBeLessThan(6 * Math.sqrt(0.05 / 1e4));
  });

  test('Wilson, all p with 10 or more expected on both sides', () => {
    const found = [30, 50, 100, 300].flatMap((n) =>
      Array.from({ length: 181 }, (_, i) => 0.05 + i / 200)
        .filter((p) => n * Math.min(p, 1 - p) >= 10)
        .map((p) => coverage(wilson, n, p)),
    );
    expect(Math.min(...found)).toBeGreaterThan(0.93);
    expect(Math.max(...found)).toBeLessThan(0.975);
  });

  test('Clopper and Pearson never less than 95 %, for rare events nearly always more', () => {
    const found = [5, 20, 100, 300].flatMap((n) =>
      Array.from({ length: 199 }, (_, i) => coverage(clopperPearson, n, (i + 1) / 200)),
    );
    expect(Math.min(...found)).toBeGreaterThanOrEqual(0.95);
    expect(coverage(clopperPearson, 100, 0.005)).toBeGreaterThan(0.98);
    expect(simulatedCoverage(clopperPearson, 1000, 0.5)).toBeGreaterThan(0.945);
  });

  test('difference of two rates', () => {
    for (const [n1, p1, n2, p2] of [
      [100, 0.6, 100, 0.5],
      [250, 0.1, 250, 0.1],
      [40, 0.3, 160, 0.7],
    ]) {
      const first = probabilities(n1, p1);
      const second = probabilities(n2, p2);
      let covered = 0;
      first.forEach((mass1, k1) => {
        second.forEach((mass2, k2) => {
          if (mass1 * mass2 < 1e-9) return;
          const { low, high } = differenceOfRates(
            { successes: k1, trials: n1 },
            { successes: k2, trials: n2 },
          );
          if (low <= p1 - p2 && p1 - p2 <= high) covered += mass1 * mass2;
        });
      });
      expect(covered).toBeGreaterThan(0.93);
      expect(covered).toBeLessThan(0.975);
    }
  });

  test('mean and median', () => {
    const [n, trials] = [15, 10_000];
    const draws = rngFromSeed(6)
      .uniforms(n * trials)
      .map((u) => kernel().normalQuantile(u));
    for (const [interval, least, most] of [
      [meanInterval, 0.945, 0.955],
      // by the binomial distribution it covers with 96.48 %: ranks 4 and 12 of 15
      [medianInterval, 0.96, 0.97],
    ] as const) {
      let covered = 0;
      for (let trial = 0; trial < trials; trial++) {
        const { low, high } = interval(draws.subarray(trial * n, (trial + 1) * n));
        if (low <= 0 && 0 <= high) covered++;
      }
      expect(covered / trials).toBeGreaterThan(least);
      expect(covered / trials).toBeLessThan(most);
    }
  });
});

test('the difference of two rates has the interval of Newcombe (1998, table II)', () => {
  const difference = differenceOfRates(
    { successes: 56, trials: 70 },
    { successes: 48, trials: 80 },
  );
  expect(difference.estimate).toBeCloseTo(0.2, 14);
  near(difference, 0.0524, 0.3339);
  near(
    differenceOfRates({ successes: 9, trials: 10 }, { successes: 3, trials: 10 }),
    0.1705,
    0.809,
  );
  near(differenceOfRates({ successes: 10, trials: 10 }, { successes: 0, trials: 20 }), 0.6791, 1);
  const unknown = differenceOfRates({ successes: 0, trials: 0 }, { successes: 0, trials: 20 });
  expect(unknown).toMatchObject({ estimate: Number.NaN, low: -1, high: 1 });
});

test('the strongest provable epsilon', () => {
  expect(provableEpsilon(1000)).toBeCloseTo(5.6, 1);
  expect(provableEpsilon(100)).toBeCloseTo(3.3, 1);
  const { low } = clopperPearson(1000, 1000);
  const { high } = clopperPearson(0, 1000);
  expect(provableEpsilon(1000)).toBeCloseTo(Math.log(low / high), 10);
  expect(provableEpsilon(1)).toBe(0);
  expect(provableEpsilon(0)).toBe(0);
});

test('the half-widths that go with a number of trials', () => {
  const half = ({ low, high }: Interval) => (high - low) / 2;
  expect(half(wilson(500, 1000))).toBeCloseTo(0.031, 3);
  expect(half(wilson(50, 100))).toBeCloseTo(0.096, 3);
});

describe('a mean', () => {
  test("has Student's interval", () => {
    // 1, 2, 3, 4: mean 2.5, variance 5/3, t quantile 3.182446305284 with 3 degrees of freedom
    const half = 3.182446305284 * Math.sqrt(5 / 3 / 4);
    near(meanInterval([1, 2, 3, 4]), 2.5 - half, 2.5 + half, 11);
    near(meanInterval([7, 7, 7]), 7, 7, 14);
  });

  test('of one value is anywhere', () => {
    expect(meanInterval([3])).toMatchObject({ estimate: 3, low: -Infinity, high: Infinity });
    expect(() => meanInterval([])).toThrow('at least one value');
  });
});

describe('a median', () => {
  test('lies between the order statistics of the tables', () => {
    const upTo = (n: number) => Array.from({ length: n }, (_, i) => ((i * 7) % n) + 1);
    // sign test at .025 each side: the ranks in Conover's table
    expect(medianInterval(upTo(6))).toMatchObject({ estimate: 3.5, low: 1, high: 6 });
    expect(medianInterval(upTo(8))).toMatchObject({ estimate: 4.5, low: 1, high: 8 });
    expect(medianInterval(upTo(10))).toMatchObject({ estimate: 5.5, low: 2, high: 9 });
    expect(medianInterval(upTo(20))).toMatchObject({ estimate: 10.5, low: 6, high: 15 });
    expect(medianInterval(upTo(25))).toMatchObject({ estimate: 13, low: 8, high: 18 });
    expect(medianInterval(upTo(50))).toMatchObject({ low: 18, high: 33 });
  });

  test('of few values is anywhere', () => {
    expect(medianInterval([4, 1, 2])).toMatchObject({ estimate: 2, low: -Infinity });
    expect(() => medianInterval([])).toThrow('at least one value');
  });
});
