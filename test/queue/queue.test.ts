/**
 * Units of work by a queue, on a Redis and on a PostgreSQL that are started here; skipped where there is none.
 * Runs the built package: `npm run build`.
 */

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { names, sealAnswer, sealMessage } from '../../src/queue/messages.ts';
import { cleanQueue, queueStatus } from '../../src/queue/queueStatus.ts';
import { engineMark } from '../../src/store/engineMark.ts';
import { sealerOf } from '../../src/store/sealer.ts';
import { expectedOf, openQueueRun, type QueueRun } from '../support/queueRun.ts';
import {
  hasPostgres,
  hasRedis,
  postgresProgram,
  type Server,
  startPostgres,
  startRedis,
} from '../support/servers.ts';

const BACKENDS = [
  ['Redis', hasRedis, () => startRedis()],
  ['PostgreSQL', hasPostgres, () => startPostgres()],
] as const;

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe.each(BACKENDS)('units by a queue on %s', (backend, isThere, start) => {
  let server: Server;
  const runs: QueueRun[] = [];
  const open = async (study?: string, home?: string) => {
    const run = await openQueueRun(server.url, study, home);
    runs.push(run);
    return run;
  };
  beforeAll(async () => {
    if (isThere) server = await start();
  });
  afterEach(async () => {
    for (const run of runs.splice(0)) await run.close();
  });
  afterAll(async () => {
    if (isThere) await server.remove();
  });

  test.skipIf(!isThere)('are done by workers; one that is killed loses nothing', async () => {
    const run = await open();
    const workers = [run.worker(), run.worker()];
    let done = 0;
    const all = run.doAll({
      count: 30,
      pause: 150,
      onDone: () => {
        if (++done === 6) workers[0].child.kill('SIGKILL');
      },
    });
    expect(await all).toEqual(expectedOf(30));
    expect(await workers[0].ended).toBeUndefined();
    // the same work again is there already
    const kept: number[] = [];
    const again = await open('study', dirname(run.keyFile));
    const outcomes = await again.doAll({
      count: 30,
      pause: 150,
      onKept: (task) => kept.push(task),
    });
    expect(outcomes).toEqual(expectedOf(30));
    expect(kept).toHaveLength(30);
    expect(run.coordinator.sent().messages).toBeLessThan(4096);
    const status = await queueStatus(run.channel);
    expect(status).toMatchObject({ done: 30, waiting: 0, failed: 0 });
    expect(await cleanQueue(run.channel)).toBeGreaterThan(30);
    expect(await queueStatus(run.channel)).toMatchObject({ done: 0, studies: [] });
  });

  test.skipIf(!isThere)('get a table once, and it is not on the disk in the clear', async () => {
    const run = await open();
    const canary = 'canary-4711-cell';
    const cells = Float64Array.from({ length: 800_000 }, (_, i) => i / 7);
    const table = { cells, levels: [canary, 'a', 'b'] };
    const watched = backend === 'Redis' ? await watchRedis(server.url) : undefined;
    const worker = run.worker({ once: true, threads: 1 });
    const outcomes = await run.doAll({ count: 12, pause: 5, table });
    expect(outcomes).toEqual(expectedOf(12, 800_000));
    const totals = await worker.ended;
    expect(totals?.units).toBe(12);
    expect(totals?.fetched).toBe(run.coordinator.sent().blobs);
    expect(totals?.fetched).toBeGreaterThan(6_400_000);
    expect(totals?.fetched).toBeLessThan(6_500_000);
    if (watched) {
      // what the server was told, word by word
      const words = await watched.end();
      expect(words.length).toBeGreaterThan(6_400_000);
      expect(words).not.toContain(canary);
    }
    const dump =
      backend === 'PostgreSQL'
        ? execFileSync(postgresProgram('pg_dump'), [server.url], { maxBuffer: 1 << 28 })
        : Buffer.alloc(0);
    const files = readdirSync(server.folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(server.folder, name))
      .filter((path) => statSync(path).isFile());
    const held = files.map((path) => [path, readFileSync(path)] as const);
    expect(held.reduce((sum, [, bytes]) => sum + bytes.length, 0)).toBeGreaterThan(6_400_000);
    for (const [path, bytes] of [...held, ['dump', dump] as const]) {
      expect(bytes.includes(canary), path).toBe(false);
    }
  });

  test.skipIf(!isThere)('stop within two seconds of a cancellation, and go on later', async () => {
    const run = await open();
    const worker = run.worker();
    await run.doAll({ count: 2, pause: 10 });
    const cancel = new AbortController();
    const long = { count: 8, pause: 20_000, signal: cancel.signal };
    const cancelled = run.doAll(long);
    await later(1500);
    cancel.abort(new Error('enough'));
    await expect(cancelled).rejects.toThrow('enough');
    const begun = performance.now();
    await run.coordinator.cancel();
    let status = await queueStatus(run.channel);
    while (status.working + status.waiting > 0 && performance.now() - begun < 5000) {
      await later(50);
      status = await queueStatus(run.channel);
    }
    expect(status).toMatchObject({ working: 0, waiting: 0 });
    expect(performance.now() - begun).toBeLessThan(2000);
    expect(worker.child.exitCode).toBeNull();
    expect(await run.doAll({ count: 8, pause: 11 })).toEqual(expectedOf(8));
  });

  test.skipIf(!isThere)('that end their workers are given up, and the others done', async () => {
    const run = await open();
    let isOver = false;
    const keepOne = async (): Promise<void> => {
      while (!isOver) await run.worker({ lease: 2, tries: 2 }).ended;
    };
    const kept = keepOne();
    const outcomes = await run.doAll({ count: 6, pause: 20, poison: 3 });
    isOver = true;
    expect(outcomes[3]).toEqual({ reason: "Unit of work 'wait' ended each process that did it." });
    const others = (list: readonly unknown[]) => list.filter((_, task) => task !== 3);
    expect(others(outcomes)).toEqual(others(expectedOf(6)));
    await run.close();
    await kept;
  });

  test.skipIf(!isThere)('that are forged, altered or of other engines are refused', async () => {
    const run = await open();
    const { sealer, queue, depot } = run.channel;
    const { study } = run.coordinator;
    const worker = run.worker();
    await run.doAll({ count: 4, pause: 10 });
    const results = await depot.list('result/');
    expect(results).toHaveLength(4);
    // a stranger puts results of his own, and one of another unit
    const stranger = sealerOf(new Uint8Array(32).fill(9));
    await depot.put(results[0], stranger.seal(Buffer.from('lies'), results[0]));
    const other = (await depot.get(results[2])) as Uint8Array;
    await depot.put(results[1], other);
    // and a job under a name that the next run will use, and one of another engine
    const [, , id] = results[3].split('/');
    await depot.remove([results[3]]);
    await queue.add('unit', { study, sealed: 'forged' }, { jobId: id });
    // a message of another study under the same key, in place of one of this study; and an old result
    const elsewhere = { v: 1, engine: engineMark(), study: 'b'.repeat(40), unit: 'wait' } as const;
    const replayed = { ...elsewhere, task: { v: 1 }, form: 'value' } as const;
    await queue.add('unit', sealMessage(sealer, `u${'1'.repeat(40)}`, replayed), {
      jobId: results[0].split('/')[2],
    });
    const message = { v: 1, engine: '0.0.9', study, unit: 'wait', task: { v: 1 }, form: 'value' };
    const strange = `u${'0'.repeat(40)}`;
    await queue.add('unit', sealMessage(sealer, strange, message as never), { jobId: strange });
    expect(await run.doAll({ count: 4, pause: 10 })).toEqual(expectedOf(4));
    expect(run.notes.filter((note) => note.includes('not made by a worker'))).toHaveLength(2);
    // a worker with the key and another engine that does not say so
    const outcome = { result: { task: 2, values: Float64Array.of(2, 0.5, -1) } };
    const lie = { by: 'far', engine: '0.0.9', seconds: 1, outcome };
    const [, , third] = results[2].split('/');
    await depot.put(results[2], sealAnswer(sealer, study, third, lie));
    expect(await run.doAll({ count: 4, pause: 10 })).toEqual(expectedOf(4));
    expect(run.notes.join()).toContain('A result is of engine 0.0.9 (far), and this is');
    expect(run.notes.join()).toContain('it is not sealed with the run key');
    const began = performance.now();
    while (!worker.errors().includes('engine 0.0.9') && performance.now() - began < 5000)
      await later(50);
    expect(worker.errors()).toContain('Work of engine 0.0.9 is left to others');
    expect(await (await queue.getJob(strange))?.getState()).toBe('delayed');
  });

  test.skipIf(!isThere)('that two machines see differently stop the run', async () => {
    const run = await open();
    const { sealer, depot } = run.channel;
    const about = names.conflict(run.coordinator.study);
    const all = run.doAll({ count: 1, pause: 10 });
    await later(300);
    await depot.put(about, sealer.seal(Buffer.from('u1 by a and by b'), about));
    await expect(all).rejects.toThrow('Results differ between machines: u1 by a and by b');
  });

  test.skipIf(!isThere)('of the same study, sent twice at once, are shared', async () => {
    const first = await open();
    const second = await open('study', dirname(first.keyFile));
    const worker = first.worker({ once: true });
    const both = [first, second].map((run) => run.doAll({ count: 12, pause: 60 }));
    expect(await Promise.all(both)).toEqual([expectedOf(12), expectedOf(12)]);
    expect((await worker.ended)?.units).toBeLessThan(16);
  });
});

