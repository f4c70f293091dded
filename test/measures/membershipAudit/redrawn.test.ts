/**
 * Scores of a real audit, of a generator that leaks much, against coins that are thrown again: these have
 * nothing to do with the tables, so that every test must be exact, whatever the scores look like.
 */

import { describe, expect, test } from 'vitest';
import { flipCoins } from '../../../src/measures/membershipAudit/coins.ts';
import { runAudit } from '../../../src/measures/membershipAudit/membershipAudit.ts';
import { pairFigures } from '../../../src/measures/membershipAudit/pairGuesses.ts';
import { resolveAudit } from '../../../src/measures/membershipAudit/resolveAudit.ts';
import { type DoneFit, judge } from '../../../src/measures/membershipAudit/scoreAudit.ts';
import type { Scores } from '../../../src/measures/membershipAudit/scores/score.ts';
import { membershipAuditUnits } from '../../../src/measures/membershipAudit/units.ts';
import { binomialAtLeast, binomialProbability } from '../../../src/numerics/binomial.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { withRunner } from '../../../src/work/withRunner.ts';
import { memoryStore } from '../../support/memoryStore.ts';
import { kolmogorov } from '../../support/statistics.ts';
import { records } from './tables.ts';

const SETS = 1000;

describe('coins thrown again', async () => {
  const audit = await resolveAudit(records(100), {
    fit: { response: 'y' },
    generator: 'partial-copy',
    fits: 12,
  });
  const store = memoryStore();
  await withRunner(membershipAuditUnits, {}, (runner) => runAudit(audit, runner, { store }));
  const scores = [...store.kept.values()].map((byLevel) => (byLevel as readonly Scores[])[0]);
  const rng = rngFromSeed(77);
  const thrown = Array.from({ length: SETS }, (_, set) =>
    scores.map((own, fit): DoneFit => {
      return { coins: flipCoins(audit.people, rng.split(set, fit)), scores: own };
    }),
  );

  test.each(audit.scores)('p-values by the score %s are uniform', (name) => {
    const pValues = Float64Array.from(thrown, (fits, set) => {
      const { guesses, accuracy } = pairFigures(judge(name, fits));
      const right = Math.round(accuracy.estimate * guesses);
      // within the step of a count, so that a uniform distribution is possible
      const [u] = rng.split('step', set).uniforms(1);
      return (
        binomialAtLeast(right + 1, guesses, 0.5) + u * binomialProbability(right, guesses, 0.5)
      );
    });
    // 2 exp(-2 c²) = .001 / 6 at c = 2.168: false alarm .001 for all scores
    expect(kolmogorov(pValues)).toBeLessThan(2.168);
  });

  test('while those of its own coins are anything but', () => {
    const own = scores.map((each, fit) => ({
      coins: flipCoins(audit.people, audit.rng.split('fit', fit)),
      scores: each,
    }));
    expect(pairFigures(judge('near', own)).p).toBeLessThan(0.01);
  });
});
