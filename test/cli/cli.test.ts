import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rngFromSeed } from '../../src/random/rng.ts';
import { runIn } from './support.ts';

let folder = '';
const run = (...args: string[]) => runIn(folder, ...args);
const CANARY = '98765.4321';

/** 300 patients: an id, a cost that follows age, a group, and whether they died. */
function patients(): string {
  const [a, b, c, d] = [0, 1, 2, 3].map((stream) => rngFromSeed(7).split(stream).uniforms(300));
  const lines = ['id,age,cost,group,death'];
  for (let i = 0; i < 300; i++) {
    const age = 20 + 60 * a[i];
    const cost = i === 150 ? CANARY : (10 * age + 300 * b[i]).toFixed(2);
    const group = c[i] < 0.4 ? 'blue' : c[i] < 0.8 ? 'red' : 'NA';
    lines.push(`${i + 1},${age.toFixed(1)},${cost},${group},${d[i] < a[i] ? 1 : 0}`);
  }
  return `${lines.join('\n')}\n`;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tvinesynth-cli-'));
  await writeFile(join(folder, 'patients.csv'), patients());
});
afterAll(() => rm(folder, { recursive: true }));

describe('help and errors', () => {
  test('--help names every command and exits with 0', async () => {
    const { code, stdout } = await run('--help');
    expect(code).toBe(0);
    for (const command of ['inspect', 'order', 'fit', 'sample']) expect(stdout).toContain(command);
  });

  test.each([
    [['inspct', 'patients.csv'], 'Did you mean inspect?'],
    [['run', 'patients.csv'], '--response'],
    [['run', 'patients.csv', '--respons', 'death'], "Did you mean '--response'?"],
    [['run', 'patients.csv', '--respons=death'], "unknown option '--respons'"],
    [
      ['audit', 'patients.csv', 'x.csv', '--response', '--sensitve', '--sensitve', 'x'],
      "'--sensitive'",
    ],
    [['fit', 'patients.csv', '--zzz'], 'See tvinesynth help fit.'],
    [['keys', 'new', '--ot', 'k.pem'], "Did you mean '--out'?"],
    [['inspect', 'absent.csv'], 'absent.csv'],
    [['fit', 'patients.csv', '--response', 'deth'], "Did you mean 'death'?"],
    [['order', 'patients.csv', '--response', 'death', '--threshold', '2'], 'from 0 to 1'],
    [['sample', 'patients.csv'], 'Model file'],
  ])('%j exits with 2 and says what to do', async (args, message) => {
    const { code, stdout, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(3);
    expect(stdout).toBe('');
    expect(stderr).not.toContain(CANARY);
  });
});

test('inspect prints one JSON document, and writes a schema that it takes back', async () => {
  const { code, stdout } = await run('inspect', 'patients.csv', '--json', '--out', 'schema.json');
  expect(code).toBe(0);
  const { rows, columns } = JSON.parse(stdout);
  expect(rows).toBe(300);
  expect(columns.map(({ type }: { type: string }) => type)).toEqual([
    'identifier',
    'continuous',
    'continuous',
    'nominal',
    'boolean',
  ]);
  expect((await run('inspect', 'patients.csv', '--schema', 'schema.json')).code).toBe(0);
  const again = await run('inspect', 'patients.csv', '--out', 'schema.json');
  expect(again.code).toBe(2);
  expect(again.stderr).toContain('--force');
});

test('a schema that inspect writes is accepted back unchanged, also with what was added', async () => {
  const write = (from: string[], to: string) =>
    run('inspect', 'patients.csv', ...from, '--write-schema', to, '--force');
  expect((await write([], 'types.json')).code).toBe(0);
  expect((await write(['--schema', 'types.json'], 'again.json')).code).toBe(0);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  expect(read('again.json')).toBe(read('types.json'));
  const edited = JSON.parse(read('types.json'));
  edited.columns.death.role = 'response';
  edited.columns.cost.missing = ['-8'];
  writeFileSync(join(folder, 'edited.json'), `${JSON.stringify(edited, null, 2)}\n`);
  expect((await write(['--schema', 'edited.json'], 'third.json')).code).toBe(0);
  expect(JSON.parse(read('third.json'))).toEqual(edited);
});

test('a delimiter that is not found by looking is named, also by name', async () => {
  writeFileSync(join(folder, 'colons.txt'), 'a:b\n1:2\n3:4\n');
  const { code, stdout } = await run('inspect', 'colons.txt', '--delimiter', ':', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout).columns).toHaveLength(2);
  writeFileSync(join(folder, 'tabs.txt'), 'a,1\tb\n1,5\t2\n3,5\t4\n');
  const tabs = await run('inspect', 'tabs.txt', '--delimiter', 'tab', '--json');
  expect(JSON.parse(tabs.stdout).columns.map(({ name }: { name: string }) => name)).toEqual([
    'a,1',
    'b',
  ]);
});

