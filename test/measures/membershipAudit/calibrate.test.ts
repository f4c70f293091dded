/** Calibration: by its definition, exact where nothing leaks, and not where later fits may vote. */

import { describe, expect, test } from 'vitest';
import { calibrate, FIRST_FITS } from '../../../src/measures/membershipAudit/calibrate.ts';
import type { Coins } from '../../../src/measures/membershipAudit/coins.ts';
import { pairFigures } from '../../../src/measures/membershipAudit/pairGuesses.ts';
import { binomialAtLeast, binomialProbability } from '../../../src/numerics/binomial.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { kolmogorov } from '../../support/statistics.ts';
import { flipped, normals } from './games.ts';

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const spread = (values: readonly number[]) =>
  Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));

/** Word for word as the head of the file has it. */
function byDefinition(
  scores: readonly Float64Array[],
  isIn: readonly Uint8Array[],
  kind: 'log-density' | 'distance',
  m: number,
): number[] {
  const people = Array.from(scores[0].keys());
  const own = people.map((i) => {
    const at = (state: number) =>
      scores.slice(0, m).flatMap((row, k) => (isIn[k][i] === state ? [row[i]] : []));
    const [inside, outside] = [at(1), at(0)];
    const squares = [inside, outside].flatMap((values) =>
      values.map((value) => (value - mean(values)) ** 2),
    );
    return { inside, outside, variance: squares.reduce((a, b) => a + b, 0) / (m - 2) };
  });
  const shared = mean(own.map(({ variance }) => variance));
  const s2 = own.map(({ variance }) => (m * variance + 10 * shared) / (m + 10));
  if (kind === 'log-density') {
    return people.map((i) => {
      const lowered = [...own[i].outside, ...own[i].inside.map((value) => value - s2[i])];
      return scores[m][i] - mean(lowered) - s2[i] / 2;
    });
  }
  const both = people.filter((i) => own[i].inside.length > 0 && own[i].outside.length > 0);
  const gap = (i: number) => mean(own[i].inside) - mean(own[i].outside);
  const noise = (i: number) => s2[i] * (1 / own[i].inside.length + 1 / own[i].outside.length);
  const common = mean(both.map(gap));
  const tau2 = Math.max(0, mean(both.map((i) => (gap(i) - common) ** 2)) - mean(both.map(noise)));
  return people.map((i) => {
    const g = both.includes(i) ? common + (tau2 / (tau2 + noise(i))) * (gap(i) - common) : common;
    const inside = own[i].inside.length > 0 ? mean(own[i].inside) : mean(own[i].outside) + common;
    const outside = own[i].outside.length > 0 ? mean(own[i].outside) : inside - common;
    return (g * (scores[m][i] - (inside + outside) / 2)) / s2[i];
  });
}

describe.each(['log-density', 'distance'] as const)('calibration of a %s', (kind) => {
  const rng = rngFromSeed(8);
  const people = 30;
  const fits = 12;
  const coins = Array.from({ length: fits }, (_, fit) => flipped(people, rng.split('coins', fit)));
  const isIn = coins.map((each) => each.isIn);
  const base = normals(people, rng.split('base')).map((x) => 100 + 3 * x);
  const scores = coins.map((each, fit) =>
    normals(people, rng.split('scores', fit)).map((x, i) => base[i] + x + each.isIn[i]),
  );

  test('is that of its definition, whoever was in or out how often', () => {
    const calibrated = calibrate(scores, isIn, kind);
    for (let m = 0; m < fits; m++) {
      if (m < FIRST_FITS) {
        expect(calibrated[m]).toBeUndefined();
        continue;
      }
      const expected = byDefinition(scores, isIn, kind, m);
      calibrated[m]?.forEach((ratio, i) => {
        expect(ratio).toBeCloseTo(expected[i], 8);
      });
    }
  });

  test('sees no later fit', () => {
    const whole = calibrate(scores, isIn, kind);
    const first = calibrate(scores.slice(0, 8), isIn.slice(0, 8), kind);
    expect(whole.slice(0, 8)).toEqual(first);
  });

  test('of scores that do not vary tells nothing', () => {
    const flat = scores.map(() => new Float64Array(people).fill(2));
    for (const ratios of calibrate(flat, isIn, kind).slice(FIRST_FITS)) {
      expect(ratios?.every((ratio) => ratio === 0)).toBe(true);
    }
  });

  /**
   * Scores that do not depend on the coins, with heavy tails and people who differ. A p-value of a count
   * is uniform if it is drawn within its step.
   */
  test('has p-values of pairs that are uniform over 1,000 sets of coins', () => {
    const [n, m, sets] = [60, 12, 1000];
    const own = Array.from({ length: m }, (_, fit) =>
      normals(n, rng.split('null', fit)).map((x, i) => i + x * x * x),
    );
    const pValues = Float64Array.from({ length: sets }, (_, set) => {
      const thrown = own.map((_, fit) => flipped(n, rng.split('set', set, fit)));
      const judged = judgedBy(own, thrown, kind);
      const { guesses, accuracy } = pairFigures(judged);
      const right = Math.round(accuracy.estimate * guesses);
      const [u] = rng.split('step', set).uniforms(1);
      return (
        binomialAtLeast(right + 1, guesses, 0.5) + u * binomialProbability(right, guesses, 0.5)
      );
    });
    // 2 exp(-2 c²) = .001 at c = 1.949
    expect(kolmogorov(pValues)).toBeLessThan(1.949);
  });
});

