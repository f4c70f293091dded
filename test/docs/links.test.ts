/** No link of README, docs/ or the other pages of the site is dead. */

import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { headingsOf, linksOf } from '../../site/markdown.ts';
import { ROOT, readText } from '../support/repository.ts';
import { PAGES } from './pages.ts';

/** Made by the build: `npm run docs` looks at links into it. */
const API = 'docs/api';

function deadLinks(path: string, text: string): string[] {
  return linksOf(text)
    .filter(({ target }) => !/^[a-z]+:/.test(target))
    .flatMap(({ target, line }) => {
      const [file, anchor] = target.split('#');
      const found = file === '' ? path : posix.join(posix.dirname(path), file);
      if (found === API) return [];
      if (!existsSync(join(ROOT, found))) return [`${path}:${line}: ${target} is not there`];
      if (anchor === undefined || !found.endsWith('.md')) return [];
      const anchors = headingsOf(found === path ? text : readText(found)).map((h) => h.anchor);
      return anchors.includes(anchor) ? [] : [`${path}:${line}: ${target} has no such heading`];
    });
}

describe('links', () => {
  test.each(PAGES)('$path has no dead one', ({ path, text }) => {
    expect(deadLinks(path, text)).toEqual([]);
  });

  test('are found: there are many', () => {
    expect(PAGES.flatMap(({ text }) => linksOf(text)).length).toBeGreaterThan(60);
  });

  test.each([
    ['a file that is not there', '[x](nowhere.md)'],
    ['a heading that is not there', '[x](concepts.md#nowhere)'],
    ['a heading of its own page', '# A\n\n[x](#b)'],
    ['a picture', '![x](pictures/nowhere.svg)'],
    ['one in a table', '| a |\n|---|\n| [x](nowhere.md) |'],
    ['one in a list', '- a\n  - [x](nowhere.md)'],
  ])('%s is caught', (_, text) => {
    expect(deadLinks('docs/planted.md', text)).toHaveLength(1);
  });
});
