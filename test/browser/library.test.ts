import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserPage, findBrowser, openBrowser, runInNode } from '../support/browser.ts';

const executable = findBrowser();
if (executable === undefined) {
  console.warn('browser tests skipped: no Chromium found; TVINESYNTH_CHROMIUM may name one');
}

describe.skipIf(executable === undefined)('the built library in Chromium', () => {
  let page: BrowserPage;
  beforeAll(async () => {
    page = await openBrowser(executable ?? '');
  });
  afterAll(() => page?.close());

  test('loads without complaint and exports what it exports in Node', async () => {
    const code = 'return Object.keys(library).sort()';
    expect(await page.runInBrowser(code)).toEqual(await runInNode(code));
    expect(await runInNode(code)).toContain('simulateTable');
    expect(page.complaints).toEqual([]);
  });

  test('hands errors back', async () => {
    await expect(page.runInBrowser("throw new Error('from the page')")).rejects.toThrow(
      'from the page',
    );
  });

  test('simulates the same bytes as Node', async () => {
    // a fixed stream in plain arithmetic, exact everywhere
    const code = `
      let state = 1;
      const normals = (n) => Float64Array.from({ length: n }, () => {
        state = (state * 48271) % 2147483647;
        return state / 2147483647 - 0.5;
      });
      return sha256(library.simulateTable({ normals }).columns);`;
    expect(await page.runInBrowser(code)).toBe(await runInNode(code));
    expect(await runInNode(code)).toMatch(/^[0-9a-f]{64}$/);
  });
});
