/** One run at a time for an output folder. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from '../../src/cli/folderLock.ts';
import { dependentTable, runIn, startIn } from './support.ts';

let folder = '';
let out = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tvinesynth-lock-'));
  out = join(folder, 'study');
});
afterEach(() => rmSync(folder, { recursive: true }));

const left = (pid: number, host = hostname()) =>
  writeFileSync(`${out}.lock`, JSON.stringify({ pid, host, started: '2020-01-01T00:00:00Z' }));

/** The number of a process that has ended. */
const gone = () => spawnSync(process.execPath, ['--version']).pid;

test('names the run, and goes with it', () => {
  const lock = lockFolder(out);
  expect(lock.note).toBeUndefined();
  const held = JSON.parse(readFileSync(`${out}.lock`, 'utf8'));
  expect(held).toMatchObject({ pid: process.pid, host: hostname() });
  expect(statSync(`${out}.lock`).mode & 0o777).toBe(0o600);
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

test('folders made for it go with it, unless something else is in them', () => {
  lockFolder(join(folder, 'a/b/study')).release();
  expect(readdirSync(folder)).toEqual([]);
  const lock = lockFolder(join(folder, 'a/b/study'));
  writeFileSync(join(folder, 'a/kept'), '');
  lock.release();
  expect(readdirSync(join(folder, 'a'))).toEqual(['kept']);
});

test('that of a living process, another machine, or a file that is none of ours is respected', () => {
  const words = 'another run is using this folder';
  left(process.ppid);
  expect(() => lockFolder(out)).toThrow(`${words} (process ${process.ppid} on`);
  left(gone(), 'elsewhere');
  expect(() => lockFolder(out)).toThrow(words);
  writeFileSync(`${out}.lock`, 'my own notes');
  expect(() => lockFolder(out)).toThrow(words);
  expect(readFileSync(`${out}.lock`, 'utf8')).toBe('my own notes');
});

test('that of a process which is gone is taken over, with a note', () => {
  left(gone());
  const lock = lockFolder(out);
  expect(lock.note).toContain('was left by a run that no longer exists');
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

test('a second run into the same folder is refused, and the first ends as it would have', async () => {
  writeFileSync(join(folder, 'large.csv'), dependentTable(3000, 15));
  const args = ['run', 'large.csv', '--response', 'y', '--sensitive', 'x0', '--out', 'study'];
  const first = startIn(folder, ...args, '--seed', '1');
  while (!readdirSync(folder).includes('study.lock')) {
    await new Promise((go) => setTimeout(go, 20));
  }
  const second = await runIn(folder, ...args, '--seed', '2');
  expect(second.code).toBe(2);
  expect(second.stderr).toContain(`another run is using this folder (process`);
  expect(second.stderr).toContain(String(first.process.pid));
  expect(readdirSync(folder)).toContain('study.lock');
  first.process.kill('SIGTERM');
  expect((await first.ended).code).toBe(130);
  expect(readdirSync(folder)).not.toContain('study.lock');
}, 60_000);