test('order puts the sensitive column first and its relative next', async () => {
  const { code, stdout } = await run(
    ...['order', 'patients.csv', '--response', 'death', '--sensitive', 'cost', '--json'],
  );
  expect(code).toBe(0);
  const { order, K, preview, trees, tMax } = JSON.parse(stdout);
  expect(order).toEqual(['cost', 'age', 'group', 'death']);
  expect(K.map(({ name }: { name: string }) => name)).toEqual(['age']);
  // that the group is missing is a variable as well
  expect([trees, tMax, preview.levels.length]).toEqual([4, 4, 4]);
  const [{ name, coefficients, r2 }] = preview.levels[3].sensitive;
  expect([name, coefficients.length]).toEqual(['cost', 3]);
  expect(r2).toBeGreaterThan(preview.levels[0].sensitive[0].r2);
  const { stdout: text } = await run(
    ...['order', 'patients.csv', '--response', 'death', '--sensitive', 'cost'],
  );
  expect(text).toContain('truncation  cost R2     MAB\n');
  expect(text).toContain('An approximation');
});

test('order takes a threshold for each sensitive column', async () => {
  const ordered = (threshold: string) =>
    run(
      ...['order', 'patients.csv', '--response', 'death', '--sensitive', 'cost', '--json'],
      ...['--threshold', threshold],
    );
  const { stdout } = await ordered('cost=0.95');
  expect(JSON.parse(stdout)).toMatchObject({ K: [], thresholds: { cost: 0.95 } });
  const wrong = await ordered('age=0.5');
  expect([wrong.code, wrong.stderr.includes('Thresholds')]).toEqual([2, true]);
});

test('no command prints a cell', async () => {
  const roles = ['--response', 'death', '--sensitive', 'cost'];
  for (const args of [
    ['inspect', 'patients.csv'],
    ['inspect', 'patients.csv', '--json'],
    ['order', 'patients.csv', ...roles],
    ['order', 'patients.csv', ...roles, '--json'],
    ['fit', 'patients.csv', ...roles, '--out', 'seen.json'],
    ['fit', 'patients.csv', ...roles, '--out', 'seen.json', '--json', '--force'],
    ['sample', 'seen.json', '--check', 'patients.csv', '--key', 'cost', '--out', 'seen.csv'],
  ]) {
    const { code, stdout, stderr } = await run(...args);
    expect(code, stderr).toBe(0);
    expect(stdout + stderr, args.join(' ')).not.toContain(CANARY);
  }
});

test('bounds that the schema declares are kept', async () => {
  const schema = { columns: { age: { min: 18, max: 81 }, cost: { min: 0 } } };
  await writeFile(join(folder, 'bounds.json'), JSON.stringify(schema));
  const roles = ['--response', 'death', '--schema', 'bounds.json', '--families', 'gaussian'];
  expect((await run('fit', 'patients.csv', ...roles, '--out', 'bounded.json')).code).toBe(0);
  const { stdout } = await run('sample', 'bounded.json', '--rows', '5000', '--quiet');
  const rows = stdout.trim().split('\n').slice(1);
  const ages = rows.map((row) => Number(row.split(',')[1]));
  // the tails reach beyond the mean of the five outermost ages, but not beyond the bounds
  expect(Math.min(...ages)).toBeGreaterThanOrEqual(18);
  expect(Math.min(...ages)).toBeLessThan(20);
  expect(Math.max(...ages)).toBeLessThanOrEqual(81);
  expect(rows.every((row) => Number(row.split(',')[2]) >= 0)).toBe(true);
});

