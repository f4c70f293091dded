/** The built site: no dead link, nothing from another host, the same bytes twice. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSite } from '../../site/buildSite.ts';
import { checkSite } from '../../site/checkSite.ts';
import { flowchartTable } from '../../site/flowchartTable.ts';
import { highlight } from '../../site/highlight.ts';
import { drawPictures } from '../../site/pictures/drawPictures.ts';
import type { Figures } from '../../site/pictures/figures.ts';
import { filesBelow, ROOT, readText } from '../support/repository.ts';

let folder: string;
let site: string;
let pages: string[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tvinesynth-site-'));
  site = join(folder, 'site');
  pages = buildSite(ROOT, site);
  // typedoc makes these, in `npm run docs`
  mkdirSync(join(site, 'api'));
  writeFileSync(join(site, 'api/index.html'), '<p>the API</p>');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the site', () => {
  test('has pages, each linked from each', () => {
    expect(pages).toContain('index.html');
    expect(pages).toContain('command-run.html');
    const start = readFileSync(join(site, 'start.html'), 'utf8');
    expect(pages.filter((page) => !start.includes(`href="${page}"`))).toEqual([]);
  });

  test('has no dead link and takes nothing from elsewhere', () => {
    expect(checkSite(site)).toEqual([]);
  });

  test('is the same twice', () => {
    const again = join(folder, 'again');
    buildSite(ROOT, again);
    for (const name of readdirSync(again).filter((entry) => /\.(html|js|css)$/.test(entry))) {
      expect(readFileSync(join(again, name), 'utf8')).toBe(readFileSync(join(site, name), 'utf8'));
    }
  });

  test.each([
    ['a file', '<a href="nowhere.html">x</a>'],
    ['a place', '<p id="here"></p><a href="#there">x</a>'],
    ['a script from a host', '<script src="https://example.org/x.js"></script>'],
    ['a font from a host', '<link rel="stylesheet" href="//example.org/x.css">'],
    ['a style from a host', '<style>@import "x.css";</style>'],
  ])('would not be let through with %s that is not there', (_, html) => {
    const planted = join(folder, 'planted');
    mkdirSync(planted, { recursive: true });
    writeFileSync(join(planted, 'index.html'), html);
    expect(checkSite(planted)).toHaveLength(1);
  });
});

describe('the pictures of docs/concepts.md', () => {
  const drawn = drawPictures(JSON.parse(readText('docs/pictures/figures.json')) as Figures);

  test('are those that the numbers beside them give', () => {
    const kept = filesBelow('docs/pictures', '.svg');
    expect(kept.map(({ path }) => path)).toEqual(
      Object.keys(drawn)
        .sort()
        .map((name) => `docs/pictures/${name}.svg`),
    );
    for (const { path, text } of kept) {
      expect(text).toBe(drawn[path.replace('docs/pictures/', '').replace('.svg', '')]);
    }
  });

  test('are all shown', () => {
    const page = readText('docs/concepts.md');
    expect(Object.keys(drawn).filter((name) => !page.includes(`(pictures/${name}.svg)`))).toEqual(
      [],
    );
  });
});

describe('code', () => {
  test('is escaped and coloured', () => {
    expect(highlight("const a = '<b>'; // c", 'ts')).toBe(
      '<span class="keyword">const</span> a = <span class="string">\'&lt;b&gt;\'</span>; <span class="comment">// c</span>',
    );
    expect(highlight('a < b', 'text')).toBe('a &lt; b');
  });

  test('of a flowchart is a table of its arrows', () => {
    const table = flowchartTable('flowchart TD\n  a([in]) -->|"by x"| b[out]\n  b --> c --> a\n');
    expect(table.split('\n').slice(2, 5)).toEqual([
      '| in | out | by x |',
      '| out | c |  |',
      '| c | in |  |',
    ]);
  });
});
