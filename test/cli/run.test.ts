/** `run` as a user would call it, on tables so small that a study takes seconds. */

import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StudyResults } from '../../src/study/results.ts';
import { CLI, dependentTable, runIn, startIn } from './support.ts';

const COLUMNS = ['--response', 'y', '--sensitive', 'x0'];
const TINY = [
  '--preset',
  'quick',
  '--levels',
  '1,full',
  '--membership',
  'none',
  '--families',
  'gaussian',
];

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tvinesynth-run-'));
  // semicolons and decimal commas: the synthetic table has to have them too
  const semicolons = dependentTable(120, 3).replaceAll(',', ';').replaceAll('.', ',');
  await writeFile(join(folder, 'small.csv'), semicolons);
  await writeFile(join(folder, 'packed.csv.gz'), gzipSync(semicolons));
  await writeFile(join(folder, 'large.csv'), dependentTable(4000, 25));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (...args: string[]) => runIn(folder, 'run', ...args);
const text = (...path: string[]) => readFile(join(folder, ...path), 'utf8');

/** A certificate without what its fresh salt decides. */
function unsalted(certificate: string): unknown {
  const { checksum, input, ...rest } = JSON.parse(certificate);
  expect(checksum).toMatch(/^[0-9a-f]{64}$/);
  expect(input.table.hmac).toMatch(/^[0-9a-f]{64}$/);
  return { ...rest, input: { ...input, table: input.table.file } };
}

test('writes the folder, says what it found, and depends on no number of threads', async () => {
  const one = await run('small.csv', ...COLUMNS, ...TINY, '--threads', '1', '--out', 'deep/one');
  expect(one.code, one.stderr).toBe(0);
  expect((await readdir(join(folder, 'deep/one'))).sort()).toEqual(
    [
      ...['certificate.json', 'model.json', 'report.html', 'results.json', 'schema.json'],
      ...['settings.json', 'synthetic.csv'],
    ].sort(),
  );
  expect((await readdir(join(folder, 'deep'))).sort()).toEqual(['one', 'one.salt']);

  const results: StudyResults = JSON.parse(await text('deep/one/results.json'));
  expect(results).toMatchObject({ format: 'tvinesynth-results', version: 2, seed: 1 });
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
  expect(results.recommended.why).toMatch(/truncation \d/i);
  expect(results.verdict).toMatchObject({ word: 'first-look', forced: false });
  expect(results.verdict.truncation).toBe(results.recommended.truncation);
  expect(results.limits.map(({ risk }) => risk)).toContain('membership');
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
  const marked = one.stdout.split('\n').filter((line) => / <- most promising$/.test(line));
  expect(marked).toHaveLength(1);
  expect(marked[0].trim().split(/\s+/).slice(0, 2)).toEqual([String(best?.truncation), 'x0']);
  expect(marked[0]).toContain(` ${best?.utility.auc.median.toFixed(3)} `);
  expect(marked[0]).toContain(` ${best?.score.toFixed(3)} `);
  expect(one.stdout).toContain('\n\nFirst look: no verdict (truncation');
  for (const sentence of Object.values(results.verdict.sentences)) {
    expect(one.stdout).toContain(sentence);
  }
  expect(one.stdout).toContain(results.recommended.why);
  expect(one.stdout).toContain('passed  exact-copies');
  expect(one.stdout).toContain(join('deep/one', 'synthetic.csv'));

  // into an empty folder; one document on standard output, nothing on standard error
  await mkdir(join(folder, 'side/two'), { recursive: true });
  const two = await run(
    ...['small.csv', ...COLUMNS, ...TINY, '--threads', '2', '--out', 'side/two'],
    ...['--json', '--quiet'],
  );
  expect(two).toMatchObject({ code: 0, stderr: '' });
  const { files, salt, seconds, ...printed } = JSON.parse(two.stdout);
  expect(printed).toEqual(results);
  expect(files).toHaveLength(7);
  expect(salt).toBe('side/two.salt');
  expect(seconds).toBeGreaterThan(0);
  for (const name of await readdir(join(folder, 'deep/one'))) {
    const [other, own] = [await text('side/two', name), await text('deep/one', name)];
    if (name === 'certificate.json') expect(unsalted(other)).toEqual(unsalted(own));
    else expect(other, name).toBe(own);
  }
  // the model is whole: `sample` can draw from it
  const drawn = await runIn(folder, 'sample', 'side/two/model.json', '--rows', '2', '--quiet');
  expect(drawn.code).toBe(0);
}, 60_000);

