/** The same study by one process, and by two over a shared folder of which one is killed. */

import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dependentTable, runIn, startIn } from './support.ts';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'tvinesynth-store-'));
  writeFileSync(join(home, 't.csv'), dependentTable(90, 3));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const STUDY = ['run', 't.csv', '--response', 'y', '--sensitive', 'x0', '--preset', 'quick'];
const COMMON = ['--date', '2026-11-18', '--threads', '1', '--quiet'];
const run = (...more: string[]) => runIn(home, ...STUDY, ...COMMON, ...more);

/** By name, the bytes of a folder's files. A certificate has a fresh salt, and so differs from run to run. */
function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(join(home, folder))
    .filter((name) => name !== 'certificate.json')
    .sort();
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(home, folder, name), 'latin1')]),
  );
}

describe('run --store', () => {
  test('gives the same bytes, though a process is killed', async () => {
    const [alone] = await Promise.all([run('--out', 'alone')]);
    expect(alone.code).toBe(0);
    const shared = ['--out', 'shared', '--store', 'store'];
    const killed = startIn(home, ...STUDY, ...COMMON, ...shared);
    const other = run(...shared, '--json');
    await until(async () => {
      const { code, stdout } = await runIn(home, 'status', '--store', 'store', '--json');
      return (
        code === 0 && JSON.parse(stdout).studies.some(({ done }: { done: number }) => done > 4)
      );
    });
    killed.process.kill('SIGKILL');
    const { code, stdout, stderr } = await other;
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(filesOf('shared')).toEqual(filesOf('alone'));
    // the salt is that of the process that wrote the certificate
    const checked = [
      'verify',
      'shared/certificate.json',
      '--real',
      't.csv',
      '--salt',
      'shared.salt',
    ];
    const { stdout: verified } = await runIn(
      home,
      ...checked,
      '--threads',
      '1',
      '--quiet',
      '--json',
    );
    const findings: { readonly check: string; readonly outcome: string }[] =
      JSON.parse(verified).findings;
    expect(findings.length).toBeGreaterThan(5);
    // but that a quick study gives no verdict
    const wrong = findings.filter(({ outcome }) => outcome === 'failed');
    expect(wrong.map(({ check }) => check)).toEqual(['verdict']);
    // who did how much
    const { workers } = JSON.parse(stdout);
    expect(workers).toHaveLength(2);
    const [{ done, failed, planned }] = JSON.parse(
      (await runIn(home, 'status', '--store', 'store', '--json')).stdout,
    ).studies;
    expect([done, failed]).toEqual([planned, 0]);

    // one that comes late says what was written, and cleaning removes all
    const late = await run(...shared);
    expect(late.code).toBe(0);
    expect(late.stdout).toContain('shared/results.json');
    expect((await runIn(home, 'clean', '--store', 'store', '--force')).stdout).toContain('1 study');
    expect(readdirSync(home).sort()).toEqual([
      'alone',
      'alone.salt',
      'shared',
      'shared.salt',
      't.csv',
    ]);
  });

  test('audit does likewise', async () => {
    writeFileSync(join(home, 'made.csv'), dependentTable(80, 3));
    const audit = ['audit', 't.csv', 'made.csv', '--response', 'y', '--sensitive', 'x0'];
    const shared = [...audit, ...COMMON, '--out', 'two.json', '--store', 'audited'];
    const [alone, ...both] = await Promise.all([
      runIn(home, ...audit, ...COMMON, '--out', 'one.json'),
      runIn(home, ...shared),
      runIn(home, ...shared),
    ]);
    for (const ended of both) expect(ended).toEqual(alone);
    expect(alone.stderr).not.toContain('internal');
    const text = (name: string) => readFileSync(join(home, name), 'latin1');
    expect(text('two.json')).toBe(text('one.json'));
    const { studies } = JSON.parse(
      (await runIn(home, 'status', '--store', 'audited', '--json')).stdout,
    );
    // two models, learned from either table
    expect(studies).toMatchObject([{ done: 4, failed: 0, planned: 4 }]);
    for (const name of ['made.csv', 'one.json', 'two.json']) rmSync(join(home, name));
  });

  test('refuses what it cannot share, before it works', async () => {
    const full = await run('--out', 'alone', '--store', 'other');
    expect(full).toMatchObject({ code: 2, stderr: expect.stringContaining('not empty') });
    writeFileSync(join(home, 'key'), `${'0'.repeat(64)}\n`);
    chmodSync(join(home, 'key'), 0o644);
    const readable = await run('--out', 'x', '--store', 'other', '--key-file', 'key');
    expect(readable).toMatchObject({ code: 2, stderr: expect.stringContaining('chmod 600') });
    expect((await runIn(home, 'status')).stderr).toContain('--store FOLDER');
    expect((await runIn(home, 'status', '--store', 'alone')).stderr).toContain('no folder of');
  });
});

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it did not happen');
}
