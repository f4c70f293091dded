/** What the audit must and must not see, with generators of known leakage. */

import { describe, expect, test } from 'vitest';
import type { GeneratorName } from '../../../src/generators/catalogue.ts';
import { membershipAudit } from '../../../src/measures/membershipAudit/membershipAudit.ts';
import type { ScoreAudit } from '../../../src/measures/membershipAudit/scoreAudit.ts';
import { records } from './tables.ts';

const table = records(884);
const fit = { response: 'y', sensitive: ['x0'] };

async function scoresOf(generator: GeneratorName, copyShare = 0.1, fits = 24) {
  const { levels } = await membershipAudit(table, {
    generator,
    fit: { ...fit, copyShare },
    levels: [1],
    scores: ['refit', 'near'],
    fits,
  });
  return levels[0].scores as { readonly refit: ScoreAudit; readonly near: ScoreAudit };
}

describe('copies', () => {
  test('are recognised by whoever looks for near rows', async () => {
    const { near } = await scoresOf('copy');
    expect(near.auc.estimate).toBeGreaterThanOrEqual(0.99);
    expect(near.pairs.accuracy.estimate).toBeGreaterThan(0.99);
    expect(near.atRelease).toEqual(near.auc);
    expect(near.word).toBe('clearly');
    for (const { estimate } of Object.values(near.tprAt)) expect(estimate).toBeGreaterThan(0.99);
    expect(near.epsilonLower).toBeGreaterThan(6);
  });

  test('of a tenth are recognised as a tenth', async () => {
    const { near, refit } = await scoresOf('partial-copy');
    // a tenth is as good as certain, of the rest nothing is: .5 + .1 / 2
    expect(near.uncalibrated.estimate).toBeGreaterThan(0.54);
    expect(near.uncalibrated.estimate).toBeLessThan(0.57);
    expect(near.auc.low).toBeGreaterThan(0.53);
    expect(near.tprAt['0.001']?.estimate).toBeGreaterThan(0.08);
    expect(near.tprAt['0.001']?.estimate).toBeLessThan(0.12);
    expect(near.epsilonLower).toBeGreaterThan(3);
    // margins give away most of what a density sees
    expect(refit.auc.low).toBeGreaterThan(0.52);
  });

  test('are seen the more, the more there are', async () => {
    const found = [];
    for (const share of [0, 0.01, 0.05, 0.1, 0.25, 0.5]) {
      const { near } = await scoresOf('partial-copy', share, 14);
      found.push({ auc: near.uncalibrated.estimate, epsilon: near.epsilonLower });
      if (share >= 0.1) expect(near.pairs.p).toBeLessThan(1e-4);
    }
    const rises = (values: readonly number[]) =>
      values.every((value, i) => i === 0 || value > values[i - 1] - 0.002);
    expect(rises(found.map(({ auc }) => auc))).toBe(true);
    expect(found[5].auc).toBeGreaterThan(0.72);
    expect(found[5].epsilon).toBeGreaterThan(found[0].epsilon + 3);
  });
});

describe('controls, on request', async () => {
  const { controls, levels, notes } = await membershipAudit(table, {
    fit,
    generator: 'bootstrap-independent',
    levels: [1, 'full'],
    fits: 16,
    controls: ['copy', 'partial-copy', 'unrelated', 'independent'],
    holdout: records(200, 2),
  });
  const named = new Map(controls.map((each) => [each.name, each]));

  test('are judged with the fewest trees, and pass', () => {
    expect(controls.map(({ truncation }) => truncation)).toEqual([1, 1, 1, 1]);
    expect(controls.map(({ passed }) => passed)).toEqual([true, true, true, undefined]);
    expect(notes).toEqual([]);
  });

  test('a table that has nothing to do with the coins is not accused', () => {
    for (const score of Object.values(named.get('unrelated')?.scores ?? {})) {
      // 6 scores, false alarm .1 % each
      expect(score.pairs.p).toBeGreaterThan(0.001);
      expect(Math.abs(score.auc.estimate - 0.5)).toBeLessThan(0.04);
      expect(score.epsilonLower).toBeLessThan(0.5);
    }
  });

  test('independent cells are not unrelated: margins give people away', () => {
    const { refit } = named.get('independent')?.scores ?? {};
    expect(refit?.auc.low).toBeGreaterThan(0.52);
    // the same generator, coins and judge as the audit itself
    expect(refit).toEqual(levels[0].scores.refit);
  });
});
