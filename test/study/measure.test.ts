/** At which levels membership is attacked. The games are played by hand. */

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type MembershipSettings, type StudySettings, study } from '../../src/index.ts';
import { isClear } from '../../src/study/isClear.ts';
import { Draw } from '../support/draw.ts';
import { numericTable } from '../support/numericTable.ts';

const asked: (readonly unknown[])[] = [];
let gains: readonly number[] = [];

vi.mock('../../src/measures/membership/game.ts', () => ({
  membershipAttack: async (_: unknown, { levels = [] }: MembershipSettings) => {
    asked.push(levels);
    const median = { all: gains[1], outlying: gains[1], random: gains[1], placebo: 1 };
    const outcomes = levels.map((level) => ({
      truncation: level,
      features: 'all',
      outlying: gains,
      random: gains,
      median,
      targets: Array.from({ length: 6 }, (_, person) => ({
        target: { row: person, kind: person < 3 ? 'outlying' : 'random' },
        trials: gains.map((privacyGain, iteration) => ({
          ...{ iteration, privacyGain, advantage: 1 - privacyGain },
        })),
      })),
      limit: { fits: {}, sets: {} },
    }));
    return { outcomes, notes: ['played by hand'] };
  },
}));

const draw = new Draw(3);
const a = draw.column(80, () => draw.uniform());
const table = numericTable({
  a,
  b: draw.column(80, () => draw.uniform()),
  c: draw.column(80, () => draw.uniform()),
  y: a.map((x) => (x + 0.3 * draw.uniform() > 0.6 ? 1 : 0)),
});
const settings: StudySettings = {
  response: 'y',
  sensitive: ['b'],
  families: 'gaussian',
  sizes: {
    targets: { quantiles: [0.9], random: 1 },
    attribute: { iterations: 1, sets: 1 },
    utility: { sets: 1, trees: 10 },
  },
};

describe('membership in a study', () => {
  beforeEach(() => {
    asked.length = 0;
  });

  test('near 1 at t_max: lower levels are skipped, and this is said', async () => {
    gains = [0.95, 1, 1.05];
    const { results } = await study(table, settings);
    expect(asked).toEqual([[3]]);
    expect(results.membership.attacked).toEqual([3]);
    expect(results.membership.skipped).toContain('attacked only at truncation 3.');
    expect(results.notes).toContain(results.membership.skipped);
    expect(results.notes).toContain('Membership attack: played by hand');
    expect(results.levels.map(({ mia }) => mia?.privacyGain.median ?? null)).toEqual([
      null,
      null,
      1,
    ]);
  });

  test('the figure of t_max stands for lower levels', async () => {
    gains = [0.9, 0.96, 1];
    const { results } = await study(table, { ...settings, constraints: { maxAdvantage: 0.01 } });
    for (const { verdicts } of results.levels) expect(verdicts[0].found).toBeCloseTo(0.04, 12);
    expect(results.recommended.satisfied).toBe(false);
  });

  test('not near 1: the lower levels are attacked too', async () => {
    gains = [0.5, 0.6, 0.7];
    const { results } = await study(table, settings);
    expect(asked).toEqual([[3], [1, 2]]);
    expect(results.membership).toEqual({ attacked: [1, 2, 3], skipped: null });
    expect(results.levels.every(({ privacy }) => privacy.value <= 0.6)).toBe(true);
  });

  test("'all' attacks every level at once, 'none' none", async () => {
    gains = [1, 1, 1];
    await study(table, { ...settings, membership: 'both', membershipLevels: 'all' });
    expect(asked).toEqual([[1, 2, 3]]);
    const { results } = await study(table, { ...settings, membership: 'none' });
    expect(asked.length).toBe(1);
    expect(results.notes).toContain('Membership was not attacked.');
  });
});

describe('a privacy gain near 1', () => {
  const outcome = (outlying: number[], random: number[]) => ({
    outlying,
    random,
    median: { outlying: outlying[2], random: random[2] },
  });
  const near = [0.9, 0.98, 1, 1.02, 1.1];

  const many = 1e6;

  test('needs both kinds of people and all attackers', () => {
    const below = [0.5, 0.6, 0.7, 0.8, 0.9];
    expect(isClear([outcome(near, near)], many)).toBe(true);
    expect(isClear([outcome(near, below)], many)).toBe(false);
    expect(isClear([outcome(below, near)], many)).toBe(false);
    const above = [1.1, 1.15, 1.2, 1.25, 1.3];
    expect(isClear([outcome(near, near), outcome(near, above)], many)).toBe(false);
  });

  test('needs little spread in the middle half', () => {
    expect(isClear([outcome([0.2, 0.9, 1, 1.1, 1.8], near)], many)).toBe(true);
    expect(isClear([outcome([0.2, 0.8, 1, 1.2, 1.8], near)], many)).toBe(false);
  });

  test('allows for chance where there are few sets', () => {
    // standard deviation by chance sqrt(0.5/10) = 0.2236: median within 0.2506, middle half 0.6033
    const moved = (by: number) => near.map((gain) => gain - by);
    expect(isClear([outcome(moved(0.24), near)], 10)).toBe(true);
    expect(isClear([outcome(moved(0.26), near)], 10)).toBe(false);
    expect(isClear([outcome([0.2, 0.7, 1, 1.3, 1.8], near)], 10)).toBe(true);
    expect(isClear([outcome([0.2, 0.69, 1, 1.3, 1.8], near)], 10)).toBe(false);
  });

  test('is not asked of people who were not attacked', () => {
    expect(isClear([{ outlying: [], random: near, median: { random: 1 } }], many)).toBe(true);
  });
});
