/** `run` as a user would call it, on tables so small that a study takes seconds. */

import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StudyResults } from '../../src/study/results.ts';
import { dependentTable, runIn, startIn } from './support.ts';

const COLUMNS = ['--response', 'y', '--sensitive', 'x0'];
const TINY = ['--preset', 'quick', '--levels', '1,full', '--mia', 'none', '--families', 'gaussian'];

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tvinesynth-run-'));
  // semicolons and decimal commas: the synthetic table has to have them too
  const semicolons = dependentTable(120, 3).replaceAll(',', ';').replaceAll('.', ',');
  await writeFile(join(folder, 'small.csv'), semicolons);
  await writeFile(join(folder, 'large.csv'), dependentTable(1500, 20));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (...args: string[]) => runIn(folder, 'run', ...args);
const text = (...path: string[]) => readFile(join(folder, ...path), 'utf8');

test('writes the folder, says what it found, and depends on no number of threads', async () => {
  const one = await run('small.csv', ...COLUMNS, ...TINY, '--threads', '1', '--out', 'deep/one');
  expect(one.code, one.stderr).toBe(0);
  expect((await readdir(join(folder, 'deep/one'))).sort()).toEqual(
    ['model.json', 'report.html', 'results.json', 'schema.json', 'synthetic.csv'].sort(),
  );
  expect(await readdir(join(folder, 'deep'))).toEqual(['one']);

  const results: StudyResults = JSON.parse(await text('deep/one/results.json'));
  expect(results).toMatchObject({ format: 'tvinesynth-results', version: 1, seed: 1 });
  expect(results).toMatchObject({ preset: 'quick', data: { rows: 120, columns: 4 } });
  expect(results.data).toMatchObject({ response: 'y', sensitive: ['x0'] });
  expect(results.levels.map(({ truncation }) => truncation)).toEqual([1, results.data.tMax]);
  for (const level of results.levels) {
    expect(level.aia.x0).toMatchObject({
      mab: { median: expect.any(Number), values: expect.any(Array) },
      ...{ wcab: expect.any(Number), mr2: expect.any(Number), mabFloor: expect.any(Number) },
      mse: { outlying: expect.any(Array), random: expect.any(Array) },
    });
    expect(level.mia).toBeNull();
    expect(level.utility.auc.median).toBeGreaterThan(0);
    expect(level.utility.balancedAccuracy.values.length).toBeGreaterThan(0);
    expect(level.fidelity.marginOverlap).toHaveProperty('x1');
    expect(level.score).toBeGreaterThanOrEqual(0);
  }
  expect(results.recommended.why).toContain('Truncation');
  expect(results.checks.every(({ passed }) => passed)).toBe(true);

  const [head, ...rows] = (await text('deep/one/synthetic.csv')).trimEnd().split('\n');
  expect(head).toBe('x0;x1;x2;y');
  expect(rows).toHaveLength(120);
  for (const row of rows) expect(row).toMatch(/^(\d,\d+;){3}[01]$/);
  const schema = JSON.parse(await text('deep/one/schema.json'));
  expect(Object.keys(schema.columns)).toEqual(['x0', 'x1', 'x2', 'y']);

  const report = await text('deep/one/report.html');
  expect(report).toMatch(/^<!doctype html>/i);
  expect(report).toContain('<svg');
  expect(report).not.toMatch(/<script|(src|href)="https?:/);

  // a level per line, the recommended one marked, with the figures of the file
  const best = results.levels.find(({ truncation: t }) => t === results.recommended.truncation);
  const marked = one.stdout.split('\n').filter((line) => line.endsWith('<- recommended'));
  expect(marked).toHaveLength(1);
  expect(marked[0].trim().split(/\s+/).slice(0, 2)).toEqual([String(best?.truncation), 'x0']);
  expect(marked[0]).toContain(` ${best?.utility.auc.median.toFixed(3)} `);
  expect(marked[0]).toContain(` ${best?.score.toFixed(3)} `);
  expect(one.stdout).toContain(results.recommended.why);
  expect(one.stdout).toContain('passed  exact-copies');
  expect(one.stdout).toContain(join('deep/one', 'synthetic.csv'));

  // into an empty folder; one document on standard output, nothing on standard error
  await mkdir(join(folder, 'two'));
  const two = await run(
    ...['small.csv', ...COLUMNS, ...TINY, '--threads', '2', '--out', 'two', '--json', '--quiet'],
  );
  expect(two).toMatchObject({ code: 0, stderr: '' });
  const { files, seconds, ...printed } = JSON.parse(two.stdout);
  expect(printed).toEqual(results);
  expect(files).toHaveLength(5);
  expect(seconds).toBeGreaterThan(0);
  for (const name of await readdir(join(folder, 'deep/one'))) {
    expect(await text('two', name), name).toBe(await text('deep/one', name));
  }
  // the model is whole: `sample` can draw from it
  const drawn = await runIn(folder, 'sample', 'two/model.json', '--rows', '2', '--quiet');
  expect(drawn.code).toBe(0);
}, 60_000);

test('limits that no level keeps: says so, writes, exits with 3; --force is needed to repeat', async () => {
  await mkdir(join(folder, 'kept'));
  await writeFile(join(folder, 'kept/notes.txt'), 'mine');
  await writeFile(join(folder, 'kept/synthetic.parquet'), 'of an earlier run');
  const args = ['small.csv', ...COLUMNS, ...TINY, '--min-auc', '3x', '--out', 'kept'];
  const refused = await run(...args);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('kept: the folder is not empty.');
  expect(refused.stderr).toContain('--force');
  expect(await readdir(join(folder, 'kept'))).toHaveLength(2);

  const { code, stdout, stderr } = await run(...args, '--force');
  expect(code).toBe(3);
  expect(stdout).toContain('<- nearest');
  expect(stderr).toMatch(/No level keeps all limits; truncation \d+ comes nearest/);
  const results: StudyResults = JSON.parse(await text('kept/results.json'));
  expect(results.recommended.satisfied).toBe(false);
  expect((await readdir(join(folder, 'kept'))).sort()).toEqual(
    [
      'model.json',
      'notes.txt',
      'report.html',
      'results.json',
      'schema.json',
      'synthetic.csv',
    ].sort(),
  );
  expect(await text('kept/notes.txt')).toBe('mine');
}, 60_000);

test('a table that fails a check is not written', async () => {
  // empirical margins keep real values, the extremes among them
  const { code, stdout, stderr } = await run(
    ...['small.csv', ...COLUMNS, ...TINY, '--margins', 'empirical', '--out', 'failed'],
  );
  expect(code, stderr).toBe(3);
  expect(stdout).toContain('FAILED  real-extremes');
  expect(stderr).toContain('checks on the synthetic table failed: real-extremes.');
  expect(stderr).toContain('The table was not written.');
  expect((await readdir(join(folder, 'failed'))).sort()).toEqual(
    ['model.json', 'report.html', 'results.json', 'schema.json'].sort(),
  );
}, 60_000);

test('what cannot be is refused before the work starts, and leaves nothing', async () => {
  await mkdir(join(folder, 'inputs'));
  await writeFile(join(folder, 'inputs/synthetic.csv'), dependentTable(120, 3));
  const files = (await readdir(folder)).sort();
  const cases: [string[], RegExp][] = [
    [['absent.csv', ...COLUMNS], /absent\.csv: cannot be read \(ENOENT\)/],
    [['small.csv', '--response', 'y', '--sensitive', 'X0'], /X0.*Did you mean 'x0'\?/s],
    [['small.csv', '--response', 'z'], /'z'/],
    [['small.csv', ...COLUMNS, '--compare', 'rvines'], /Did you mean 'rvine'\?/],
    [['small.csv', ...COLUMNS, '--levels', '1,99'], /99/],
    [['small.csv', ...COLUMNS, '--preset', 'fast'], /quick, standard, paper/],
    [['small.csv', ...COLUMNS, '--out', 'small.csv'], /small\.csv: is not a folder/],
    [['small.csv', ...COLUMNS, '--out', 'small.csv/out'], /cannot be written \(ENOTDIR\)/],
    [
      ['inputs/synthetic.csv', ...COLUMNS, '--out', 'inputs', '--force'],
      /synthetic\.csv: is an input, which is never written over/,
    ],
  ];
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await run(...args, ...(args.includes('--levels') ? [] : TINY));
    expect(code, args.join(' ')).toBe(2);
    expect(stderr).toMatch(message);
    expect(stdout).toBe('');
    expect((await readdir(folder)).sort()).toEqual(files);
  }
}, 60_000);

// who may do everything is not stopped by permissions
test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'a read-only folder',
  async () => {
    await mkdir(join(folder, 'locked'));
    await chmod(join(folder, 'locked'), 0o555);
    const { code, stderr } = await run('absent.csv', ...COLUMNS, '--out', 'locked/out');
    expect(code).toBe(2);
    expect(stderr).toContain('cannot be written (EACCES)');
  },
);

test.each(['1', '2'])(
  'Ctrl-C leaves nothing, with %s threads',
  async (threads) => {
    const files = (await readdir(folder)).sort();
    const started = startIn(
      folder,
      ...['run', 'large.csv', ...COLUMNS, '--threads', threads, '--out', 'cancelled/out'],
    );
    await new Promise((go) => setTimeout(go, 2500));
    expect(started.process.exitCode).toBeNull();
    started.process.kill('SIGINT');
    expect(await started.ended).toEqual({ code: 130, signal: null });
    expect(started.stderr()).toBe('Cancelled. No file was written.\n');
    expect((await readdir(folder)).sort()).toEqual(files);
    await expect(stat(join(folder, 'cancelled'))).rejects.toThrow('ENOENT');
  },
  30_000,
);
