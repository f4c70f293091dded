import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserPage, findBrowser, openBrowser, runInNode } from '../support/browser.ts';

const executable = findBrowser();

describe.skipIf(executable === undefined)('tables in Chromium', () => {
  let page: BrowserPage;
  beforeAll(async () => {
    page = await openBrowser(executable ?? '');
  });
  afterAll(() => page?.close());

  test.each([
    ['utf-8', 'false'],
    ['utf-16be', 'false'],
    ['latin1', 'true'],
  ])('text in %s, gzip %s, is read and written as in Node', async (encoding, gzip) => {
    const code = `
      const text = 'größe;b;when\\n1,50;"x;y";2020-01-31\\n-2,25;NA;1969-12-31\\n';
      const table = await library.readTable(new TextEncoder().encode(text));
      const { bytes } = await library.writeTable(table, {
        format: { encoding: '${encoding}', byteOrderMark: '${encoding}' === 'utf-16be', gzip: ${gzip} },
      });
      const blob = new Blob([bytes]);
      const back = await library.readTable(blob);
      const again = await library.writeTable(back, { format: { encoding: 'utf-8', byteOrderMark: false, gzip: false } });
      const detection = library.detectSchema(back);
      return [new TextDecoder().decode(again.bytes) === text, back.format, detection];`;
    const inNode = await runInNode(code);
    expect(await page.runInBrowser(code)).toEqual(inNode);
    expect(inNode).toMatchObject([true, { encoding, gzip: gzip === 'true' }, { rows: 2 }]);
    expect(page.complaints).toEqual([]);
  });

  test('Parquet gives the same bytes as in Node', async () => {
    const code = `
      const text = 'a,b,c\\n1,x,0.5\\n2,,0.25\\n';
      const table = await library.readTable(new TextEncoder().encode(text));
      const { bytes } = await library.writeTable(table, { format: { kind: 'parquet' } });
      const back = await library.readTable(bytes);
      const csv = await library.writeTable(back, { format: { kind: 'csv' } });
      return [Array.from(bytes).join(), new TextDecoder().decode(csv.bytes)];`;
    const inNode = await runInNode(code);
    expect(await page.runInBrowser(code)).toEqual(inNode);
    expect(inNode).toMatchObject([expect.any(String), 'a,b,c\n1,x,0.5\n2,,0.25\n']);
  });
});
