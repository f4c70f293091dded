/** Every page of docs/ is in the side bar, once, and everything in the side bar is there. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { titleOf } from '../../site/markdown.ts';
import { addressOf, readNavigation } from '../../site/navigation.ts';
import { ROOT, readText } from '../support/repository.ts';
import { DOCS } from './pages.ts';

const listed = readNavigation(ROOT).flatMap(({ pages }) => pages.map(({ file }) => file));

describe('docs/navigation.json', () => {
  test('lists every page of docs/', () => {
    const missing = DOCS.map(({ path }) => path).filter((path) => !listed.includes(path));
    expect(missing, 'add these to docs/navigation.json').toEqual([]);
  });

  test('lists pages that are there', () => {
    expect(listed.length).toBeGreaterThan(10);
    expect(listed.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  test('lists no page twice, and gives each an address of its own', () => {
    expect(new Set(listed).size).toBe(listed.length);
    expect(new Set(listed.map(addressOf)).size).toBe(listed.length);
  });

  test.each(listed)('%s has one title, and it comes first', (file) => {
    const text = readText(file);
    expect(text).toMatch(/^# /);
    expect(titleOf(text)).not.toBe('');
    expect(text.replaceAll(/^```.*?^```/gms, '').match(/^# /gm)).toHaveLength(1);
  });
});
