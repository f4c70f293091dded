/** Private generators on the command line: a file of noisy numbers, and tables drawn from it. */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dependentTable, runIn } from './support.ts';

let folder = '';
const run = (...args: string[]) => runIn(folder, ...args);
const fitting = ['fit', 'table.csv', '--response', 'y', '--generator', 'dpvine'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'private-'));
  await writeFile(join(folder, 'table.csv'), dependentTable(600, 3));
  const range = { type: 'continuous', min: 0, max: 2, decimals: 3 };
  const columns = { x0: range, x1: range, x2: range, y: { type: 'boolean', levels: ['0', '1'] } };
  await writeFile(join(folder, 'schema.json'), JSON.stringify({ columns }));
});
afterAll(() => rm(folder, { recursive: true }));

test('fit states the promise, sample draws any level, and the seed alone does not give the fit again', async () => {
  const own = [...fitting, '--schema', 'schema.json', '--epsilon', '2.5', '--force'];
  const first = await run(...own, '--out', 'a.json');
  expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' });
  expect(first.stdout).toMatch(
    'Differentially private for the replacement of one row: epsilon 2.5',
  );
  expect(first.stdout).toMatch('with an AUC above 0.667');
  expect((await run(...own, '--out', 'b.json')).code).toBe(0);
  const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'));
  const [a, b] = [await read('a.json'), await read('b.json')];
  expect(a.measured).not.toEqual(b.measured);
  const numbers = Object.values(a.measured).flat(3);
  expect(numbers.length).toBeGreaterThan(50);
  expect(numbers.every(Number.isSafeInteger)).toBe(true);
  const drawn = await run('sample', 'a.json', '--truncate', '1', '--seed', '2');
  expect(drawn.code).toBe(0);
  expect(drawn.stdout.trimEnd().split('\n')).toHaveLength(601);
  expect((await run('sample', 'a.json', '--truncate', '1', '--seed', '2')).stdout).toBe(
    drawn.stdout,
  );
  const beyond = await run('sample', 'a.json', '--truncate', '9');
  expect(beyond).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the vine has 3 trees'),
  });
}, 60_000);

test('a noise seed repeats it; an undeclared domain is refused; a damaged file too', async () => {
  const own = [...fitting, '--schema', 'schema.json', '--noise-seed', '5', '--force'];
  for (const name of ['c.json', 'd.json']) expect((await run(...own, '--out', name)).code).toBe(0);
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  expect(await read('c.json')).toBe(await read('d.json'));
  const bare = await run(...fitting, '--out', 'e.json');
  expect(bare).toMatchObject({ code: 2, stderr: expect.stringContaining('must be public') });
  const voided = await run(...fitting, '--ranges', 'data', '--out', 'f.json');
  expect(voided.stdout).toMatch('THERE IS NO GUARANTEE');
  await writeFile(
    join(folder, 'g.json'),
    (await read('c.json')).replace('"rows":600', '"rows":601'),
  );
  const damaged = await run('sample', 'g.json');
  expect(damaged).toMatchObject({ code: 2, stderr: expect.stringContaining('damaged') });
}, 60_000);

test('run: the whole job on a private vine, from settings.json again, and its file for sample', async () => {
  const own = [
    ...['run', 'table.csv', '--response', 'y', '--sensitive', 'x0', '--schema', 'schema.json'],
    ...['--generator', 'dpvine', '--epsilon', '1', '--preset', 'quick', '--levels', '1,2'],
    ...['--noise-seed', '5', '--threads', '1'],
  ];
  const first = await run(...own, '--out', 'first');
  expect(first.code).toBe(0);
  expect(first.stdout).toMatch(
    'Differential privacy: epsilon 1, delta 0.00001, for one row replaced',
  );
  expect(first.stdout).toMatch(/an AUC above 0\.575; the audit found 0\.\d+ at 1, 0\.\d+ at 2/);
  expect(first.stdout).toMatch('Not covered:');
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const results = JSON.parse(await read('first/results.json'));
  expect(results.promise).toMatchObject({ holds: true, bound: { auc: 0.575 } });
  const certificate = JSON.parse(await read('first/certificate.json'));
  expect(certificate.promise).toMatchObject({ generator: 'dpvine', epsilon: 1, delta: 0.00001 });
  expect(certificate.promise.notCovered.join(' ')).toContain('The figures of this study');
  const settings = await read('first/settings.json');
  expect(JSON.parse(settings).options).toMatchObject({ generator: 'dpvine', epsilon: 1 });
  expect(settings).not.toContain('noise');
  // the noise is no setting: whoever knows its seed gives it again
  const again = await run('run', 'first/settings.json', '--noise-seed', '5', '--out', 'second');
  expect(again.code).toBe(0);
  for (const name of ['results.json', 'model.json', 'synthetic.csv', 'settings.json']) {
    expect(await read(`second/${name}`)).toBe(await read(`first/${name}`));
  }
  const level = String(results.recommended.truncation);
  const drawn = await run('sample', 'first/model.json', '--truncate', level, '--rows', '600');
  expect(drawn.stdout).toBe(await read('first/synthetic.csv'));
  const model = JSON.parse(await read('first/model.json'));
  expect(Object.values(model.measured).flat(3).every(Number.isSafeInteger)).toBe(true);
}, 120_000);

test('run: a domain from the data is said loudly, an undeclared one refused', async () => {
  const own = ['run', 'table.csv', '--response', 'y', '--generator', 'dpvine', '--preset', 'quick'];
  const bare = await run(...own, '--out', 'bare');
  expect(bare).toMatchObject({ code: 2, stderr: expect.stringContaining('must be public') });
  const voided = await run(...own, '--ranges', 'data', '--levels', '1', '--out', 'voided');
  expect(voided.stdout).toMatch(/What speaks against it:\n- THERE IS NO GUARANTEE/);
}, 60_000);