describe.skipIf(!hasRedis)('a Redis that goes away', () => {
  test.each([
    ['SIGTERM', true],
    ['SIGKILL', true],
    ['SIGKILL', false],
  ] as const)('by %s and comes back, with its data: %s', async (signal, hasData) => {
    const server = await startRedis(hasData ? [] : ['--appendonly', 'no']);
    const run = await openQueueRun(server.url);
    try {
      run.worker();
      const finished = await halfDone(run);
      await server.stop(signal);
      await later(500);
      await server.start();
      expect(await finished.all).toEqual(expectedOf(40));
      if (!hasData) expect(run.notes.join()).toContain('The queue has lost what was sent');
    } finally {
      await run.close();
      await server.remove();
    }
  });
});

test.skipIf(!hasRedis)('a Redis that drops keys when its memory is full is refused', async () => {
  const server = await startRedis(['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru']);
  await expect(openQueueRun(server.url)).rejects.toThrow(
    /maxmemory-policy allkeys-lru.*config set maxmemory-policy noeviction/,
  );
  await server.remove();
});

test.skipIf(!hasPostgres)(
  'a PostgreSQL that stops at once and comes back loses nothing',
  async () => {
    const server = await startPostgres();
    const run = await openQueueRun(server.url);
    try {
      run.worker();
      const finished = await halfDone(run);
      // as pg_ctl stop -m immediate
      await server.stop('SIGQUIT');
      await later(500);
      await server.start();
      expect(await finished.all).toEqual(expectedOf(40));
    } finally {
      await run.close();
      await server.remove();
    }
  },
);

/** Of 40 units, when 12 are done. */
async function halfDone(run: QueueRun): Promise<{ readonly all: Promise<unknown> }> {
  let all: Promise<unknown> = Promise.resolve();
  let done = 0;
  await new Promise<void>((resolve) => {
    const onDone = () => {
      if (++done === 12) resolve();
    };
    all = run.doAll({ count: 40, pause: 100, onDone });
  });
  return { all };
}

/** All that a Redis is told from now on, as its MONITOR gives it. */
async function watchRedis(url: string) {
  const redis = new Redis(url);
  const monitor = await redis.monitor();
  const words: string[] = [];
  monitor.on('monitor', (_time: string, args: string[]) => words.push(args.join(' ')));
  return {
    /** Once all that came before its last word has arrived. */
    async end() {
      const isTold = () => words.some((each) => each.includes('the last word'));
      await redis.echo('the last word');
      for (let tries = 0; !isTold() && tries < 400; tries++) await later(50);
      monitor.disconnect();
      redis.disconnect();
      return words.join('\n');
    },
  };
}
