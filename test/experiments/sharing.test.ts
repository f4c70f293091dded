/** A game of the experiments, alone and shared in each way: the same figures. Needs the built package. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { membership } from '../../experiments/games.ts';
import { openParts } from '../../experiments/parts.ts';
import { dataIn, SCALES, type Setting } from '../../experiments/setting.ts';
import { alone, byQueue, overFolder, type Share } from '../../experiments/sharing.ts';
import * as library from '../../src/index.ts';
import { startIn } from '../cli/support.ts';
import { hasPostgres, hasRedis, startPostgres, startRedis } from '../support/servers.ts';

const home = mkdtempSync(join(tmpdir(), 'tvinesynth-experiments-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const { names, columns } = library.simulatedData(1, { rowsPerClass: 40 });
const table = library.tableFromColumns(
  Object.fromEntries(
    names
      .map((name, j) => [name, columns[j]] as const)
      .filter(([name]) => /^(X[1-4]|Y)$/.test(name)),
  ),
);

const play = (share: Share) => {
  const scale = { ...SCALES.quick, iterations: 2, shadows: 2, setsPerShadow: 2, membershipSets: 2 };
  const parts = openParts(undefined, () => undefined);
  const setting: Setting = {
    ...{ library, scale, threads: 1, seed: 1, competitors: [], parts, share },
    ...dataIn(library, '.'),
  };
  const settings = { response: 'Y', sensitive: ['X1'], families: 'gaussian' } as const;
  const subject = { table, generator: 'cvine', settings, levels: [1], isOfPeople: false } as const;
  const targets = [3, 17].map((row) => ({ row, kind: 'random' }) as const);
  return membership(setting, subject, targets);
};
const expected = play(alone);

test('over a folder, and again from what was kept', async () => {
  const share = await overFolder(join(home, 'store'), undefined);
  expect(await play(share)).toEqual(await expected);
  expect(await play(share)).toEqual(await expected);
});

test.for([
  ['Redis', hasRedis, startRedis],
  ['PostgreSQL', hasPostgres, startPostgres],
] as const)('by a queue on %s', async ([name, isThere, start], { skip }) => {
  if (!isThere) skip(`no ${name} here`);
  const server = await start();
  const key = join(home, `${name}.key`);
  const { share, close } = await byQueue(server.url, key);
  const place = ['--queue', server.url, '--key-file', key, '--threads', '1', '--quiet'];
  const worker = startIn(home, 'worker', ...place);
  try {
    expect(await play(share)).toEqual(await expected);
  } finally {
    worker.process.kill('SIGTERM');
    await worker.ended;
    await close();
    await server.remove();
  }
});
