import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dependentTable, runIn } from './support.ts';

const TINY = ['--preset', 'quick', '--levels', '1,full', '--membership', 'none'];
const COLUMNS = ['--response', 'y', '--sensitive', 'x0', '--families', 'gaussian,clayton'];

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tvinesynth-settings-'));
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'data', 'small.csv'), dependentTable(120, 3));
  const schema = { columns: { x1: { type: 'continuous' } } };
  await writeFile(join(folder, 'data', 'types.json'), JSON.stringify(schema));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (...args: string[]) => runIn(folder, 'run', ...args);
const text = (...path: string[]) => readFile(join(folder, ...path), 'utf8');

test('every run leaves settings that repeat it from anywhere; options beside them overrule them', async () => {
  const schema = ['--schema', 'data/types.json'];
  const first = await run('data/small.csv', ...COLUMNS, ...TINY, ...schema, '--out', 'deep/a');
  expect(first.code, first.stderr).toBe(0);
  const settings = JSON.parse(await text('deep/a/settings.json'));
  expect(settings).toMatchObject({
    format: 'tvinesynth-settings',
    version: 1,
    command: 'run',
    table: '../../data/small.csv',
    options: {
      response: 'y',
      sensitive: ['x0'],
      families: ['gaussian', 'clayton'],
      levels: [1, 'full'],
      schema: '../../data/types.json',
      seed: 1,
    },
  });
  for (const name of ['out', 'threads', 'noise-seed', 'force']) {
    expect(settings.options).not.toHaveProperty(name);
  }
  const again = await runIn(join(folder, 'deep'), 'run', 'a/settings.json', '--out', 'b');
  expect(again.code, again.stderr).toBe(0);
  for (const file of ['synthetic.csv', 'results.json', 'model.json']) {
    expect(await text('deep/b', file)).toBe(await text('deep/a', file));
  }
  const other = await run('deep/a/settings.json', '--seed', '2', '--out', 'c');
  expect(other.code, other.stderr).toBe(0);
  expect(await text('c/synthetic.csv')).not.toBe(await text('deep/a/synthetic.csv'));
  expect(JSON.parse(await text('c/settings.json')).options.seed).toBe(2);

  const compared = await runIn(folder, 'compare', 'deep/a', 'c');
  expect(compared.code, compared.stderr).toBe(0);
  expect(compared.stdout).toMatch(/Settings\n {2}seed +1 +2\n/);
  expect(compared.stdout).toMatch(/verdict +first look, no verdict +first look, no verdict/);
  const same = JSON.parse((await runIn(folder, 'compare', 'deep/a', 'deep/b', '--json')).stdout);
  expect(same.settings).toEqual([]);
  expect(same.found.every(({ better }: { better: unknown }) => better === null)).toBe(true);
}, 120_000);

test.each([
  ['missing.json', undefined, /missing\.json: there is no such file\./],
  ['torn.json', '{', /torn\.json: this is no JSON document\./],
  ['other.json', '{"format":"x"}', /other\.json: this JSON document holds no settings of a run\./],
  [
    'late.json',
    '{"format":"tvinesynth-settings","version":9}',
    /settings of version 9, and this engine reads version 1/,
  ],
  [
    'slip.json',
    '{"format":"tvinesynth-settings","version":1,"command":"run","table":"t.csv","options":{"respons":"y"}}',
    /slip\.json: run has no option 'respons' in a settings file\. Did you mean 'response'\?/,
  ],
  [
    'wrong.json',
    '{"format":"tvinesynth-settings","version":1,"command":"run","table":"t.csv","options":{"response":null}}',
    /wrong\.json: option 'response': found null\./,
  ],
  [
    'secret.json',
    '{"format":"tvinesynth-settings","version":1,"command":"run","table":"t.csv","options":{"noise-seed":7}}',
    /run has no option 'noise-seed' in a settings file/,
  ],
])('%s is refused with its reason', async (name, content, message) => {
  if (content !== undefined) await writeFile(join(folder, name), content);
  const { code, stderr } = await run(name);
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
});

test('compare refuses what is no folder of a run, and results without a verdict', async () => {
  await mkdir(join(folder, 'old'), { recursive: true });
  const old = { format: 'tvinesynth-results', version: 1 };
  await writeFile(join(folder, 'old', 'results.json'), JSON.stringify(old));
  const none = await runIn(folder, 'compare', 'data', 'old');
  expect(none.stderr).toMatch(/data.results\.json: there is no such file\. Give a folder that run/);
  expect(none.code).toBe(2);
  const early = await runIn(folder, 'compare', 'old', 'old');
  expect(early.stderr).toMatch(/results of version 1, which has no verdict\. Run it again/);
});
