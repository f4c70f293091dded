/** A server of PostgreSQL allows 100 connections as it is installed: workers must be frugal with them. */

import { expect, test } from 'vitest';
import { loadPg } from '../../src/queue/peers.ts';
import { expectedOf, openQueueRun } from '../support/queueRun.ts';
import { hasPostgres, startPostgres } from '../support/servers.ts';

const [WORKERS, EACH] = [3, 2];

test.skipIf(!hasPostgres)('a process has two connections, however many threads', async () => {
  const server = await startPostgres();
  const run = await openQueueRun(server.url);
  const { Pool } = await loadPg();
  const pool = new Pool({ connectionString: server.url, max: 1 });
  pool.on('error', () => undefined);
  const counts: number[] = [];
  const count = async (): Promise<void> => {
    const { rows } = await pool.query(
      `select count(*)::int as n from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    counts.push((rows as { n: number }[])[0].n);
  };
  try {
    for (let k = 0; k < WORKERS; k++) run.worker({ threads: 4 });
    const onDone = () => void count();
    expect(await run.doAll({ count: 60, pause: 100, onDone })).toEqual(expectedOf(60));
    // those that made the tables are gone by then
    await count();
    expect(counts.length).toBeGreaterThan(60);
    expect(Math.max(...counts.slice(30))).toBeLessThanOrEqual(EACH * (WORKERS + 1));
  } finally {
    await pool.end();
    await run.close();
    await server.remove();
  }
});
