import { describe, expect, test } from 'vitest';
import {
  exactMultiplier,
  gaussianDelta,
  gaussianMultiplier,
  histogramNoise,
} from '../../../src/generators/private/accounting.ts';
import {
  exponentialChoice,
  gaussianNoise,
  geometricNoise,
  laplaceNoise,
} from '../../../src/generators/private/mechanisms.ts';
import { kernel } from '../../../src/numerics/kernel.ts';
import type { Noise } from '../../../src/random/noise.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { KOLMOGOROV_1E6, kolmogorov } from '../../support/statistics.ts';

const N = 60_000;

/** A share of n draws is below the probability it stands for by more than this once in a million: z = 4.9. */
const Z = 4.9;
const lowest = (share: number, n = N) => share - Z * Math.sqrt((share * (1 - share)) / n) - 1 / n;

describe('noise follows its distribution', () => {
  test('Laplace', () => {
    const noise = laplaceNoise(N, 3, rngFromSeed(1));
    const u = noise.map((x) => (x < 0 ? 0.5 * Math.exp(x / 3) : 1 - 0.5 * Math.exp(-x / 3)));
    expect(kolmogorov(u)).toBeLessThan(KOLMOGOROV_1E6);
  });

  test('Gaussian; rounded where whole', () => {
    const noise = gaussianNoise(N, 53.48, false, rngFromSeed(2));
    expect(kolmogorov(noise.map((x) => kernel().normalCdf(x / 53.48)))).toBeLessThan(
      KOLMOGOROV_1E6,
    );
    expect(gaussianNoise(N, 53.48, true, rngFromSeed(2))).toEqual(
      noise.map((x) => Math.round(x) + 0),
    );
  });

  test('far out Gaussian noise is no coarser than elsewhere', () => {
    // all uniform numbers are the same extreme one, of which 53 bits give a single value
    for (const u of [0.5 / 2 ** 53, 1 - 1 / 2 ** 53]) {
      const extreme: Noise = {
        ...rngFromSeed(1),
        uniformsInto: (pointer, n) =>
          void new Float64Array(kernel().memory.buffer, pointer, n).fill(u),
      };
      const values = gaussianNoise(2000, 1e9, true, extreme);
      expect(new Set(values).size).toBe(2000);
      // beyond 8.2 standard deviations, on the right side
      expect(values.every((x) => Math.sign(x) === Math.sign(u - 0.5))).toBe(true);
      expect(values.every((x) => Math.abs(x) > 8.1e9 && Math.abs(x) < 12e9)).toBe(true);
      // given that it is so far out, the tail is uniform again
      const tails = values.map((x) => kernel().normalCdf(-Math.abs(x) / 1e9) * 2 ** 53);
      expect(kolmogorov(tails)).toBeLessThan(KOLMOGOROV_1E6);
    }
  });

  test.each([0.3, 2, 40])('two-sided geometric, scale %f', (scale) => {
    const noise = geometricNoise(N, scale, rngFromSeed(3));
    const a = Math.exp(-1 / scale);
    for (const k of [-3, -2, -1, 0, 1, 2, 3]) {
      const p = ((1 - a) / (1 + a)) * a ** Math.abs(k);
      const share = noise.filter((x) => x === k).length / N;
      expect(Math.abs(share - p)).toBeLessThan(Z * Math.sqrt((p * (1 - p)) / N) + 1e-12);
    }
    expect(noise.every(Number.isInteger)).toBe(true);
    expect(noise.some((x) => Object.is(x, -0))).toBe(false);
  });

  test('next to no noise at a huge budget', () => {
    expect(geometricNoise(1000, 1e-9, rngFromSeed(1)).every((x) => x === 0)).toBe(true);
  });

  test('the exponential mechanism', () => {
    const scores = Float64Array.of(3, 1, 2.5, -400);
    const weights = scores.map((score) => Math.exp(0.8 * score * 0.5));
    const total = weights.reduce((a, b) => a + b);
    const counts = new Float64Array(4);
    for (let i = 0; i < 20_000; i++) {
      counts[exponentialChoice(scores, 0.8, rngFromSeed(4).split(i))]++;
    }
    counts.forEach((count, i) => {
      const p = weights[i] / total;
      expect(Math.abs(count / 20_000 - p)).toBeLessThan(
        Z * Math.sqrt((p * (1 - p)) / 20_000) + 1e-9,
      );
    });
  });
});

/**
 * The privacy loss of a mechanism on neighbouring tables, from draws: no event may be more than
 * exp(epsilon) times as likely on one as on the other (plus delta). Tested on half-lines and on points,
 * each with confidence 1 - 1e-6.
 */
function privacyLossHolds(a: Float64Array, b: Float64Array, epsilon: number, delta = 0): boolean {
  const points = Array.from({ length: 41 }, (_, i) => i - 20);
  const events = points.flatMap((point) => [
    (x: number) => x <= point + 0.5,
    (x: number) => x > point + 0.5,
    (x: number) => Math.round(x) === point,
  ]);
  const share = (x: Float64Array, event: (x: number) => boolean) =>
    x.reduce((count, value) => count + (event(value) ? 1 : 0), 0) / x.length;
  return events.every((event) => {
    const [p, q] = [share(a, event), share(b, event)];
    const spread = Z * Math.sqrt(q / N + 1 / N / N);
    return lowest(p) <= Math.exp(epsilon) * (q + spread) + delta;
  });
}