test('limits that no level keeps: says so, writes neither table nor model, exits with 3; --force is needed to repeat', async () => {
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
  expect(stdout).toContain('Do not release (truncation');
  expect(stdout).toContain('<- nearest');
  expect(stderr).toMatch(
    /Do not release\. No level keeps all limits\. Truncation \d+ comes nearest/,
  );
  expect(stderr).toContain('Neither the synthetic table nor the model was written');
  const results: StudyResults = JSON.parse(await text('kept/results.json'));
  expect(results.recommended.satisfied).toBe(false);
  expect(results.verdict).toMatchObject({ word: 'do-not-release', forced: false });
  const documents = [
    ...['certificate.json', 'notes.txt', 'report.html', 'results.json', 'schema.json'],
    'settings.json',
  ];
  expect((await readdir(join(folder, 'kept'))).sort()).toEqual(documents);
  expect(await text('kept/notes.txt')).toBe('mine');

  const forced = await run(...args, '--force', '--force-release');
  expect(forced.code).toBe(3);
  expect(forced.stdout).toContain('RELEASED ALL THE SAME, because of --force-release.');
  expect((await readdir(join(folder, 'kept'))).sort()).toEqual(
    [...documents, 'model.json', 'synthetic.csv'].sort(),
  );
  const said: StudyResults = JSON.parse(await text('kept/results.json'));
  expect(said.verdict).toMatchObject({ word: 'do-not-release', forced: true });
  expect(said.settings).toMatchObject({ forceRelease: true });

  // what an earlier run released does not stay beside a verdict against it
  expect((await run(...args, '--force')).code).toBe(3);
  expect((await readdir(join(folder, 'kept'))).sort()).toEqual(documents);
}, 120_000);

test('with care: exit code 0, and 3 with --strict', async () => {
  // membership is not attacked, so nothing is certain; the attribute attack is kept within any limit
  const args = [
    ...['small.csv', ...COLUMNS, ...TINY.slice(2), '--max-mr2', 'none', '--holdout', '0.3'],
    ...['--preset', 'standard', '--levels', '1'],
  ];
  const careful = await run(...args, '--out', 'careful');
  expect(careful.code, careful.stderr).toBe(0);
  expect(careful.stdout).toContain('Release with care (truncation 1)');
  expect(careful.stdout).toContain('The membership audit would settle this: --membership audit.');
  expect(careful.stderr).toContain('The limit on the variance of a sensitive column');
  expect(await readdir(join(folder, 'careful'))).toContain('synthetic.csv');
  const strict = await run(...args, '--strict', '--out', 'strict');
  expect(strict.code).toBe(3);
  expect(strict.stderr).toContain('Release with care, which --strict does not accept.');
}, 120_000);

