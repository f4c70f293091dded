/** The page that docs/library.md shows works in Chromium. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeBlocksOf } from '../../site/markdown.ts';
import { type BrowserPage, findBrowser, openBrowser } from '../support/browser.ts';
import { readText } from '../support/repository.ts';

const executable = findBrowser();
const pages = codeBlocksOf(readText('docs/library.md')).filter(
  ({ language }) => language === 'html',
);

describe.skipIf(executable === undefined)('the page of docs/library.md', () => {
  let page: BrowserPage;
  beforeAll(async () => {
    page = await openBrowser(executable ?? '');
  });
  afterAll(() => page?.close());

  test('makes a synthetic table of a file that is chosen', async () => {
    expect(pages).toHaveLength(1);
    const [body, program] = pages[0].code.split('<script type="module">');
    // the page of the test has the library at hand
    const code = program
      .replace(/import (\{.*\}) from '\.\/dist\/index\.js';/, 'const $1 = library;')
      .replace('</script>', '');
    expect(code).toContain('= library;');
    const shown = await page.runInBrowser(`
      document.body.innerHTML = ${JSON.stringify(body)};
      ${code}
      const chosen = new DataTransfer();
      chosen.items.add(new File([${JSON.stringify(readText('examples/patients.csv'))}], 'patients.csv'));
      file.files = chosen.files;
      file.dispatchEvent(new Event('change'));
      for (let i = 0; i < 600 && !out.textContent; i++) await new Promise((go) => setTimeout(go, 100));
      return out.textContent;
    `);
    const lines = String(shown).trim().split('\n');
    expect(lines[0]).toBe('age,sex,weight,pressure,smoker,cost,readmitted');
    expect(lines).toHaveLength(11);
    expect(page.complaints).toEqual([]);
  });
});
