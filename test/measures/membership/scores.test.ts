import { describe, expect, test } from 'vitest';
import { outcomeOf } from '../../../src/measures/membership/outcome.ts';
import { areaUnderCurve, scoreTrial } from '../../../src/measures/membership/scores.ts';
import { Draw } from '../../support/draw.ts';

const of = (...values: number[]) => Float64Array.from(values);

describe('from guesses to the figures, by hand', () => {
  test('rates, advantage and privacy gain of an iteration', () => {
    const trial = scoreTrial({
      iteration: 3,
      // a half is no 'in'
      out: of(0.5, 0.1, 0.6, 0.2),
      in: of(0.9, 0.51, 0.5, 0.8),
      placebo: of(0.7, 0.6, 0.3, 0.4),
    });
    expect(trial).toEqual({
      iteration: 3,
      truePositiveRate: 0.75,
      falsePositiveRate: 0.25,
      advantage: 0.5,
      privacyGain: 0.5,
      placebo: { positiveRate: 0.5, advantage: 0.25, privacyGain: 0.75 },
    });
  });

  test('privacy gain runs from 0, always right, to 2, always wrong', () => {
    const yes = of(1, 1);
    const no = of(0, 0);
    expect(scoreTrial({ iteration: 0, out: no, in: yes }).privacyGain).toBe(0);
    expect(scoreTrial({ iteration: 0, out: yes, in: yes }).privacyGain).toBe(1);
    expect(scoreTrial({ iteration: 0, out: yes, in: no }).privacyGain).toBe(2);
  });

  test('the area under the curve counts pairs, ties half', () => {
    expect(areaUnderCurve([of(0.1, 0.5)], [of(0.5, 0.5, 0.9)])).toBe(
      (1 + 0.5 + 1 + 0.5 + 1 + 1) / 6,
    );
    const draw = new Draw(3);
    const scores = (n: number) => draw.column(n, () => draw.integer(7) / 7);
    const [out, own] = [
      [scores(20), scores(13)],
      [scores(17), scores(30)],
    ];
    let wins = 0;
    const all = (parts: Float64Array[]) => parts.flatMap((part) => [...part]);
    for (const a of all(own)) for (const b of all(out)) wins += a > b ? 1 : a === b ? 0.5 : 0;
    expect(areaUnderCurve(out, own)).toBeCloseTo(wins / (33 * 47), 14);
  });
});

