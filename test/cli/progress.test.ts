import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { duration, progressLine } from '../../src/cli/progress.ts';
import { CLI, dependentTable, runIn } from './support.ts';

test('a line: stage, bar, count and time left', () => {
  const line = (done: number, total: number, elapsed: number) =>
    progressLine({ stage: 'vine', done, total }, elapsed);
  expect(line(6, 24, 3000)).toBe('vine [######------------------] 6 of 24, 9.0 s left');
  expect(line(24, 24, 3000)).toBe('vine [########################] 24 of 24');
  expect(line(0, 1, 0)).toBe('vine [------------------------] 0 of 1');
});

test('a line of a longer job: its own bar and time, the counts of the stage', () => {
  const told = { stage: 'utility', done: 1, total: 4, share: 0.75, secondsLeft: 12 };
  expect(progressLine(told, 9000)).toBe('utility [##################------] 1 of 4, 12 s left');
  expect(progressLine({ ...told, secondsLeft: Number.POSITIVE_INFINITY }, 9000)).toBe(
    'utility [##################------] 1 of 4',
  );
});

test('durations in words', () => {
  expect([400, 9950, 59_400, 185_000, 7_800_000].map(duration)).toEqual([
    '0.4 s',
    '9.9 s',
    '59 s',
    '3 min 05 s',
    '2 h 10 min',
  ]);
});

/** `script` of util-linux gives a command a terminal of its own. */
function hasScript(): boolean {
  try {
    return execFileSync('script', ['--version'], { stdio: 'pipe' }).includes('util-linux');
  } catch {
    return false;
  }
}

describe('on a terminal', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tvinesynth-progress-'));
    await writeFile(join(folder, 'table.csv'), dependentTable(6000, 8));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const fit = ['fit', 'table.csv', '--response', 'y', '--threads', '1', '--force'];
  const onTerminal = (args: readonly string[]) =>
    execFileSync('script', ['-qec', [process.execPath, CLI, ...args].join(' '), '/dev/null'], {
      cwd: folder,
      encoding: 'utf8',
    });

  test.runIf(hasScript())('stages and time left are shown, and cleared at the end', () => {
    const fitted = onTerminal(fit);
    expect(fitted).toMatch(/order \[-+\] 0 of 1/);
    expect(fitted).toMatch(/vine \[#+-+\] \d+ of 36, [\d.]+ s left/);
    expect(fitted.slice(fitted.lastIndexOf('['))).toMatch(/^\[K/);
    const drawn = onTerminal(['sample', 'model.json', '--rows', '200000', '--out', 'a.csv']);
    expect(drawn).toMatch(/sample \[#*-+\] \d+ of 200000, [\d.]+ s left/);
  });

  test.runIf(hasScript())('nothing is shown with --quiet', () => {
    expect(onTerminal([...fit, '--quiet'])).not.toContain(' of 36');
  });

  test('nothing is shown without a terminal', async () => {
    const { code, stderr } = await runIn(folder, ...fit, '--quiet');
    expect([code, stderr]).toEqual([0, '']);
    const { stderr: remarks } = await runIn(folder, ...fit);
    expect(remarks).toMatch(/^note: /);
    expect(remarks).not.toMatch(/ of 36|\r/);
  });
});
