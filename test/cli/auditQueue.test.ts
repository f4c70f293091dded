/** An audit by one process, and with its models learned by workers of a queue. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readRunKey } from '../../src/store/runKey.ts';
import { hasPostgres, hasRedis, startPostgres, startRedis } from '../support/servers.ts';
import { dependentTable, runIn, startIn } from './support.ts';

const home = mkdtempSync(join(tmpdir(), 'tvinesynth-audit-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const text = (name: string) => readFileSync(join(home, name), 'latin1');

test.for([
  ['Redis', hasRedis, startRedis],
  ['PostgreSQL', hasPostgres, startPostgres],
] as const)(
  'audit --queue gives the same bytes on %s',
  async ([name, isThere, start], { skip }) => {
    if (!isThere) skip(`no ${name} here`);
    writeFileSync(join(home, 't.csv'), dependentTable(90, 3));
    writeFileSync(join(home, 'made.csv'), dependentTable(80, 3));
    const audit = ['audit', 't.csv', 'made.csv', '--response', 'y', '--sensitive', 'x0'];
    const common = ['--threads', '1', '--date', '2026-11-18', '--quiet'];
    const server = await start();
    const key = `${name}.key`;
    readRunKey({ keyFile: join(home, key), create: true });
    const place = ['--queue', server.url, '--key-file', key];
    const workers = [1, 2].map(() =>
      startIn(home, 'worker', ...place, '--quiet', '--threads', '1'),
    );
    try {
      const alone = await runIn(home, ...audit, ...common, '--out', `${name}1.json`);
      const shared = await runIn(home, ...audit, ...common, '--out', `${name}2.json`, ...place);
      expect(shared).toEqual(alone);
      expect(alone.stderr).not.toContain('internal');
      expect([0, 3]).toContain(alone.code);
      expect(text(`${name}2.json`)).toBe(text(`${name}1.json`));
      const status = await runIn(home, 'status', ...place, '--json');
      // two models, learned from either table, and by nobody but the workers
      expect(JSON.parse(status.stdout)).toMatchObject({ done: 4, failed: 0 });
    } finally {
      for (const worker of workers) worker.process.kill('SIGTERM');
      await Promise.all(workers.map(({ ended }) => ended));
      await server.remove();
    }
  },
);
