/** All files are there in the end, or none. */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeFolder } from '../../src/cli/outputFolder.ts';

/** What happens when the second file is written. */
let atSecond: (() => void) | undefined;
let written = 0;
vi.mock('../../src/table/files.ts', async (original) => {
  const files = await original<typeof import('../../src/table/files.ts')>();
  const writeFileWhole: typeof files.writeFileWhole = async (...args) => {
    if (++written === 2) atSecond?.();
    await files.writeFileWhole(...args);
  };
  return { ...files, writeFileWhole };
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tvinesynth-folder-'));
  written = 0;
  atSecond = undefined;
});
afterEach(() => rmSync(folder, { recursive: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const files = { 'a.json': bytes('one'), 'b.csv': bytes('two'), 'c.html': bytes('three') };
const write = (path: string, signal = new AbortController().signal) =>
  writeFolder(path, files, {
    force: true,
    inputs: [],
    names: [...Object.keys(files), 'd.csv'],
    signal,
  });

test('a new folder, and one that is there', async () => {
  const out = join(folder, 'deep/out');
  expect(await write(out)).toEqual(Object.keys(files).map((name) => join(out, name)));
  writeFileSync(join(out, 'd.csv'), 'of an earlier run');
  writeFileSync(join(out, 'mine.txt'), 'mine');
  await write(out);
  expect(readdirSync(out).sort()).toEqual(['a.json', 'b.csv', 'c.html', 'mine.txt']);
  expect(readFileSync(join(out, 'b.csv'), 'utf8')).toBe('two');
});

test.each([
  ['ENOSPC', 'a full disk'],
  ['EROFS', 'a disk that only reads'],
  ['EDQUOT', 'a quota'],
])('%s, %s, while files are written: nothing is left', async (code) => {
  atSecond = () => {
    throw Object.assign(new Error('refused'), { code });
  };
  const out = join(folder, 'deep/out');
  await expect(write(out)).rejects.toThrow(
    `${out}: cannot be written (${code}). Nothing was written. Choose another --out.`,
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('cancelled while files are written: nothing is left, and what was there stays', async () => {
  const out = join(folder, 'out');
  mkdirSync(out);
  writeFileSync(join(out, 'a.json'), 'of an earlier run');
  const controller = new AbortController();
  atSecond = () => controller.abort(new Error('enough'));
  await expect(write(out, controller.signal)).rejects.toThrow('enough');
  expect(readdirSync(out)).toEqual(['a.json']);
  expect(readFileSync(join(out, 'a.json'), 'utf8')).toBe('of an earlier run');
});

test('at any moment of the writing no half folder is to be seen', async () => {
  const out = join(folder, 'out');
  atSecond = () => expect(existsSync(out)).toBe(false);
  await write(out);
  expect(readdirSync(out)).toHaveLength(3);
  expect(written).toBe(3);
});