describe('privacy loss on neighbouring counts', () => {
  // one replaced row: 5 and 3 rows in two cells, against 4 and 4
  const epsilon = 0.5;
  const scale = 2 / epsilon;
  const released = (
    noise: (seed: number) => Float64Array,
    count: number,
    seed: number,
  ): Float64Array => noise(seed).map((x) => x + count);

  test.each([
    ['Laplace', (s: number) => (seed: number) => laplaceNoise(N, s, rngFromSeed(seed))],
    ['geometric', (s: number) => (seed: number) => geometricNoise(N, s, rngFromSeed(seed))],
  ] as const)('%s keeps to epsilon, and half of its noise does not', (_, make) => {
    // each of the two counts loses epsilon / 2
    const pair = (s: number) => [released(make(s), 5, 1), released(make(s), 4, 2)] as const;
    expect(privacyLossHolds(...pair(scale), epsilon / 2)).toBe(true);
    expect(privacyLossHolds(...pair(scale / 2), epsilon / 2)).toBe(false);
  });

  test('the exponential mechanism keeps to epsilon, and with twice the budget does not', () => {
    const draws = (scores: number[], spent: number, seed: number) =>
      Float64Array.from({ length: 20_000 }, (_, i) =>
        exponentialChoice(Float64Array.from(scores), spent, rngFromSeed(seed).split(i)),
      );
    // the worst case: one score up by its sensitivity, the others down
    const shares = (spent: number) => {
      const p = draws([1, 0, 0, 0, 0, 0], spent, 1).filter((x) => x === 0).length / 20_000;
      const q = draws([0, 1, 1, 1, 1, 1], spent, 2).filter((x) => x === 0).length / 20_000;
      return lowest(p, 20_000) / (q + Z * Math.sqrt(q / 20_000));
    };
    expect(shares(1)).toBeLessThan(Math.exp(1));
    expect(shares(2)).toBeGreaterThan(Math.exp(1));
  });
});

describe('accounting', () => {
  test('the multiplier and the noise of the paper', () => {
    expect(gaussianMultiplier(2.5, 1e-5)).toBeCloseTo(2.0185, 4);
    expect(histogramNoise(gaussianMultiplier(2.5, 1e-5), 351)).toBeCloseTo(53.48, 2);
    expect(histogramNoise(gaussianMultiplier(2.5, 1e-5), 210)).toBeCloseTo(41.37, 2);
  });

  test.each([
    [2.5, 1e-5],
    [0.1, 1e-6],
    [1, 1e-9],
    [20, 1e-3],
  ])(
    'epsilon %f, delta %f: the best order of the Renyi divergence gives epsilon',
    (epsilon, delta) => {
      const s = gaussianMultiplier(epsilon, delta);
      let best = Infinity;
      for (let a = 1e-4; a < 1e5; a *= 1.0005) {
        best = Math.min(best, (1 + a) / (2 * s * s) + Math.log(1 / delta) / a);
      }
      expect(best / epsilon).toBeCloseTo(1, 6);
      // the exact delta of the Gaussian mechanism (Balle and Wang 2018, theorem 8) is below the promise
      const { normalCdf } = kernel();
      const exact =
        normalCdf(0.5 / s - epsilon * s) - Math.exp(epsilon) * normalCdf(-0.5 / s - epsilon * s);
      expect(exact).toBeLessThan(delta);
      // and the multiplier for just that delta promises the same with less noise
      const least = exactMultiplier(epsilon, delta);
      expect(least).toBeLessThan(s);
      expect(gaussianDelta(epsilon, least) / delta).toBeCloseTo(1, 6);
    },
  );

  test('a stochastic bound on the loss of the Gaussian mechanism', () => {
    // the L2 sensitivity of one histogram, along the direction of the change
    const sd = histogramNoise(exactMultiplier(1, 1e-2), 1);
    const a = gaussianNoise(N, sd, false, rngFromSeed(1)).map((x) => x + Math.SQRT2);
    const b = gaussianNoise(N, sd, false, rngFromSeed(2));
    expect(privacyLossHolds(a, b, 1, 1e-2)).toBe(true);
    const less = (seed: number) => gaussianNoise(N, sd / 3, false, rngFromSeed(seed));
    expect(
      privacyLossHolds(
        less(1).map((x) => x + Math.SQRT2),
        less(2),
        1,
        1e-2,
      ),
    ).toBe(false);
  });
});

test('the exact delta is that of the worst event: a half-line of the privacy loss', () => {
  // by quadrature of max(0, density at 1 minus exp(epsilon) times density at 0), sd 1.3
  const [sd, epsilon, step] = [1.3, 0.7, 1e-3];
  let sum = 0;
  for (let x = -15; x < 15; x += step) {
    const density = (at: number) =>
      Math.exp(-0.5 * ((x - at) / sd) ** 2) / (sd * Math.sqrt(2 * Math.PI));
    sum += step * Math.max(0, density(1) - Math.exp(epsilon) * density(0));
  }
  expect(gaussianDelta(epsilon, sd)).toBeCloseTo(sum, 6);
});

test('one replaced row changes two cells of each histogram by 1: L1 by 2, L2 by the root of 2', () => {
  const cells = 6;
  const histogram = (rows: readonly number[]) =>
    Array.from({ length: cells }, (_, cell) => rows.filter((row) => row === cell).length);
  let [l1, l2] = [0, 0];
  for (const rest of [[], [0], [0, 0], [1, 4, 5]]) {
    for (let one = 0; one < cells; one++) {
      for (let other = 0; other < cells; other++) {
        const [a, b] = [histogram([...rest, one]), histogram([...rest, other])];
        const gaps = a.map((count, cell) => Math.abs(count - b[cell]));
        l1 = Math.max(
          l1,
          gaps.reduce((x, y) => x + y),
        );
        l2 = Math.max(l2, Math.hypot(...gaps));
      }
    }
  }
  expect(l1).toBe(2);
  expect(l2).toBeCloseTo(Math.SQRT2, 12);
});
