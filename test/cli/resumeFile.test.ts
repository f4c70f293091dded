/** The file that keeps what a run has finished. */

import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openResumeFile, resumePath } from '../../src/cli/resumeFile.ts';

/** Bytes that the disk still takes. */
let room = Infinity;
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const writeSync = (file: number, bytes: Uint8Array, from: number) => {
    const fits = Math.min(bytes.length - from, room);
    if (fits === 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    room -= fits;
    return fs.writeSync(file, bytes, from, fits);
  };
  return { ...fs, writeSync };
});

const KEY = 'a'.repeat(64);
let folder = '';
let path = '';
let refusals: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tvinesynth-resume-'));
  path = join(folder, 'deep/out.resume');
  refusals = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (key = KEY, force = false, inputs: string[] = []) =>
  openResumeFile(path, key, { force, inputs, onRefused: (words) => refusals.push(words) });

const values = {
  'a 1': { numbers: Float64Array.of(0.1, -0, Number.NaN, Infinity), codes: Int32Array.of(-1, 2) },
  'a 2': [undefined, null, 'text', { deep: [Number.NaN, -0] }],
  'ä: b': new Map([['x', Uint8Array.of(1, 2, 3)]]),
};

function fill(): void {
  const file = open();
  for (const [key, value] of Object.entries(values)) file.put(key, value);
}

test('gives back exactly what was put, in the same run and in the next', () => {
  const first = open();
  expect(first.note).toBeUndefined();
  expect(() => statSync(path)).toThrow('ENOENT');
  for (const [key, value] of Object.entries(values)) first.put(key, value);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  for (const file of [first, open()]) {
    for (const [key, value] of Object.entries(values)) expect(file.get(key)).toEqual(value);
    expect(file.get('a 3')).toBeUndefined();
    expect(file.kept()).toBe(3);
  }
  const numbers = open().get('a 1') as (typeof values)['a 1'];
  expect(Object.is(numbers.numbers[1], -0)).toBe(true);
  // memory of its own: what is sent to a thread is no larger than it looks
  expect(numbers.numbers.buffer.byteLength).toBe(32);
  expect(open().note).toBe(
    `3 finished parts of an earlier run found in ${path}; the run continues from there.`,
  );
});

test('more can be put behind what was there', () => {
  fill();
  open().put('c', 1);
  const file = open();
  expect([file.get('c'), file.get('a 1'), file.kept()]).toEqual([1, values['a 1'], 4]);
});

test('another key starts from the beginning, says so, and leaves the old file until something is finished', () => {
  fill();
  const before = readFileSync(path);
  const file = open('b'.repeat(64));
  expect(file.note).toContain('other settings');
  expect(file.get('a 1')).toBeUndefined();
  file.remove();
  expect(readFileSync(path)).toEqual(before);
  file.put('x', 1);
  expect(open('b'.repeat(64)).kept()).toBe(1);
  expect(open().note).toContain('starts from the beginning');
});

test('a record that is cut off at any byte, or altered, ends the file; what is before it is used', () => {
  fill();
  const whole = readFileSync(path);
  const second = openAt(whole.length - 1);
  expect(second).toEqual({ kept: 2, isDamaged: true });
  const head = whole.indexOf('\n') + 1;
  for (let length = whole.length - 2; length > head; length -= 29) {
    const { kept, isDamaged } = openAt(length);
    expect(kept).toBeLessThan(3);
    expect(isDamaged || readFileSync(path).length === length).toBe(true);
  }
  const altered = Buffer.from(whole);
  altered[whole.length - 3] ^= 1;
  writeFileSync(path, altered);
  const file = open();
  expect(file.note).toContain('2 finished parts');
  expect(file.note).toContain('The rest of the file is damaged or incomplete');
  expect(file.get('a 2')).toEqual(values['a 2']);
  // it is done again, and whole
  file.put('ä: b', values['ä: b']);
  expect(readFileSync(path).length).toBe(whole.length);
  expect(open().get('ä: b')).toEqual(values['ä: b']);
  expect(open().note).not.toContain('damaged');

  function openAt(length: number) {
    writeFileSync(path, whole.subarray(0, length));
    const cut = open();
    return { kept: cut.kept(), isDamaged: cut.note?.includes('damaged') ?? false };
  }
});

/** As a file may hold it: text, a number as text, a number as the machine has it. */
function encodings(canary: string | number): Buffer[] {
  const texts = [Buffer.from(String(canary)), Buffer.from(String(canary), 'utf16le')];
  if (typeof canary === 'string') return texts;
  const [little, big] = [Buffer.alloc(8), Buffer.alloc(8)];
  little.writeDoubleLE(canary);
  big.writeDoubleBE(canary);
  return [...texts, little, big];
}