test('a table that fails a check is not written', async () => {
  // empirical margins keep real values, the extremes among them
  const { code, stdout, stderr } = await run(
    ...['small.csv', ...COLUMNS, ...TINY, '--margins', 'empirical', '--out', 'failed'],
  );
  expect(code, stderr).toBe(3);
  expect(stdout).toContain('FAILED  real-extremes');
  expect(stderr).toContain('Do not release. The synthetic table did not pass a check.');
  expect((await readdir(join(folder, 'failed'))).sort()).toEqual(
    ['certificate.json', 'report.html', 'results.json', 'schema.json', 'settings.json'].sort(),
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
    [['small.csv', ...COLUMNS, '--max-membership', 'half'], /Give a number of at least 0, or none/],
    [['small.csv', ...COLUMNS, '--max-advantage', '0.1'], /membership attack is not played/],
    [['small.csv', ...COLUMNS, '--min-r2', '0.9'], /Least R2 \(minR2, --min-r2\)/],
    [['small.csv', ...COLUMNS, '--out', 'small.csv'], /small\.csv: this is not a folder/],
    [['small.csv', ...COLUMNS, '--out', 'small.csv/out'], /cannot be written \(ENOTDIR\)/],
    [
      ['inputs/synthetic.csv', ...COLUMNS, '--out', 'inputs', '--force'],
      /synthetic\.csv: this is an input file, which is never overwritten/,
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
  'Ctrl-C before anything is finished leaves nothing, with %s threads',
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
    expect(started.stderr()).toMatch(/^(Estimate: .*\n)?Cancelled\. No file was written\.\n$/);
    expect((await readdir(folder)).sort()).toEqual(files);
    await expect(stat(join(folder, 'cancelled'))).rejects.toThrow('ENOENT');
  },
  30_000,
);

/** Waits until an earlier part is finished, and sends the signal. */
async function stopAt(size: number, signal: NodeJS.Signals, file: string, args: string[]) {
  const started = startIn(folder, ...args);
  for (;;) {
    await new Promise((go) => setTimeout(go, 5));
    expect(started.process.exitCode, started.stderr()).toBeNull();
    if (((await stat(file).catch(() => undefined))?.size ?? 0) > size) break;
  }
  started.process.kill(signal);
  return { ...(await started.ended), stderr: started.stderr() };
}

test('Ctrl-C or a crash in the middle, then the same command: the same bytes', async () => {
  const attacked = [...TINY.map((word) => (word === 'none' ? 'paper' : word)), '--mia', 'all'];
  const args = ['run', 'small.csv', ...COLUMNS, ...attacked, '--quiet'];
  const whole = await runIn(folder, ...args, '--threads', '2', '--out', 'once/out');
  expect(whole, whole.stderr).toMatchObject({ code: 0, stderr: '' });

  const own = [...args.slice(0, -1), '--threads', '1', '--out', 'again/out'];
  const file = join(folder, 'again/out.resume');
  const kept =
    'Cancelled. Finished work is saved in again/out.resume; the same command continues from there.\n';
  const first = await stopAt(0, 'SIGINT', file, own);
  expect(first).toMatchObject({ code: 130, signal: null });
  expect(first.stderr.replace(/^Estimate: .*\n/, '')).toBe(kept);
  const second = await stopAt((await stat(file)).size + 3000, 'SIGINT', file, own);
  expect(second.code).toBe(130);
  expect(second.stderr).toMatch(
    /^note: \d+ finished parts? of an earlier run found in again\/out\.resume/,
  );
  const third = await stopAt((await stat(file)).size + 3000, 'SIGKILL', file, own);
  expect(third).toMatchObject({ code: null, signal: 'SIGKILL' });
  // nothing can be removed by a process that is killed; the next one takes the lock over
  expect((await readdir(join(folder, 'again'))).sort()).toEqual(['out.lock', 'out.resume']);

  // as if the last part had been cut off in the middle
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, bytes.length - 10));
  const last = await runIn(folder, ...own, '--threads', '2');
  expect(last.code, last.stderr).toBe(0);
  expect(last.stderr).toContain('The rest of the file is damaged or incomplete');
  expect((await readdir(join(folder, 'again'))).sort()).toEqual(['out', 'out.salt']);
  for (const name of await readdir(join(folder, 'once/out'))) {
    const [other, own] = [await text('again/out', name), await text('once/out', name)];
    if (name === 'certificate.json') expect(unsalted(other)).toEqual(unsalted(own));
    else expect(other, name).toBe(own);
  }
}, 90_000);

