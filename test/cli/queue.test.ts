/** The same study by one process, and by workers of a queue; test/slow/sharedStudy.test.ts has all combinations. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPostgres, hasRedis, startPostgres, startRedis } from '../support/servers.ts';
import { type Files, sharedStudy } from '../support/sharedStudy.ts';

const study = sharedStudy(90, 3, ['--preset', 'quick', '--levels', '1,full']);
let alone: Files;
beforeAll(async () => {
  alone = await study.alone();
});
afterAll(() => study.remove());

const WRITTEN = [
  ...['certificate.json', 'model.json', 'report.html', 'results.json', 'schema.json'],
  ...['settings.json', 'synthetic.csv'],
];

describe('run --queue gives the same bytes as one process', () => {
  test.skipIf(!hasRedis)('with two workers on Redis', async () => {
    const server = await startRedis();
    try {
      const files = await study.overQueue(server.url, 2);
      expect(Object.keys(files)).toEqual(WRITTEN);
      expect(files).toEqual(alone);
    } finally {
      await server.remove();
    }
  });

  test.skipIf(!hasPostgres)('with one worker on PostgreSQL', async () => {
    const server = await startPostgres();
    try {
      expect(await study.overQueue(server.url, 1)).toEqual(alone);
    } finally {
      await server.remove();
    }
  });
});