describe('fit and sample', () => {
  const fitting = ['fit', 'patients.csv', '--response', 'death', '--sensitive', 'cost'];

  test('the model holds no record, does not depend on threads, and the sample is what was asked for', async () => {
    const one = await run(...fitting, '--threads', '1', '--out', 'one.json', '--json', '--quiet');
    expect([one.code, one.stderr]).toEqual([0, '']);
    const document = JSON.parse(one.stdout);
    expect(document.order.at(-1)).toBe('death');
    expect(document.edges).toHaveLength(document.columns * (document.columns - 1) * 0.5);
    expect((await run(...fitting, '--threads', '2', '--out', 'two.json')).code).toBe(0);
    const model = await readFile(join(folder, 'one.json'), 'utf8');
    expect(await readFile(join(folder, 'two.json'), 'utf8')).toBe(model);
    expect(model).not.toContain(CANARY);

    const drawn = await run('sample', 'one.json', '--rows', '50', '--seed', '3');
    expect(drawn.code).toBe(0);
    const lines = drawn.stdout.trim().split('\n');
    expect(lines[0]).toBe('id,age,cost,group,death');
    expect(lines).toHaveLength(51);
    for (const line of lines.slice(1)) {
      expect(line).toMatch(/^\d+,\d+(\.\d)?,\d+(\.\d+)?,(blue|red|NA),[01]$/);
    }
    const again = await run('sample', 'one.json', '--rows', '50', '--seed', '3');
    expect(again.stdout).toBe(drawn.stdout);

    const died = await run('sample', 'one.json', '--rows', '30', '--where', 'death=1');
    expect(
      died.stdout
        .trim()
        .split('\n')
        .slice(1)
        .every((line) => line.endsWith(',1')),
    ).toBe(true);
  });

  test('a release that fails its checks exits with 3 and is not written', async () => {
    const good = await run('sample', 'one.json', '--check', 'patients.csv', '--out', 'good.csv');
    expect([good.code, good.stderr.includes('FAILED')]).toEqual([0, false]);
    await run(...fitting, '--margins', 'empirical', '--out', 'copy.json');
    const bad = await run(
      ...['sample', 'copy.json', '--rows', '3000', '--check', 'patients.csv', '--out', 'bad.csv'],
    );
    expect(bad.code).toBe(3);
    expect(bad.stderr).not.toContain(CANARY);
    await expect(readFile(join(folder, 'bad.csv'))).rejects.toThrow();
  });

  test('key sets are counted without naming a row, and judged on demand', async () => {
    const checking = ['sample', 'one.json', '--check', 'patients.csv', '--key', 'group,death'];
    const counted = await run(
      ...checking,
      '--key',
      'age',
      '--json',
      '--out',
      'keyed.csv',
      '--quiet',
    );
    expect([counted.code, counted.stderr]).toEqual([0, '']);
    const { checks } = JSON.parse(counted.stdout);
    expect(checks.slice(7).map(({ name }: { name: string }) => name)).toEqual([
      'replicated-uniques',
      'rare-keys',
      'replicated-uniques',
      'rare-keys',
    ]);
    const [common, , ages] = checks.slice(7);
    expect([common.found, ages.found > 0, 'rows' in ages]).toEqual([0, true, false]);
    const judged = await run(...checking, '--key', 'age', '--block-keys', '--out', 'blocked.csv');
    expect([judged.code, judged.stderr.includes('rare-keys')]).toEqual([3, true]);
    const alone = await run('sample', 'one.json', '--key', 'age');
    expect([alone.code, alone.stderr.includes('--check')]).toEqual([2, true]);
  });

  test('inputs are never written over, not even with --force', async () => {
    const before = await readFile(join(folder, 'one.json'), 'utf8');
    for (const args of [
      ['sample', 'one.json', '--out', 'one.json'],
      ['sample', 'one.json', '--check', 'patients.csv', '--out', 'patients.csv'],
      [...fitting, '--out', 'patients.csv'],
      ['inspect', 'patients.csv', '--out', './patients.csv'],
    ]) {
      const { code, stderr } = await run(...args, '--force');
      expect([code, stderr.includes('is the input, which is never written over')]).toEqual([
        2,
        true,
      ]);
    }
    expect(await readFile(join(folder, 'one.json'), 'utf8')).toBe(before);
    expect(await readFile(join(folder, 'patients.csv'), 'utf8')).toBe(patients());
  });

  test('sample --json says what was drawn, and does not mix with the table', async () => {
    const drawn = await run('sample', 'one.json', '--rows', '7', '--json', '--out', 'seven.csv');
    expect(JSON.parse(drawn.stdout)).toMatchObject({ rows: 7, columns: 5, truncation: 4, seed: 1 });
    const mixed = await run('sample', 'one.json', '--json');
    expect([mixed.code, mixed.stdout]).toEqual([2, '']);
  });

  test('no rows give the names of the columns alone', async () => {
    const none = await run('sample', 'one.json', '--rows', '0');
    expect([none.code, none.stdout]).toEqual([0, 'id,age,cost,group,death\n']);
  });
});