function judgedBy(
  scores: readonly Float64Array[],
  coins: readonly Coins[],
  kind: 'log-density' | 'distance',
) {
  const isIn = coins.map((each) => each.isIn);
  return calibrate(scores, isIn, kind).flatMap((ratios, fit) =>
    ratios ? [{ fit, ratios, coins: coins[fit] }] : [],
  );
}

/** A shift is estimated from some fits and used in another: earlier ones, or all others. */
test('calibration by all other fits is not exact: its guesses vary more than chance allows', () => {
  const rng = rngFromSeed(17);
  const [people, fits, sets] = [100, 12, 300];
  const deviations = { earlier: [] as number[], others: [] as number[] };
  for (let set = 0; set < sets; set++) {
    const base = normals(people, rng.split('base', set));
    const scores = Array.from({ length: fits }, (_, fit) =>
      normals(people, rng.split('scores', set, fit)).map((x, i) => base[i] + 0.3 * x),
    );
    const coins = scores.map((_, fit) => flipped(people, rng.split('coins', set, fit)));
    for (const how of ['earlier', 'others'] as const) {
      const judged = scores.slice(FIRST_FITS).map((own, at) => {
        const fit = at + FIRST_FITS;
        const by = scores.flatMap((_, k) => ((how === 'earlier' ? k < fit : k !== fit) ? [k] : []));
        const ratios = own.map((score, i) => {
          const state = (is: number) => by.filter((k) => coins[k].isIn[i] === is);
          const average = (ks: readonly number[]) => mean([0, ...ks.map((k) => scores[k][i])]);
          const shift = average(state(1)) - average(state(0));
          return shift * (score - mean(by.map((k) => scores[k][i])));
        });
        return { fit, ratios, coins: coins[fit] };
      });
      const { guesses, advantage } = pairFigures(judged);
      deviations[how].push(advantage * Math.sqrt(guesses));
    }
  }
  // the error of a standard deviation from 300 values is .041
  expect(Math.abs(spread(deviations.earlier) - 1)).toBeLessThan(4 * 0.041);
  expect(spread(deviations.others)).toBeGreaterThan(1 + 2 * 0.041);
});

describe('power', () => {
  /**
   * Scores with a shift that gives the advantage which 32 fits of 200 people detect with power .8 at
   * the level .05, 2.49 / sqrt(fits people / 2) (one-sided), judged by the 28 that are calibrated. Early
   * fits are calibrated by few others, which costs some of it.
   */
  test.each(['log-density', 'distance'] as const)('of a %s is near that of the formula', (kind) => {
    const rng = rngFromSeed(23);
    const [people, fits, runs] = [200, 32, 150];
    const advantage = 2.49 / Math.sqrt((28 * people) / 2);
    // pairs: P(difference of two unit normals with shift g > 0) = Phi(g / sqrt 2)
    const shift = Math.SQRT2 * advantage * Math.sqrt(Math.PI / 2);
    let found = 0;
    for (let run = 0; run < runs; run++) {
      const coins = Array.from({ length: fits }, (_, fit) => flipped(people, rng.split(run, fit)));
      const scale = kind === 'log-density' ? shift : 1;
      const scores = coins.map(({ isIn }, fit) =>
        normals(people, rng.split('noise', run, fit)).map((x, i) => scale * (x + shift * isIn[i])),
      );
      if (pairFigures(judgedBy(scores, coins, kind)).p <= 0.05) found++;
    }
    // four errors of .8 in 150 runs are .13; calibration by few fits costs about a tenth of the shift
    expect(found / runs).toBeGreaterThan(0.55);
    expect(found / runs).toBeLessThan(0.93);
  });
});
