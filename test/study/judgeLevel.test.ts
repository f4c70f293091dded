import { describe, expect, test } from 'vitest';
import type { Interval } from '../../src/numerics/intervals.ts';
import type { Constraints } from '../../src/study/constraints.ts';
import type { RiskName } from '../../src/study/decision.ts';
import { avoidedErrors, judgeInterval, judgeLevel } from '../../src/study/judgeLevel.ts';
import { liftedNotes, limitsOf } from '../../src/study/limits.ts';
import { difference, type RiskFigures } from '../../src/study/riskFigures.ts';

const between = (low: number, high: number): Interval => ({
  estimate: (low + high) / 2,
  low,
  high,
  level: 0.95,
});

const HARMLESS: RiskFigures = {
  numbers: [
    { name: 'cost', inTable: between(-0.02, 0.03), heldOut: between(-0.03, 0.02), real: 0.8 },
  ],
  categories: [
    {
      name: 'ward',
      inTable: between(0.59, 0.61),
      heldOut: between(0.58, 0.6),
      baseline: 0.6,
      real: 0.7,
    },
  ],
  audit: {
    attackers: [
      { by: 'density', auc: between(0.55, 0.57) },
      { by: 'nearest row', auc: between(0.5, 0.52) },
    ],
    beyondMargins: between(-0.01, 0.01),
    isAnybodyRecognised: false,
  },
  copies: { found: 0, allowed: 0, rows: 500 },
};

const judged = (risks: Partial<RiskFigures>, constraints: Constraints = {}) =>
  judgeLevel({ ...HARMLESS, ...risks }, limitsOf(constraints));
const of = (risk: RiskName, risks: Partial<RiskFigures>, constraints: Constraints = {}) =>
  judged(risks, constraints).figures.find((each) => each.risk === risk);

test('by the ends of the interval', () => {
  expect(judgeInterval(between(0, 0.25), 0.25)).toBe('safe');
  expect(judgeInterval(between(0.1, 0.26), 0.25)).toBe('unclear');
  expect(judgeInterval(between(0.25, 0.3), 0.25)).toBe('unclear');
  expect(judgeInterval(between(0.26, 0.3), 0.25)).toBe('unsafe');
  expect(judgeInterval(between(Number.NaN, Number.NaN), 0.25)).toBe('unclear');
});

test('a level is as safe as its worst figure', () => {
  expect(judged({})).toMatchObject({ judged: 'safe' });
  expect(judged({}).figures.map(({ risk }) => risk)).toEqual([
    ...(['attribute', 'guess', 'membership', 'membership'] as const),
    ...(['membershipBeyondMargins', 'people', 'copies'] as const),
  ]);
  expect(judged({ copies: { found: 1, allowed: 0, rows: 500 } }).judged).toBe('unsafe');
  expect(judged({ audit: null }).judged).toBe('unclear');
});

describe('variance explained', () => {
  const cost = (inTable: Interval, heldOut: Interval, real: number | null = 1) => ({
    numbers: [{ name: 'cost', inTable, heldOut, real }],
  });

  test('of people in the table or of others, whichever may be more', () => {
    const low = between(0, 0.02);
    expect(of('attribute', cost(between(0.3, 0.4), low))?.judged).toBe('unsafe');
    expect(of('attribute', cost(low, between(0.3, 0.4)))?.judged).toBe('unsafe');
    expect(of('attribute', cost(between(Number.NaN, Number.NaN), low))?.judged).toBe('safe');
  });

  test('at most a quarter of what the real table gives away, but not less than is negligible', () => {
    const limit = (real: number | null, given: Constraints = {}) =>
      of('attribute', cost(between(0, 0), between(0, 0), real), given)?.limit;
    expect(limit(0.8)).toBeCloseTo(0.2, 12);
    expect(limit(1.2)).toBe(0.25);
    expect(limit(0.2)).toBe(0.1);
    expect(limit(-0.1)).toBe(0.1);
    expect(limit(null)).toBe(0.25);
    expect(limit(0.2, { maxMr2: 0.3 })).toBe(0.3);
  });

  test('inside its range', () => {
    const found = of('attribute', cost(between(-0.4, -0.2), between(-0.5, -0.3)));
    expect(found?.figure).toMatchObject({ estimate: 0, low: 0, high: 0 });
    expect(found?.words).toBe(
      'An attacker explains 0 % of the variance of cost, at most 0 %; the limit is 25 %.',
    );
  });
});

