/** What the built package says of itself; needs `npm run build`. */

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, readText } from './support/repository.ts';

const dist = readdirSync(join(ROOT, 'dist'));
const maps = dist.filter((file) => file.endsWith('.js.map'));

test('every package whose code is inlined has its notice', () => {
  const sources = maps.flatMap((file) => JSON.parse(readText(`dist/${file}`)).sources as string[]);
  const names = sources.flatMap(
    (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  );
  const inlined = [...new Set(names)];
  expect(inlined.length).toBeGreaterThan(25);
  const notices = readText('dist/NOTICES.txt');
  expect(inlined.filter((name) => !notices.includes(`\n${name} `))).toEqual([]);
});

test('the page of the studio has the notices of what it contains beside it', () => {
  const notices = readText('dist/studio.NOTICES.txt');
  for (const name of [
    'preact',
    '@preact/signals',
    'comlink',
    'hyparquet',
    '@observablehq/plot',
    'zod',
  ]) {
    expect(notices, name).toContain(`\n${name} `);
  }
  const [, count] = /code of (\d+) other packages/.exec(notices) ?? [];
  expect(notices.match(/^-{80}$/gm)).toHaveLength(Number(count));
  expect(dist).toContain('studio.html');
});

test('the hash of the studio’s page stands beside it', () => {
  const digest = createHash('sha256').update(readText('dist/studio.html')).digest('hex');
  expect(readText('dist/studio.html.sha256')).toBe(`${digest}  studio.html\n`);
});

test('the queue inlines nothing of its peers, which whoever wants one installs', () => {
  expect(dist).toContain('queue.js');
  const sources = maps.flatMap((file) => JSON.parse(readText(`dist/${file}`)).sources as string[]);
  expect(sources.filter((path) => /node_modules\/(bullmq|ioredis|pg)\//.test(path))).toEqual([]);
});

test('every program has a source map, and none names a path outside the project', () => {
  const programs = dist.filter((file) => /^(cli|command|index|node|worker)\.js$/.test(file));
  expect(programs.length).toBe(5);
  for (const program of programs) expect(maps).toContain(`${program}.map`);
  for (const file of dist) expect(readText(`dist/${file}`).includes(ROOT), file).toBe(false);
  for (const file of maps) {
    for (const source of JSON.parse(readText(`dist/${file}`)).sources) {
      expect(source).toMatch(/^(\.\.\/(src|build|node_modules)\/|\0)/);
    }
  }
});

test('where the source is, and which Node it needs, as README says', () => {
  const { repository, engines } = JSON.parse(readText('package.json'));
  expect(repository.url).toBe('git+https://github.com/tvinesynth/tvinesynth.git');
  expect(engines.node).toBe('>=20.19');
  expect(readText('README.md')).toContain('Node 20.19 or newer');
});
