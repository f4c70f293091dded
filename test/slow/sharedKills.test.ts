/**
 * Workers and coordinators that are killed (kill -9) at random times, and servers that stop: nothing is lost.
 * Units that were begun again are counted and printed: those that were under way when their process ended.
 */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { expectedOf, openQueueRun, plainly, type QueueRun } from '../support/queueRun.ts';
import { ROOT } from '../support/repository.ts';
import { hasPostgres, hasRedis, startPostgres, startRedis } from '../support/servers.ts';
import {
  begunAgain,
  begunBy,
  killAtRandom,
  processesOver,
  startsIn,
} from '../support/storeProcesses.ts';

const KILLS = 20;
const COUNT = 60;
const SERVERS = [
  ['Redis', hasRedis, () => startRedis()],
  ['PostgreSQL', hasPostgres, () => startPostgres()],
] as const;
const home = mkdtempSync(join(tmpdir(), 'tvinesynth-kills-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const report = (text: string) => process.stdout.write(`${text}\n`);

test('processes over a folder', async () => {
  const job = { units: COUNT, pause: 150, lease: 60, tries: 1000 };
  const calm = processesOver(job);
  const rounds = [calm];
  const expected = await calm.start().ended;
  expect(expected).toMatchObject({ failed: [], count: COUNT });
  let [killed, units, again] = [0, 0, 0];
  while (killed < KILLS) {
    const processes = processesOver(job);
    rounds.push(processes);
    const round = await killAtRandom(processes, { count: 2, kills: KILLS - killed, every: 1500 });
    expect(round.told).toEqual([expected, expected]);
    expect(processes.starts().size).toBe(COUNT);
    killed += round.killed;
    units += COUNT;
    again += begunAgain(processes.starts());
  }
  for (const { folder } of rounds) rmSync(dirname(folder), { recursive: true, force: true });
  report(`folder: ${killed} processes killed, ${units} units done, ${again} begun again`);
});

describe.each(SERVERS)('%s', (name, isThere, start) => {
  test.skipIf(!isThere)('workers', async () => {
    const server = await start();
    const run = await openQueueRun(server.url);
    let starts = '';
    const killer = killWorkers(run, {
      count: 2,
      kills: KILLS,
      hasBegun: (pid) => begunBy(starts, pid),
    });
    try {
      let [units, again] = [0, 0];
      for (let round = 0; round === 0 || killer.killed() < KILLS; round++) {
        starts = join(home, `${name}-${round}`);
        expect(await run.doAll({ count: COUNT, pause: 150, starts })).toEqual(expectedOf(COUNT));
        units += COUNT;
        again += begunAgain(startsIn(starts));
        expect(startsIn(starts).size).toBe(COUNT);
      }
      report(
        `${name}: ${killer.killed()} workers killed, ${units} units done, ${again} begun again`,
      );
    } finally {
      killer.stop();
      await run.close();
      await server.remove();
    }
  });

  test.skipIf(!isThere)('the coordinator: no unit is done twice', async () => {
    const server = await start();
    const run = await openQueueRun(server.url);
    const count = 120;
    try {
      // none that works is taken for dead, however slow the machine is
      run.worker({ lease: 60 });
      let [killed, rounds] = [0, 0];
      for (; killed < KILLS; rounds++) {
        const starts = join(home, `${name}-coordinator-${rounds}`);
        const told = { url: server.url, keyFile: run.keyFile, count, pause: 150, starts };
        let text = '';
        while (text === '') {
          text = await coordinate(told, killed < KILLS ? 2500 * Math.random() : undefined);
          if (text === '') killed++;
        }
        expect(JSON.parse(text)).toEqual(plainly(expectedOf(count)));
        expect(startsIn(starts).size).toBe(count);
        expect(begunAgain(startsIn(starts))).toBe(0);
      }
      report(`${name}: ${killed} coordinators killed, ${rounds * count} units, none begun again`);
      expect(killed).toBe(KILLS);
    } finally {
      await run.close();
      await server.remove();
    }
  });
});

describe('a server that stops while units are under way', () => {
  test.each([
    ['Redis', 'SIGTERM', true, hasRedis],
    ['Redis', 'SIGKILL', true, hasRedis],
    ['Redis', 'SIGKILL', false, hasRedis],
    // as pg_ctl restart -m immediate
    ['PostgreSQL', 'SIGQUIT', true, hasPostgres],
  ] as const)('%s by %s, comes back with its data: %s', async (name, signal, hasData, isThere) => {
    if (!isThere) return;
    const server =
      name === 'Redis'
        ? await startRedis(hasData ? [] : ['--appendonly', 'no'])
        : await startPostgres();
    const run = await openQueueRun(server.url);
    try {
      run.worker();
      run.worker();
      const starts = join(home, `${name}-${signal}-${hasData}`);
      let isOver = false;
      const all = run.doAll({ count: 400, pause: 150, starts }).finally(() => {
        isOver = true;
      });
      let stops = 0;
      while (!isOver && stops < 5) {
        await later(1500 + 2000 * Math.random());
        if (isOver) break;
        await server.stop(signal);
        stops++;
        await later(1000 * Math.random());
        await server.start();
      }
      expect(await all).toEqual(expectedOf(400));
      expect(stops).toBeGreaterThan(2);
      const lost = run.notes.filter((note) => note.includes('has lost what was sent')).length;
      if (!hasData) expect(lost).toBeGreaterThan(0);
      else expect(lost).toBe(0);
      report(
        `${name}, ${signal}${hasData ? '' : ' without its data'}: stopped ${stops} times, 400 units done, ${begunAgain(startsIn(starts))} begun again, sent anew ${lost} times`,
      );
    } finally {
      await run.close();
      await server.remove();
    }
  });
});

/** Keeps `count` workers at work, and kills each at a random time once it has begun a unit, until `kills` are done. */
function killWorkers(
  run: QueueRun,
  {
    count,
    kills,
    hasBegun,
  }: { count: number; kills: number; hasBegun: (pid: number | undefined) => boolean },
) {
  let [killed, isOver] = [0, false];
  const keepOne = async (): Promise<void> => {
    while (!isOver) {
      const { child, ended } = run.worker({ tries: 1000 });
      // one that is killed as it starts was at nothing
      const timer = setInterval(
        () => {
          if (killed < kills && hasBegun(child.pid) && child.kill('SIGKILL')) killed++;
        },
        100 + 700 * Math.random(),
      );
      await ended;
      clearInterval(timer);
    }
  };
  for (let k = 0; k < count; k++) void keepOne();
  return {
    killed: () => killed,
    stop: () => {
      isOver = true;
    },
  };
}

/** What a coordinator printed; nothing if it was killed `delay` milliseconds after it was ready. */
function coordinate(told: object, delay: number | undefined): Promise<string> {
  const program = join(ROOT, 'test/support/queueCoordinator.mjs');
  const child = spawn(process.execPath, [program, JSON.stringify(told)]);
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  child.stderr.once('data', () => {
    if (delay !== undefined) timer = setTimeout(() => child.kill('SIGKILL'), delay);
  });
  let errors = '';
  child.stderr.on('data', (piece: Buffer) => {
    errors += piece.toString();
  });
  child.stdout.on('data', (piece: Buffer) => {
    text += piece.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code === null || code === 0) resolve(text);
      else reject(new Error(`the coordinator ended with code ${code}: ${errors}`));
    });
  });
}