test('nothing of the table, of what is kept, or of the key can be found in the file', () => {
  const canaries = ['Fabry’s disease', 'plain rare level', 987654.321, -0.0012345];
  const file = open();
  file.put('levels of the rare column', { levels: canaries, numbers: Float64Array.of(987654.321) });
  file.put('text', canaries.join(' '));
  const bytes = readFileSync(path);
  for (const canary of [...canaries, KEY, 'levels of the rare column']) {
    for (const form of encodings(canary)) expect(bytes.includes(form)).toBe(false);
  }
  expect(bytes.includes(Buffer.from(KEY, 'hex'))).toBe(false);
  expect(bytes.subarray(0, bytes.indexOf('\n')).toString()).toMatch(
    /^tvinesynth-resume 2 v8-\d+ [0-9a-f]{32} [0-9a-f]{64}$/,
  );
  // the same is there for who has the key
  expect(open().get('text')).toBe(canaries.join(' '));
});

test('two files of one study have nothing in common but their kind', () => {
  const heads = [1, 2].map(() => {
    fill();
    const bytes = readFileSync(path);
    rmSync(path);
    return bytes.toString('latin1', 'tvinesynth-resume 2 v8-11 '.length);
  });
  expect(heads[0].slice(0, 32)).not.toBe(heads[1].slice(0, 32));
  expect(heads[0].slice(33, 97)).not.toBe(heads[1].slice(33, 97));
});

test('a record that was moved to the place of another is not taken', () => {
  const file = open();
  file.put('a', 1);
  const first = statSync(path).size;
  file.put('b', 2);
  const bytes = readFileSync(path);
  const head = bytes.indexOf('\n') + 1;
  writeFileSync(
    path,
    Buffer.concat([bytes.subarray(0, head), bytes.subarray(first), bytes.subarray(head, first)]),
  );
  expect(open().kept()).toBe(0);
});

test('what is none of ours is refused and left alone; --force replaces it', () => {
  fill();
  const versionThree = readFileSync(path, 'latin1').replace('resume 2 ', 'resume 3 ');
  const cases: [string, string][] = [
    ['a,b\n1,2\n', 'it was not written by this program, or is damaged'],
    ['', 'it is empty'],
    ['tvinesynth-res', 'it was not written by this program, or is damaged'],
    [versionThree, 'it was written by another version'],
    [`tvinesynth-resume 1 v8-11 ${KEY}\n`, 'it was written by another version'],
  ];
  for (const [text, words] of cases) {
    writeFileSync(path, text, 'latin1');
    expect(() => open()).toThrow(
      `${path}: unfinished work would be saved there, but ${words}. Delete it, or replace it with --force.`,
    );
    expect(readFileSync(path, 'latin1')).toBe(text);
    const file = open(KEY, true);
    expect(file.note).toContain('starts from the beginning');
    file.put('x', 1);
    expect(open().get('x')).toBe(1);
  }
});

test('a folder, a link and an input are never replaced', () => {
  fill();
  rmSync(path);
  symlinkSync(join(folder, 'elsewhere'), path);
  expect(() => open(KEY, true)).toThrow('it is not a file');
  rmSync(path);
  writeFileSync(path, 'a,b\n1,2\n');
  expect(() => open(KEY, true, [path])).toThrow('this is an input file');
});

test('is removed when the run is done', () => {
  fill();
  const file = open();
  file.remove();
  expect(() => statSync(path)).toThrow('ENOENT');
  expect(open().note).toBeUndefined();
  open().remove();
});

test('a place where nothing can be written: told once, and the run goes on', () => {
  writeFileSync(join(folder, 'deep'), 'a file is in the way');
  const file = open();
  file.put('a', 1);
  file.put('b', 2);
  expect(refusals).toEqual([
    `${path}: finished work can no longer be saved (EEXIST). The run continues, but cannot be resumed beyond this point.`,
  ]);
  expect(file.kept()).toBe(0);
});

test('a full disk: told once, whole records are left, and the run goes on', () => {
  const file = open();
  file.put('a', values['a 1']);
  room = 100;
  file.put('b', new Float64Array(500));
  room = Infinity;
  file.put('c', 1);
  expect(refusals).toEqual([expect.stringContaining('can no longer be saved (ENOSPC)')]);
  const next = open();
  expect(next.note).not.toContain('damaged');
  expect([next.kept(), next.get('a')]).toEqual([1, values['a 1']]);
});

test('a disk that is full from the start leaves no file', () => {
  const file = open();
  for (const bytes of [0, 50, 200]) {
    room = bytes;
    file.put('b', new Float64Array(500));
    expect(() => statSync(path)).toThrow('ENOENT');
  }
  room = Infinity;
});

test('lies beside the output folder', () => {
  expect(resumePath('study')).toBe('study.resume');
  expect(resumePath('a/study/')).toBe(join('a', 'study.resume'));
  expect(resumePath(join(folder, 'x'))).toBe(join(folder, 'x.resume'));
  expect(resolve(resumePath('.'))).toBe(`${resolve('.')}.resume`);
});
