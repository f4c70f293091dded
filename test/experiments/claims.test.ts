import { expect, type TestContext, test } from 'vitest';
import type { Claim } from '../../experiments/claim.ts';
import { utility } from '../../experiments/games.ts';
import { openParts } from '../../experiments/parts.ts';
import { dataIn, paperSettings, type Scale, type Setting } from '../../experiments/setting.ts';
import { alone } from '../../experiments/sharing.ts';
import { forestClaim, jumps } from '../../experiments/simulated/claims.ts';
import { attackPrinted } from '../../experiments/simulated/findings.ts';
import { orderClaim } from '../../experiments/support2/claims.ts';
import { findOrder } from '../../experiments/support2/findings.ts';
import { prepare } from '../../experiments/support2/preprocess.ts';
import { findTheory, regression, theoryClaims, truncated } from '../../experiments/theory.ts';
import * as library from '../../src/index.ts';
import { NO_PAPER_DATA, sharedPath } from '../support/shared.ts';

/** The main claims, decided with a small part of the work. */
const SMALL: Scale = {
  iterations: 2,
  sets: 8,
  shadows: 1,
  setsPerShadow: 1,
  membershipSets: 1,
  utilitySets: 1,
  trees: 500,
  fits: 1,
  replicates: 2,
};

function settingIn(folder: string): Setting {
  return {
    library,
    scale: SMALL,
    threads: 1,
    seed: 1,
    competitors: [],
    ...dataIn(library, folder),
    parts: openParts(undefined, () => undefined),
    share: alone,
  };
}

function sharedFolder(context: TestContext): string {
  const folder = sharedPath('data');
  return folder ?? context.skip(NO_PAPER_DATA);
}

const verdictsOf = (claims: readonly Claim[]) =>
  Object.fromEntries(claims.map(({ id, verdict }) => [id, verdict]));

test('S2 and S3: X1 and X6 are given away from the levels that the paper names', async () => {
  const targets = { quantiles: [0.99], random: 1 };
  const found = await attackPrinted(settingIn('.'), [1, 2, 11, 12, 13, 18, 19, 20], targets);
  expect(verdictsOf(jumps(found))).toEqual({ S2: 'holds', S3: 'holds', S4: 'holds' });
}, 120_000);

test('T1 to T6: what is cut is zero, and what is lost by it', async () => {
  const claims = theoryClaims(await findTheory(settingIn('.')));
  expect(verdictsOf(claims)).toEqual({
    T1: 'holds',
    T2: 'holds',
    T3: 'holds',
    T4: 'holds',
    T5: 'holds',
    T6: 'holds',
  });
}, 60_000);

test('a truncated vine keeps the correlations of the trees that are left', () => {
  const matrix = [
    [1, 0.5, 0.4, 0.3],
    [0.5, 1, 0.2, 0.6],
    [0.4, 0.2, 1, 0.1],
    [0.3, 0.6, 0.1, 1],
  ];
  expect(truncated(matrix, 3).flat()).toEqual(
    matrix.flat().map((value) => expect.closeTo(value, 12)),
  );
  // given the only centre, the others are independent
  expect(truncated(matrix, 1)[0][1]).toBeCloseTo(0.3 * 0.6, 12);
  expect(truncated(matrix, 1)[0][3]).toBeCloseTo(0.3, 12);
  // two regressors by hand: (r1 - r2 r12) / (1 - r12²)
  expect(regression(matrix, 0, [1, 2])).toEqual([
    expect.closeTo((0.5 - 0.4 * 0.2) / (1 - 0.04), 12),
    expect.closeTo((0.4 - 0.5 * 0.2) / (1 - 0.04), 12),
  ]);
});

test('S10: what the paper calls AUC is the balanced accuracy', async (context) => {
  const folder = sharedFolder(context);
  const setting = settingIn(folder);
  const table = await setting.read('real_data_I_d20.csv');
  const { real } = await utility(
    setting,
    {
      table,
      generator: 'bootstrap-independent',
      levels: ['full'],
      isOfPeople: false,
      settings: paperSettings(table, 'Y', ['X1']),
    },
    await setting.read('real_data_I_d20_test.csv'),
  );
  expect(forestClaim(real).verdict).toBe('holds');
  expect(real.auc).toBeGreaterThan(0.96);
}, 60_000);

test('P1 and P2: rows and order of SUPPORT2', async (context) => {
  const setting = settingIn(sharedFolder(context));
  const table = await setting.read('real_support2_small.csv');
  expect(orderClaim({ order: await findOrder(setting, table) }).verdict).toBe('holds');
  const { rows, possible } = prepare(await setting.read('raw_support2.csv'));
  expect([rows.length, possible.length]).toEqual([1104, 1449]);
}, 60_000);

test('parts are kept, and their checksum does not depend on the order they are asked for', async () => {
  const checksum = async (...names: readonly string[]) => {
    const parts = openParts(undefined, () => undefined);
    for (const name of names) await parts.play(name, () => ({ name, third: 1 / 3 }));
    return parts.checksum();
  };
  expect(await checksum('a', 'b')).toBe(await checksum('b', 'a'));
  expect(await checksum('a', 'b')).not.toBe(await checksum('a', 'c'));
});
