/**
 * The private vine at its usual size: what it keeps of the paper's tables, whether an audit refutes its
 * promise, and how long fits take.
 */

import { describe, expect, test } from 'vitest';
import { paperRanges, privateTable } from '../../bench/privateTables.ts';
import { planFeatures } from '../../src/features/plan.ts';
import { generators } from '../../src/generators/catalogue.ts';
import type { FittedGenerator } from '../../src/generators/generator.ts';
import { membershipAudit } from '../../src/measures/membershipAudit/membershipAudit.ts';
import { labelledRows } from '../../src/measures/utility/labelledRows.ts';
import { trainAndTest } from '../../src/measures/utility/trainAndTest.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { applySchema } from '../../src/table/applySchema.ts';
import { checkSchema } from '../../src/table/schema.ts';
import { records } from '../measures/membershipAudit/tables.ts';
import { numericTable } from '../support/numericTable.ts';
import { sharedPath } from '../support/shared.ts';

const FITS = 10;

const hasTables = sharedPath('data/real_support2_small.csv') !== undefined;

describe.skipIf(!hasTables)('utility at epsilon 2.5, mean of ten fits', () => {
  test.each([
    ['support2', 1, 0.71],
    ['simulated', 10, 0.84],
  ] as const)('%s at truncation %i', async (name, truncation, least) => {
    const { train, test: unseen, schema, response } = await privateTable(name);
    const plan = planFeatures(applySchema(train, schema));
    let sum = 0;
    for (let fit = 0; fit < FITS; fit++) {
      const own = { epsilon: 2.5, ranges: paperRanges(name) };
      const settings = { response, schema, noiseSeed: 4711, dpvine: own };
      const fitted = (await generators.dpvine.fit(
        train,
        settings,
        rngFromSeed(fit + 1),
      )) as FittedGenerator;
      const drawn = fitted.levels?.at(truncation).sample(train.rows, rngFromSeed(fit)) ?? train;
      const found = trainAndTest(
        'forest',
        labelledRows(plan, drawn, response),
        labelledRows(plan, unseen, response),
        { forest: { trees: 200, voting: 'probabilities' } },
        rngFromSeed(fit),
      );
      sum += found.kind === 'classes' ? found.scores.auc : 0;
    }
    console.log(name, 'truncation', truncation, 'mean AUC', (sum / FITS).toFixed(3));
    expect(sum / FITS).toBeGreaterThan(least);
  });
});

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

/** A pair of people swaps one row for another: the replacement that the promise is about. */
test.each([0.1, 0.5, 1, 2.5, 5])('an audit does not refute epsilon %f', async (epsilon) => {
  const { levels } = await membershipAudit(records(400), {
    generator: 'dpvine',
    fit: {
      response: 'y',
      noiseSeed: 'public',
      schema: PUBLIC,
      dpvine: { epsilon, mostNoise: Infinity },
    },
    levels: [1, 'full'],
    rows: 1000,
    fits: 24,
    delta: 1e-5,
  });
  for (const { truncation, scores } of levels) {
    for (const [name, { auc, epsilonLower }] of Object.entries(scores)) {
      console.log(epsilon, truncation, name, auc.estimate.toFixed(3), epsilonLower.toFixed(3));
      expect(epsilonLower).toBeLessThan(epsilon);
    }
  }
});

test('a fit of 1e6 rows and 50 columns within 10 s', async () => {
  const [rows, d] = [1_000_000, 49];
  const y = rngFromSeed(1)
    .split('y')
    .uniforms(rows)
    .map((u) => (u < 0.4 ? 1 : 0));
  const columns = Object.fromEntries(
    Array.from({ length: d }, (_, j) => [
      `x${j}`,
      rngFromSeed(1)
        .split('x', j)
        .uniforms(rows)
        .map((u, i) => 0.8 * u + 0.2 * y[i]),
    ]),
  );
  const schema = checkSchema({
    columns: {
      ...Object.fromEntries(
        Object.keys(columns).map((name) => [name, { type: 'continuous', min: 0, max: 1 }]),
      ),
      y: { type: 'boolean', levels: ['0', '1'] },
    },
  });
  const table = numericTable({ ...columns, y });
  const begun = process.cpuUsage();
  await generators.dpvine.fit(table, { response: 'y', schema }, rngFromSeed(1));
  const { user, system } = process.cpuUsage(begun);
  console.log('seconds of CPU', ((user + system) / 1e6).toFixed(1));
  expect((user + system) / 1e6).toBeLessThan(10);
});
