/** Pipes, full disks and closed streams: what the shell around a command may do to it. */

import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLI, dependentTable, type Ended, runIn, startIn } from './support.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tvinesynth-streams-'));
  await writeFile(join(folder, 'small.csv'), dependentTable(200, 3));
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
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

/** A command line of the shell, in which TVINE stands for the program. */
function shell(line: string): Promise<Ended> {
  const program = `"${process.execPath}" "${CLI}"`;
  const text = `set -o pipefail; ${line.replaceAll('TVINE', program)}`;
  return new Promise((resolve) => {
    execFile('bash', ['-c', text], { cwd: folder }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

const FULL = 'error: standard output: cannot be written (ENOSPC).';
const hasFull = existsSync('/dev/full');

test
  .skipIf(!hasFull)
  .each([
    'fit small.csv --response y --quiet --force --out other.json',
    'sample model.json --rows 1000000',
    'sample model.json --json --quiet --force --out other.csv',
    'inspect small.csv --json',
  ])(
  'standard output is full: %s',
  async (words) => {
    const { code, stderr } = await shell(`TVINE ${words} > /dev/full`);
    expect(code, stderr).toBe(2);
    expect(stderr.startsWith(FULL), stderr).toBe(true);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  },
  60_000,
);

test.skipIf(!hasFull)(
  'standard error is full or closed: the work is done all the same',
  async () => {
    for (const to of ['2>/dev/full', '2>&-']) {
      const line = `TVINE fit small.csv --response y --force --out quiet.json ${to}`;
      const { code, stdout } = await shell(line);
      expect(code).toBe(0);
      expect(stdout).toContain('model written to quiet.json');
    }
  },
  60_000,
);

test('standard output is closed, or its reader goes away', async () => {
  expect((await shell('TVINE fit small.csv --response y --force --out a.json >&-')).code).toBe(0);
  const head = await shell('TVINE sample model.json --rows 3000000 | head -1');
  expect(head).toEqual({ code: 0, stdout: 'x0,x1,x2,y\n', stderr: '' });
}, 60_000);

test('a table from a pipe, from standard input as a file, and from a closed one', async () => {
  const plain = await shell('TVINE inspect small.csv');
  for (const line of [
    'TVINE inspect <(cat small.csv)',
    'TVINE inspect - < small.csv',
    'cat small.csv | TVINE inspect -',
    'TVINE inspect small.csv <&-',
    'gzip -c small.csv | TVINE inspect /dev/stdin',
  ]) {
    // the next steps name a file, which a pipe is not
    const isFile = line.includes('inspect small.csv');
    const stdout = isFile ? plain.stdout : plain.stdout.replaceAll(' small.csv ', ' TABLE ');
    expect(await shell(line), line).toEqual({ ...plain, stdout });
  }
  const closed = await shell('TVINE inspect - <&-');
  expect(closed.code).toBe(2);
  expect(closed.stderr).toContain('standard input: the file is empty');
}, 90_000);

test('a named pipe that nobody writes into is waited for, and Ctrl-C is heard', async () => {
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  const started = startIn(folder, 'inspect', 'pipe');
  await new Promise((go) => setTimeout(go, 1500));
  started.process.kill('SIGINT');
  expect(await started.ended).toEqual({ code: 130, signal: null });
}, 30_000);

test('a disk that is full while a file is written', async (context) => {
  const disk = join(folder, 'disk');
  await mkdir(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    context.skip('no small disk can be mounted here');
  }
  try {
    const { code, stderr } = await shell(
      'TVINE sample model.json --rows 100000 --out disk/big.csv',
    );
    expect(code, stderr).toBe(2);
    expect(stderr).toContain('disk/big.csv: cannot be written (ENOSPC). Nothing was written.');
    expect(await readdir(disk)).toEqual([]);
  } finally {
    execFileSync('umount', [disk]);
  }
}, 60_000);

test('far more threads than cores are not started, and it is said', async () => {
  const line = 'TVINE fit small.csv --response y --force --out a.json --threads 100000';
  const { code, stderr } = await shell(line);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^note: --threads 100000: using \d+,/);
}, 60_000);