test('a category: wrong guesses avoided, by Goodman and Kruskal', () => {
  expect(avoidedErrors(0.7, 0.6)).toBeCloseTo(0.25, 12);
  expect(avoidedErrors(1, 1)).toBe(0);
  const ward = (rate: Interval) => ({
    categories: [{ name: 'ward', inTable: rate, heldOut: rate, baseline: 0.95, real: 1 }],
  });
  // four in five of the wrong guesses, though only four points more than the baseline
  expect(of('guess', ward(between(0.985, 0.995)))?.judged).toBe('unsafe');
  expect(of('guess', ward(between(0.94, 0.96)))?.judged).toBe('safe');
});

describe('members', () => {
  const audit = (changed: object) => ({ audit: { ...HARMLESS.audit, ...changed } as never });

  test('by densities, and by near rows, which see copies', () => {
    const near = [{ by: 'nearest row', auc: between(0.98, 1) }];
    expect(judged(audit({ attackers: near })).judged).toBe('unsafe');
    const straddling = [{ by: 'density', auc: between(0.59, 0.605) }];
    expect(judged(audit({ attackers: straddling })).judged).toBe('unclear');
    expect(judged(audit({ attackers: straddling }), { maxMembership: 0.61 }).judged).toBe('safe');
  });

  test('beyond independent margins, and single people', () => {
    expect(
      of('membershipBeyondMargins', audit({ beyondMargins: between(0.04, 0.05) }))?.judged,
    ).toBe('unsafe');
    const words = (low: number, high: number) =>
      of('membershipBeyondMargins', audit({ beyondMargins: between(low, high) }))?.words;
    expect(words(0.01, 0.02)).toContain('1.5 points more often than');
    expect(words(0.01, 0.02)).toContain('(at most 2.0 points more)');
    expect(words(-0.03, -0.01)).toContain('2.0 points less often than');
    expect(words(-0.03, -0.01)).toContain('(at least 1.0 points less often)');
    expect(of('membershipBeyondMargins', audit({ beyondMargins: null }))).toBeUndefined();
    expect(of('people', audit({ isAnybodyRecognised: true }))?.judged).toBe('unsafe');
  });

  test('what was not measured is not safe', () => {
    const found = of('membership', { audit: null });
    expect(found?.judged).toBe('unclear');
    expect(found?.figure.estimate).toBeNaN();
  });
});

test('a limit that is lifted judges nothing and is told of', () => {
  const lifted: Constraints = {
    maxMr2: 'none',
    maxGuess: 'none',
    maxMembership: 'none',
    maxBeyondMargins: 'none',
    maxPeople: 'none',
  };
  expect(judged({}, lifted).figures.map(({ risk }) => risk)).toEqual(['copies']);
  expect(judged({ audit: null }, { maxMembership: 'none' }).judged).toBe('safe');
  expect(liftedNotes(limitsOf(lifted))).toHaveLength(5);
  expect(liftedNotes(limitsOf({}))).toEqual([]);
  expect(limitsOf(lifted).attribute.words).toBe(
    'variance of a sensitive column explained: no limit',
  );
});

test('the difference of two figures has the errors of both', () => {
  const { estimate, low, high } = difference(between(0.57, 0.63), between(0.54, 0.62));
  expect([estimate, low, high]).toEqual([
    expect.closeTo(0.02, 12),
    expect.closeTo(0.02 - 0.05, 12),
    expect.closeTo(0.02 + 0.05, 12),
  ]);
});
