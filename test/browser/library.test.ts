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
    expect(await runInNode(code)).toContain('fitVine');
    expect(page.complaints).toEqual([]);
  });

  test('hands errors back', async () => {
    await expect(page.runInBrowser("throw new Error('from the page')")).rejects.toThrow(
      'from the page',
    );
  });

  test('simulates the same bytes as Node', async () => {
    const code = 'return sha256(library.simulatedData(1).columns);';
    expect(await page.runInBrowser(code)).toBe(await runInNode(code));
    expect(await runInNode(code)).toMatch(/^[0-9a-f]{64}$/);
  });
});
