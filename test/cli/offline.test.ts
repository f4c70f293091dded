/** Commands need no network: they run where there is none. */

import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLI, dependentTable } from './support.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tvinesynth-offline-'));
  await writeFile(join(folder, 'small.csv'), dependentTable(300, 3));
});
afterAll(() => rm(folder, { recursive: true }));

/** A process with a network of its own that leads nowhere. */
function offline(...words: string[]): Promise<{ code: number; stderr: string }> {
  return new Promise((resolve) => {
    execFile('unshare', ['-rn', ...words], { cwd: folder }, (error, _, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stderr });
    });
  });
}

function isAllowed(): boolean {
  try {
    execFileSync('unshare', ['-rn', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('every command that needs no study, and a small study', async (context) => {
  if (!isAllowed()) context.skip('no process may have a network of its own here');
  // there is none indeed: no address of the outside has a route
  const reach =
    "require('net').connect(80, '192.0.2.1').on('error', ({ code }) => process.exit(code === 'ENETUNREACH' ? 0 : 1))";
  expect((await offline(process.execPath, '-e', reach)).code).toBe(0);
  const roles = ['--response', 'y', '--sensitive', 'x0'];
  for (const words of [
    ['inspect', 'small.csv'],
    ['order', 'small.csv', ...roles],
    ['fit', 'small.csv', ...roles, '--out', 'model.json'],
    ['sample', 'model.json', '--out', 'synthetic.csv'],
    ['audit', 'small.csv', 'synthetic.csv', ...roles],
    [
      'run',
      'small.csv',
      ...roles,
      '--preset',
      'quick',
      '--membership',
      'none',
      '--levels',
      '1',
      '--out',
      'o',
    ],
  ]) {
    const { code, stderr } = await offline(process.execPath, CLI, ...words);
    // 3: a check or a limit on a table so small
    expect([0, 3], `${words[0]}: ${stderr}`).toContain(code);
  }
}, 180_000);
