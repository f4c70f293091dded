import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserPage, findBrowser, openBrowser, runInNode } from '../support/browser.ts';

const executable = findBrowser();

/** A study of a small table; what its report holds, without what differs between documents. */
const code = `
  const { names, columns } = library.simulatedData(1, { rowsPerClass: 60 });
  const table = library.tableFromColumns(Object.fromEntries(
    names.map((name, j) => [name, columns[j]]).slice(15)));
  const found = await library.study(table, { response: 'Y', sensitive: ['X16'], preset: 'quick',
    families: 'gaussian', levels: [1], membership: 'none' });
  const page = await library.report(found);
  return {
    start: page.slice(0, 100),
    end: page.trimEnd().slice(-7),
    pictures: page.split('<svg').length - 1,
    tables: page.split('<table').length - 1,
    words: page.replace(/<svg[^]*?<[/]svg>/g, '').replace(/<[^>]*>/g, ' ').replace(/\\s+/g, ' '),
  };`;

describe.skipIf(executable === undefined)('the report in Chromium', () => {
  let page: BrowserPage;
  beforeAll(async () => {
    page = await openBrowser(executable ?? '');
  });
  afterAll(() => page?.close());

  test('is drawn in the document of the page, with the words and pictures it has in Node', async () => {
    const inNode = await runInNode(code);
    expect(inNode).toMatchObject({
      start: expect.stringContaining('<!doctype html>'),
      end: '</html>',
    });
    expect(await page.runInBrowser(code)).toEqual(inNode);
    expect(page.complaints).toEqual([]);
    expect(
      await page.runInBrowser(
        "return performance.getEntriesByType('resource').map(({ name }) => name)",
      ),
    ).not.toContainEqual(expect.stringContaining('nodeDocument'));
  }, 120_000);
});
