import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeDocument } from '../../../src/report/plots/nodeDocument.ts';
import { type BrowserPage, findBrowser, openBrowser } from '../../support/browser.ts';
import { EXAMPLES } from './examples.ts';

const executable = findBrowser();
const hostile = (text: string) => `"><img src=x onerror="document.title='broken'">${text}]]>`;

describe.skipIf(executable === undefined)('plots in Chromium', () => {
  let page: BrowserPage;
  beforeAll(async () => {
    page = await openBrowser(executable ?? '');
  });
  afterAll(() => page?.close());

  test('are well-formed, whatever the names are, and run nothing', async () => {
    const document = nodeDocument();
    const svgs = EXAMPLES.flatMap((plot) => [
      plot.draw({ document }),
      plot.draw({ document }, hostile),
    ]);
    const tables = EXAMPLES.map((plot) => plot.table(hostile));
    const found = await page.runInBrowser(`
      const svgs = ${JSON.stringify(svgs)};
      const errors = svgs.map((svg) => new DOMParser().parseFromString(svg, 'image/svg+xml'))
        .map((parsed) => parsed.querySelector('parsererror')?.textContent ?? parsed.documentElement.localName);
      document.body.innerHTML = svgs.join('') + ${JSON.stringify(tables.join(''))};
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { errors, title: document.title, images: document.querySelectorAll('img').length,
        plots: document.querySelectorAll('body > svg').length };`);
    expect(found).toEqual({
      errors: svgs.map(() => 'svg'),
      title: 'x',
      images: 0,
      plots: svgs.length,
    });
    expect(page.complaints).toEqual([]);
  });

  test('keep all their text inside the drawing, wide or narrow', async () => {
    const document = nodeDocument();
    const svgs = [640, 320].flatMap((width) =>
      EXAMPLES.map((plot) => plot.draw({ document, width })),
    );
    const outside = await page.runInBrowser(`
      document.body.innerHTML = ${JSON.stringify(svgs.join(''))};
      return Array.from(document.querySelectorAll('svg')).flatMap((svg) => {
        const frame = svg.getBoundingClientRect();
        return Array.from(svg.querySelectorAll('text')).filter((text) => {
          const box = text.getBoundingClientRect();
          return box.left < frame.left - 2 || box.right > frame.right + 2
            || box.top < frame.top - 2 || box.bottom > frame.bottom + 2;
        }).map((text) => frame.width + ' ' + svg.id + ': ' + text.textContent);
      });`);
    expect(outside).toEqual([]);
  });
});
