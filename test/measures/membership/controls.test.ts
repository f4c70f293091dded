/**
 * What the attack must and must not find. Small tables; `bench/controls.ts` does the same
 * with the paper's sizes.
 */

import { describe, expect, test } from 'vitest';
import type { Generator } from '../../../src/generators/generator.ts';
import { isAccused, membershipControls } from '../../../src/measures/membership/controls.ts';
import { membershipAttack } from '../../../src/measures/membership/game.ts';
import type { MembershipSettings } from '../../../src/measures/membership/settings.ts';
import { takeRows } from '../../../src/table/takeRows.ts';
import { people } from './tables.ts';

const table = people(160);
const common: Omit<MembershipSettings, 'generator'> = {
  fit: { response: 'y', sensitive: ['d'] },
  targets: { quantiles: [0.01, 0.99], random: 2 },
  trainSize: 60,
  iterations: 6,
  shadows: 6,
  setsPerShadow: 20,
  sets: 40,
};

describe('the controls of known leakage', async () => {
  const small = { ...common, iterations: 4, setsPerShadow: 10, sets: 20 };
  const { outcomes, failures } = await membershipControls(table, {
    ...small,
    features: ['naive', 'correlation', 'all', 'nearness'],
  });

  test('copies are caught by those who look for rows near the target', () => {
    expect(failures).toEqual([]);
    const { catchesCopies, copies } = outcomes[3];
    expect(catchesCopies).toBe(true);
    expect(copies.privacyGain?.estimate).toBeLessThanOrEqual(0.1);
    expect(copies.median.all).toBeLessThanOrEqual(0.1);
    expect(copies.auc).toBeGreaterThanOrEqual(0.95);
    for (const target of copies.targets) expect(target.privacyGain?.estimate).toBeLessThan(0.15);
    // another row that is copied is not taken for the target
    expect(copies.median.placebo).toBe(1);
    expect(copies.placebo?.difference.low).toBeGreaterThan(0.8);
  });

  test('copies are not caught by correlations alone, and the control says so', () => {
    expect(outcomes[1].features).toBe('correlation');
    expect(outcomes[1].catchesCopies).toBe(false);
  });

  test('who never saw the rows is not accused', () => {
    expect(outcomes.map(({ accusesUnrelated }) => accusesUnrelated)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  test('a leak of known size is an accusation', () => {
    expect(isAccused(outcomes[3].copies)).toBe(true);
  });
});

describe('a generator without a leak, over many seeds', () => {
  /** Mean and standard error of what seeds give. */
  async function overSeeds(seeds: number, settings: MembershipSettings) {
    const found = [];
    for (let seed = 1; seed <= seeds; seed++) {
      const { outcomes } = await membershipAttack(table, { ...settings, seed, placebo: false });
      found.push({ gain: outcomes[0].privacyGain?.estimate ?? 0, auc: outcomes[0].auc ?? 0 });
    }
    const summary = (values: number[]) => {
      const mean = values.reduce((a, b) => a + b, 0) / seeds;
      const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
      return { mean, error: Math.sqrt(squares / (seeds - 1) / seeds) };
    };
    return { gain: summary(found.map((x) => x.gain)), auc: summary(found.map((x) => x.auc)) };
  }

  /** It knows 80 rows, and none of those that it is fitted to. */
  const others = people(80, 99);
  const unrelated: Generator = {
    fit: () => ({ sample: (rows, rng) => takeRows(others, rng.integers(rows, 80)) }),
  };
  const quick = { ...common, iterations: 3, shadows: 4, setsPerShadow: 8, sets: 10, trees: 40 };

  test.each<[string, MembershipSettings]>([
    ['unrelated, all', { ...quick, generator: unrelated, features: 'all' }],
    ['unrelated, nearness', { ...quick, generator: unrelated, features: 'nearness' }],
    ['independent margins', { ...quick, generator: 'independent', features: 'correlation' }],
    [
      'bootstrapped cells',
      { ...quick, generator: 'bootstrap-independent', features: 'correlation' },
    ],
  ])('%s: privacy gain 1 and AUC 1/2 within three standard errors', async (_, settings) => {
    const { gain, auc } = await overSeeds(12, settings);
    expect(Math.abs(gain.mean - 1)).toBeLessThan(3 * gain.error);
    expect(Math.abs(auc.mean - 0.5)).toBeLessThan(3 * auc.error);
    // an error so large that anything would pass is no check
    expect(gain.error).toBeLessThan(0.04);
  });
});

describe('the more rows are copied, the more the attack finds', () => {
  test('over shares from 0 to 100 %, and 10 % are detected', async () => {
    const advantages: number[] = [];
    const areas: number[] = [];
    for (const copyShare of [0, 0.05, 0.1, 0.25, 0.5, 1]) {
      const { outcomes } = await membershipAttack(table, {
        ...common,
        generator: 'partial-copy',
        fit: { ...common.fit, copyShare },
        features: 'nearness',
        placebo: false,
      });
      const [{ advantage, auc = 0 }] = outcomes;
      advantages.push(advantage?.estimate ?? 0);
      areas.push(auc);
      if (copyShare === 0) expect(advantage?.low).toBeLessThan(0);
      if (copyShare >= 0.1) expect(advantage?.low).toBeGreaterThan(0);
    }
    const increases = (values: number[]) => values.every((x, i) => i === 0 || x >= values[i - 1]);
    expect(increases(advantages)).toBe(true);
    expect(increases(areas)).toBe(true);
    expect(advantages[5]).toBeGreaterThan(0.9);
  });
});