describe('the outcome of a game', () => {
  const targets = [
    { row: 5, kind: 'outlying' as const, sensitive: 'x' },
    { row: 9, kind: 'random' as const },
    { row: 2, kind: 'random' as const },
  ];
  /** `positive` of ten sets taken for 'in'. */
  const sets = (positive: number) =>
    Float64Array.from({ length: 10 }, (_, i) => (i < positive ? 0.8 : 0.3));
  // by target and iteration: positives among out, in and placebo
  const counts = [
    [
      [1, 9, 1],
      [3, 8, 2],
      [2, 10, 2],
      [2, 9, 3],
    ],
    [
      [5, 5, 5],
      [6, 4, 6],
      [5, 3, 4],
    ],
    [],
  ];
  const guesses = counts.map((trials) =>
    trials.map(([out, own, other], iteration) => ({
      iteration,
      out: sets(out),
      in: sets(own),
      placebo: sets(other),
    })),
  );
  const outcome = outcomeOf(5, 'all', targets, guesses);

  test('privacy gains by kind of target, with their medians', () => {
    expect(outcome.outlying).toEqual([0.2, 0.5, 0.2, 0.3].map((x) => expect.closeTo(x, 12)));
    expect(outcome.random).toEqual([1, 1.2, 1.2].map((x) => expect.closeTo(x, 12)));
    expect(outcome.median.outlying).toBeCloseTo(0.25, 12);
    expect(outcome.median.random).toBeCloseTo(1.2, 12);
    expect(outcome.median.all).toBeCloseTo(0.5, 12);
    expect(outcome.median.placebo).toBeCloseTo(1, 12);
  });

  test('means over iterations with Student intervals: the fit is the unit', () => {
    // iterations: (.8 + 0)/2, (.5 - .2)/2, (.8 - .2)/2, .7
    const means = [0.4, 0.15, 0.3, 0.7];
    const mean = 0.3875;
    const error = Math.sqrt(means.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 3 / 4);
    // the .975 quantile of Student's distribution with 3 degrees of freedom
    const half = 3.182446305284263 * error;
    expect(outcome.advantage?.estimate).toBeCloseTo(mean, 12);
    expect(outcome.advantage?.low).toBeCloseTo(mean - half, 9);
    expect(outcome.privacyGain?.estimate).toBeCloseTo(1 - mean, 12);
    expect(outcome.privacyGain?.high).toBeCloseTo(1 - mean + half, 9);
    expect(outcome.absoluteAdvantage).toBeCloseTo(mean, 12);
  });

  test('rates over all guesses that were made', () => {
    expect(outcome.truePositiveRate.estimate).toBeCloseTo(48 / 70, 12);
    expect(outcome.falsePositiveRate.estimate).toBeCloseTo(24 / 70, 12);
    // Wilson: (p + z^2/2n -+ z sqrt(p (1 - p)/n + z^2/4n^2)) / (1 + z^2/n)
    const [p, n, z] = [48 / 70, 70, 1.959963984540054];
    const half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
    expect(outcome.truePositiveRate.low).toBeCloseTo(
      (p + (z * z) / (2 * n) - half) / (1 + (z * z) / n),
      9,
    );
  });

  test('the placebo, and what is left of the advantage beyond it', () => {
    // by iteration: (0 + 0)/2, (-.1 + 0)/2, (0 - .1)/2, .1
    expect(outcome.placebo?.advantage.estimate).toBeCloseTo(0, 12);
    expect(outcome.placebo?.difference.estimate).toBeCloseTo(0.3875, 12);
    expect(outcome.placebo?.privacyGains.length).toBe(7);
  });

  test('a target without any trial has no figures, and does not count', () => {
    expect(outcome.targets[2]).toEqual({ target: targets[2], trials: [] });
    expect(outcome.auc).toBeCloseTo(
      ((outcome.targets[0].auc as number) + (outcome.targets[1].auc as number)) / 2,
      12,
    );
  });

  test('the worst target by the size of its advantage, and confirmed on other iterations', () => {
    expect(outcome.worst?.target).toBe(targets[0]);
    expect(outcome.worst?.advantage.estimate).toBeCloseTo(0.7, 12);
    expect(outcome.worst?.confirmed?.target).toBe(targets[0]);
    expect(outcome.worst?.confirmed?.advantage.estimate).toBeCloseTo(0.75, 12);
    const turned = outcomeOf(5, 'all', targets, [guesses[1], guesses[1].slice(0, 1), []]);
    // guesses worse than chance can be turned around
    expect(turned.worst?.advantage.estimate).toBeCloseTo(-0.4 / 3, 12);
    expect(turned.targets[0].absoluteAdvantage).toBeCloseTo(0.4 / 3, 12);
    expect(turned.worst?.confirmed).toBeUndefined();
  });

  test('what so many trials could have shown at most', () => {
    const { fits, sets: each } = outcome.limit;
    expect([fits.trialsPerClass, each.trialsPerClass]).toEqual([4, 40]);
    const t = 0.025 ** (1 / 40);
    expect(each.epsilon).toBeCloseTo(Math.log(t / (1 - t)), 10);
    expect(fits.epsilon).toBe(0);
    // both rates' Wilson intervals end z^2/(n + z^2) away from right
    const away = (n: number) => 1.959963984540054 ** 2 / (n + 1.959963984540054 ** 2);
    expect(each.advantage).toBeCloseTo(1 - Math.SQRT2 * away(40), 9);
    expect(fits.advantage).toBeCloseTo(1 - Math.SQRT2 * away(4), 9);
  });

  test('nothing at all', () => {
    const none = outcomeOf('full', 'naive', targets, [[], [], []]);
    expect(none.median).toEqual({});
    expect(none.advantage).toBeUndefined();
    expect(none.worst).toBeUndefined();
    expect(none.truePositiveRate.low).toBe(0);
    expect(none.truePositiveRate.high).toBe(1);
    expect(none.limit.sets).toEqual({ trialsPerClass: 0, epsilon: 0, advantage: 0 });
  });
});
