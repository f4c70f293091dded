/** A whole study in every way that its work can be shared: the same bytes in each. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  hasPostgres,
  hasRedis,
  type Server,
  startPostgres,
  startRedis,
} from '../support/servers.ts';
import { type Files, sharedStudy } from '../support/sharedStudy.ts';

// the membership audit and the paper's game, each with its own units
const study = sharedStudy(200, 5, ['--preset', 'quick', '--membership', 'both', '--mia', 'all']);
let alone: Files;
beforeAll(async () => {
  alone = await study.alone();
}, 600_000);
afterAll(() => study.remove());

const byQueue = async (start: () => Promise<Server>, workers: number): Promise<Files> => {
  const server = await start();
  return study.overQueue(server.url, workers).finally(() => server.remove());
};

test('two threads', async () => {
  expect(await study.threads(2)).toEqual(alone);
});

describe.each([1, 2, 4])('%d processes', (count) => {
  test('over a folder', async () => {
    expect(await study.overFolder(count)).toEqual(alone);
  });

  test.skipIf(!hasRedis)('by Redis', async () => {
    expect(await byQueue(startRedis, count)).toEqual(alone);
  });

  test.skipIf(!hasPostgres)('by PostgreSQL', async () => {
    expect(await byQueue(startPostgres, count)).toEqual(alone);
  });
});
