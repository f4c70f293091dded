import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rngFromSeed } from '../../src/random/rng.ts';
import { ROOT } from '../support/repository.ts';

const CLI = join(ROOT, 'dist/cli.js');

/** The built command line, run as a user would; needs `npm run build`. */
function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    // no colours, which some environments ask for
    const options = { cwd: folder, env: { ...process.env, NO_COLOR: '1' } };
    execFile(process.execPath, [CLI, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

let folder = '';
const CANARY = '98765.43';

interface Person {
  readonly age: number;
  readonly cost: number;
  readonly ward: string;
  readonly day: number;
  readonly died: boolean;
}

function people(seed: number, rows: number): Person[] {
  return Array.from({ length: rows }, (_, i) => {
    const [a, b, c, d, e] = rngFromSeed(seed).split(i).uniforms(5);
    const age = 20 + 60 * a;
    const ward = c < 0.4 ? 'heron' : c < 0.8 ? 'stork' : '';
    return { age, cost: 10 * age + 300 * b, ward, day: 1 + Math.floor(28 * d), died: e < a };
  });
}

const two = (n: number) => String(n).padStart(2, '0');

/** As our own tools write it: an identifier, points, ISO dates, empty cells. */
function plain(rows: readonly Person[], prefix: string): string {
  const lines = rows.map(
    ({ age, cost, ward, day, died }, i) =>
      `${prefix}${1000 + i},${age.toFixed(1)},${i === 20 ? CANARY : cost.toFixed(2)},${ward},2021-03-${two(day)},${died ? 1 : 0}`,
  );
  return `id,age,cost,ward,admitted,died\n${lines.join('\n')}\n`;
}

/** As another program does: semicolons, commas in numbers, other dates, orders and names for gaps. */
function foreign(rows: readonly Person[]): string {
  const lines = rows.map(({ age, cost, ward, day, died }, i) =>
    [
      died ? '1.0' : '0.0',
      `"${two(day)}.03.2021"`,
      i === 5 ? 'pelican' : ward === '' ? 'NULL' : ward,
      cost.toFixed(2).replace('.', ','),
      age.toFixed(1).replace('.', ','),
      i,
    ].join(';'),
  );
  return `died;admitted;ward;cost;age;row\r\n${lines.join('\r\n')}\r\n`;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tvinesynth-audit-'));
  const real = people(1, 200);
  await writeFile(join(folder, 'real.csv'), plain(real, 'R'));
  await writeFile(
    join(folder, 'unseen.csv'),
    plain(people(2, 200), 'U').replaceAll(CANARY, '500.00'),
  );
  // inside the real extremes, as a careful generator has it
  const made = people(3, 200).filter(({ age, cost }) => age > 22 && age < 78 && cost > 320);
  await writeFile(join(folder, 'made.csv'), foreign(made));
  const safe = plain(made, 'S').replaceAll(CANARY, '600.00');
  await writeFile(join(folder, 'safe.csv'), safe);
});
afterAll(() => rm(folder, { recursive: true }));

const roles = ['--response', 'died', '--sensitive', 'cost,ward', '--test', 'unseen.csv'];
// fresh rows of the population tell the cost by the age, as real ones do
const lifted = ['--max-mr2', 'none', '--max-guess', 'none'];

test('a table that another program made: one JSON document, and what differs is said', async () => {
  const { code, stdout, stderr } = await run(
    ...['audit', 'real.csv', 'made.csv', ...roles, ...lifted, '--json'],
  );
  const found = JSON.parse(stdout);
  expect(found.format).toBe('tvinesynth-audit');
  expect(found.data.columns).toEqual({
    compared: ['age', 'cost', 'ward', 'admitted', 'died'],
    missing: [],
    extra: ['row'],
    notModelled: ['id'],
  });
  expect(found.attribute.map(({ name }: { name: string }) => name)).toEqual(['cost', 'ward']);
  expect(found.membership.auc.low).toBeLessThan(0.5);
  expect(found.membership.auc.high).toBeGreaterThan(0.5);
  expect(found.utility.models).toHaveLength(2);
  for (const { synthetic } of found.utility.models)
    expect(synthetic.auc.value).toBeGreaterThan(0.65);
  expect(found.fidelity.margins.meanOverlap).toBeGreaterThan(0.7);
  const notes = found.notes.join('\n');
  expect(notes).toContain('dates as in DD.MM.YYYY');
  expect(notes).toContain("'ward': the synthetic table has fewer than 5 cells with a level");
  // the level is not in the schema, a column is too many and one is missing
  expect(code).toBe(3);
  expect(stderr).toContain('off-schema');
  expect(`${stdout}${stderr}`).not.toMatch(/98765|heron|stork|pelican|R10/);
});

test('a table that passes: exit code 0, a report in words, the results in a file', async () => {
  const broken = await run('audit', 'real.csv', 'safe.csv', ...roles);
  expect(broken.code).toBe(3);
  expect(broken.stderr).toMatch(
    /^error: Do not release: An attacker explains \d\d % of the variance of cost, .* the limit is/m,
  );
  const own = [...roles, ...lifted];
  const args = ['audit', 'real.csv', 'safe.csv', ...own, '--out', 'audit.json', '--quiet'];
  const { code, stdout, stderr } = await run(...args);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('\nVerdict: ');
  for (const title of ['Privacy', 'Utility', 'Fidelity', 'Checks before a release']) {
    expect(stdout).toContain(`\n${title}\n`);
  }
  expect(stdout).toContain('Exact copies: 0 of');
  expect(stdout).not.toMatch(/NaN|undefined|Infinity|98765|heron|stork/);
  const written = await readFile(join(folder, 'audit.json'), 'utf8');
  expect(written).not.toMatch(/98765|heron|stork/);

  const again = await run(...args.slice(0, -3), '--json', '--threads', '3');
  expect(`${again.stdout}`).toBe(written);
  const refused = await run(...args);
  expect([refused.code, refused.stderr.includes('--force')]).toEqual([2, true]);
  expect((await run(...args, '--force')).code).toBe(0);
}, 60_000);

test('a copy fails the checks: exit code 3', async () => {
  const { code, stdout, stderr } = await run(
    ...['audit', 'real.csv', 'real.csv', '--test', 'unseen.csv', '--sensitive', 'cost'],
  );
  expect(code).toBe(3);
  expect(stderr).toMatch(/^error: Do not release: /m);
  expect(stdout).toContain('Verdict: Do not release');
  expect(stdout).toContain('FAILED  exact-copies: found 200, allowed 0');
  expect(stdout).toContain('BEYOND THE LIMIT: A well-informed attacker');
});

describe('bad input exits with 2 and says what to do', () => {
  test.each([
    [['real.csv'], "missing required argument 'synthetic'"],
    [['real.csv', 'absent.csv'], 'absent.csv'],
    [['real.csv', 'safe.csv', '--response', 'dide'], "Did you mean 'died'?"],
    [['real.csv', 'safe.csv', '--sensitive', 'id'], "'id' is an identifier"],
    [['real.csv', 'safe.csv', '--test', 'real.csv'], 'also in the real table'],
    [['real.csv', 'safe.csv', '--seed', 'x'], 'whole number'],
    [['real.csv', 'safe.csv', '--max-mr2', '-1'], 'or none to lift the limit'],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await run('audit', ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(3);
    expect(stdout).toBe('');
    expect(stderr).not.toContain(CANARY);
  });
});

test('the help has an example', async () => {
  const { code, stdout } = await run('audit', '--help');
  expect(code).toBe(0);
  expect(stdout).toContain('Example:\n  tvinesynth audit');
  expect((await run('--help')).stdout).toContain('audit');
});

test('Ctrl-C ends it within a second, and nothing is written', async () => {
  await writeFile(join(folder, 'long.csv'), plain(people(7, 20_000), 'L'));
  const child = spawn(
    process.execPath,
    [CLI, 'audit', 'long.csv', 'long.csv', '--response', 'died', '--out', 'never.json'],
    { cwd: folder },
  );
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const exit = new Promise((resolve) => child.on('exit', resolve));
  await new Promise((resolve) => setTimeout(resolve, 2500));
  const begun = performance.now();
  child.kill('SIGINT');
  expect([await exit, stderr]).toEqual([130, 'Cancelled. No file was written.\n']);
  // a shared machine may be slow: the promise is a second on one that is not
  expect(performance.now() - begun).toBeLessThan(5000);
  await expect(readFile(join(folder, 'never.json'))).rejects.toThrow();
}, 30_000);
