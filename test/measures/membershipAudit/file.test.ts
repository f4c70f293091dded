/**
 * The audit of who has the file of a private vine: it recognises people about as well as the guarantee allows, not
 * better; and better where the noise is a third of what was promised.
 */

import { expect, test } from 'vitest';
import { dpvine } from '../../../src/generators/dpvine/dpvine.ts';
import { budgetOf, resolveDpvine } from '../../../src/generators/dpvine/settings.ts';
import type { Generator } from '../../../src/generators/generator.ts';
import { epsilonOf } from '../../../src/generators/private/accounting.ts';
import { attackBoundOf } from '../../../src/generators/private/attackBound.ts';
import { membershipAudit } from '../../../src/measures/membershipAudit/membershipAudit.ts';
import { records } from './tables.ts';

const DELTA = 1e-5;
const PUBLIC = {
  columns: {
    ...Object.fromEntries(
      Array.from({ length: 10 }, (_, j) => [
        `x${j}`,
        { type: 'continuous' as const, min: -5, max: 5, decimals: 6 },
      ]),
    ),
    y: { type: 'boolean' as const, levels: ['no', 'yes'] },
  },
};
const muOf = (epsilon: number) => budgetOf(resolveDpvine({ epsilon, delta: DELTA })).mu;

async function fileAudit(generator: Generator | 'dpvine', epsilon: number) {
  const { levels } = await membershipAudit(records(200), {
    generator,
    fit: {
      response: 'y',
      noiseSeed: 'public',
      schema: PUBLIC,
      dpvine: { epsilon, delta: DELTA, mostNoise: Infinity, clipCorrection: false },
    },
    levels: [1],
    scores: ['refit', 'file'],
    rows: 50,
    fits: 24,
    delta: DELTA,
  });
  const { file } = levels[0].scores;
  if (!file) throw new Error('the file was not looked at');
  return file;
}

test('who has the file recognises people as the guarantee allows, and not better', async () => {
  const { auc, atRelease, epsilonLower } = await fileAudit('dpvine', 5);
  const bound = attackBoundOf(muOf(5));
  expect(auc.low).toBeLessThan(bound.auc);
  expect(epsilonLower).toBeLessThan(5);
  // others who are in or out by chance blur it: half of what is allowed beyond a coin, at least
  expect(auc.estimate - 0.5).toBeGreaterThan(0.5 * (bound.auc - 0.5));
  // what one person adds does not thin out in a larger table
  expect(atRelease).toEqual(auc);
});

test('a third of the promised noise is found out', async () => {
  // promises epsilon 1, and measures with three times its mu
  const loud: Generator = {
    fit: (table, settings, rng) => dpvine(epsilonOf(3 * muOf(1), DELTA)).fit(table, settings, rng),
  };
  const { auc } = await fileAudit(loud, 1);
  expect(auc.low).toBeGreaterThan(attackBoundOf(muOf(1)).auc);
});

test('a generator without such a file is not looked at by it', async () => {
  const { levels } = await membershipAudit(records(60), {
    fit: { response: 'y' },
    levels: [1],
    scores: ['refit', 'file'],
    fits: 6,
  });
  expect(Object.keys(levels[0].scores)).toEqual(['refit']);
});
