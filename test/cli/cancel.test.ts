/** Ctrl-C and its kin, at any moment: exit code 130 within a second, and no file that was not there. */

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dependentTable, runIn, type Started, startIn } from './support.ts';

let folder = '';
let files: string[] = [];
/** Milliseconds: a second, or more where even the version takes long to print. */
let limit = 1000;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tvinesynth-cancel-'));
  await writeFile(join(folder, 'small.csv'), dependentTable(200, 3));
  await writeFile(join(folder, 'large.csv'), dependentTable(4000, 25));
  const { code } = await runIn(
    folder,
    'fit',
    'small.csv',
    '--response',
    'y',
    '--out',
    'model.json',
  );
  expect(code).toBe(0);
  files = await readdir(folder);
  const begun = performance.now();
  await runIn(folder, '--version');
  limit = Math.max(limit, 5 * (performance.now() - begun));
});
afterAll(() => rm(folder, { recursive: true }));

const pause = (milliseconds: number) => new Promise((go) => setTimeout(go, milliseconds));

/** Sends the signal, and expects what must follow. */
async function cancelled(started: Started, signal: 'SIGINT' | 'SIGTERM'): Promise<void> {
  expect(started.process.exitCode).toBeNull();
  const sent = performance.now();
  started.process.kill(signal);
  expect(await started.ended).toEqual({ code: 130, signal: null });
  expect(performance.now() - sent).toBeLessThan(limit);
  expect(started.stderr()).toBe('Cancelled. No file was written.\n');
  expect((await readdir(folder)).sort()).toEqual(files.sort());
}

/** Waits until a file is half written. */
async function partThere(): Promise<void> {
  for (let i = 0; i < 200; i++) {
    if ((await readdir(folder)).some((name) => name.endsWith('.part'))) return;
    await pause(20);
  }
  throw new Error('no file was begun');
}

test.each(['SIGINT', 'SIGTERM'] as const)('fit, by %s', async (signal) => {
  for (const threads of ['1', '2']) {
    const started = startIn(
      folder,
      ...['fit', 'large.csv', '--response', 'y', '--threads', threads, '--out', 'new.json'],
    );
    await pause(1500);
    await cancelled(started, signal);
  }
});

test.each(['SIGINT', 'SIGTERM'] as const)('sample, while it writes, by %s', async (signal) => {
  const started = startIn(folder, 'sample', 'model.json', '--rows', '50000000', '--out', 'new.csv');
  await partThere();
  await cancelled(started, signal);
});

test('sample, before it checks', async () => {
  const started = startIn(
    folder,
    ...['sample', 'model.json', '--rows', '5000000', '--check', 'small.csv', '--out', 'new.csv'],
  );
  await pause(1500);
  await cancelled(started, 'SIGINT');
});

test('a table that never ends', async () => {
  const started = startIn(folder, 'inspect', '-');
  started.process.stdin?.write('a,b\n1,2\n');
  await pause(1500);
  await cancelled(started, 'SIGINT');
});

test('while the main work is one long computation: the order of 500 columns', async () => {
  await writeFile(join(folder, 'wide.csv'), dependentTable(400, 500));
  files = await readdir(folder);
  for (const wait of [1500, 3000]) {
    const started = startIn(
      folder,
      ...['order', 'wide.csv', '--response', 'y', '--sensitive', 'x0', '--preview', 'all'],
    );
    await pause(wait);
    await cancelled(started, 'SIGINT');
  }
}, 30_000);

test('in the first moments, as soon as the program is there at all', async () => {
  for (const wait of [300, 400, 600]) {
    const started = startIn(folder, 'fit', 'large.csv', '--response', 'y', '--out', 'new.json');
    await pause(wait);
    await cancelled(started, 'SIGTERM');
  }
}, 30_000);