test('what is kept of other settings is not used; what is none of ours is refused', async () => {
  const args = ['small.csv', ...COLUMNS, ...TINY, '--out', 'other'];
  const file = join(folder, 'other.resume');
  expect((await stopAt(0, 'SIGINT', file, ['run', ...args])).code).toBe(130);
  // refused input removes nothing of another run
  const before = await readFile(file);
  expect((await run(...args, '--seed', '2', '--truncate', '99')).code).toBe(2);
  expect(await readFile(file)).toEqual(before);

  const { code, stderr } = await run(...args, '--seed', '2');
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(
    /^note: other\.resume belongs to another table, other settings or another version; the run starts from the beginning\./,
  );
  await expect(stat(file)).rejects.toThrow('ENOENT');

  await writeFile(join(folder, 'mine.resume'), 'my own notes');
  const refused = await run('small.csv', ...COLUMNS, ...TINY, '--out', 'mine');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(
    'mine.resume: unfinished work would be saved there, but it was not written by this program',
  );
  expect(await text('mine.resume')).toBe('my own notes');
}, 60_000);

test('membership where it may not be safe, and two other generators beside', async () => {
  const attacked = TINY.map((word) => (word === 'none' ? 'paper' : word));
  const { code, stdout, stderr } = await run(
    ...['packed.csv.gz', ...COLUMNS, ...attacked, '--compare', 'independent,bootstrap'],
    ...['--out', 'beside'],
  );
  expect(code, stderr).toBe(0);
  // a packed table comes out unpacked, as its name says
  expect(await text('beside/synthetic.csv')).toMatch(/^x0;x1;x2;y\n\d,/);
  expect(stderr).toMatch(/^Estimate: about .* on \d+ threads?.*, about \d+ MB of memory\.$/m);
  const results: StudyResults = JSON.parse(await text('beside/results.json'));
  const { attacked: at, skipped } = results.membership;
  expect(at).toEqual(skipped === null ? [1, results.data.tMax] : [results.data.tMax]);
  expect(results.compare.map(({ generator }) => generator)).toEqual(['independent', 'bootstrap']);
  for (const name of ['independent', 'bootstrap']) {
    expect(stdout.split('\n').some((line) => line.trim().startsWith(`${name} `))).toBe(true);
  }
  // the real rows themselves give away more than columns without any dependence
  const [independent, bootstrap] = results.compare;
  expect((bootstrap.aia.x0 as { mr2: number }).mr2).toBeGreaterThan(
    (independent.aia.x0 as { mr2: number }).mr2,
  );
}, 60_000);

// a limit on the size of files stands for a full disk
test.skipIf(process.platform === 'win32')(
  'a full disk: nothing is half written, and what is finished is not lost',
  async () => {
    const words = ['small.csv', ...COLUMNS, ...TINY, '--out', 'disk/full', '--quiet'];
    const limited = (blocks: number) =>
      new Promise<{ code: number; stderr: string }>((resolve) => {
        const script = `ulimit -f ${blocks}; exec "$0" "$@"`;
        execFile(
          'sh',
          ['-c', script, process.execPath, CLI, 'run', ...words],
          { cwd: folder },
          (error, _, stderr) => resolve({ code: error ? Number(error.code) : 0, stderr }),
        );
      });
    // enough for the parts, too little for the report
    const { code, stderr } = await limited(100);
    expect(code).toBe(2);
    expect(stderr).toContain('disk/full: cannot be written (EFBIG). Nothing was written.');
    expect(stderr).toContain('Finished work is saved in disk/full.resume');
    expect(await readdir(join(folder, 'disk'))).toEqual(['full.resume']);
    const again = await run(...words);
    expect(again.code, again.stderr).toBe(0);
    expect((await readdir(join(folder, 'disk'))).sort()).toEqual(['full', 'full.salt']);
    // not even the parts
    await rm(join(folder, 'disk'), { recursive: true });
    const none = await limited(2);
    expect(none.code).toBe(2);
    expect(none.stderr).toMatch(/cannot be written \(EFBIG\)\. Nothing was written\. .*--out\.\n$/);
    // nor the folder that was made for them
    expect(await readdir(folder)).not.toContain('disk');
  },
  60_000,
);
