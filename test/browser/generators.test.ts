import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserPage, findBrowser, openBrowser, runInNode } from '../support/browser.ts';

const executable = findBrowser();

/** A fit to a small table, drawn from, as a checksum of the table it writes. */
const drawn = (name: string, settings: object) => `
  const { names, columns } = library.simulatedData(1, { rowsPerClass: 60 });
  const lines = [names.join(',')];
  for (let row = 0; row < 120; row++) lines.push(columns.map((values) => values[row]).join(','));
  const table = await library.readTable(new TextEncoder().encode(lines.join('\\n') + '\\n'));
  const fitted = await library.generatorOf('${name}').fit(
    table, ${JSON.stringify({ response: 'Y', noiseSeed: 3, ...settings })}, library.rngFromSeed(7));
  const made = fitted.sample(50, library.rngFromSeed(8));
  return sha256(made.columns.map((column) =>
    Float64Array.from(column.kind === 'text' ? column.codes : column.values)));`;

const GENERATORS = {
  'privbayes-1': { privbayes: { ranges: 'data' } },
  privpgd: { privpgd: { ranges: 'data', epochs: 2, particles: 100, projectionSteps: 20 } },
  dpvine: { dpvine: { ranges: 'data', mostNoise: 9 } },
  ctgan: { ctgan: { epochs: 3, batch: 40 } },
  tvae: { tvae: { epochs: 3, batch: 40 } },
};

describe.skipIf(executable === undefined)('the generators beside vines in Chromium', () => {
  let page: BrowserPage;
  beforeAll(async () => {
    page = await openBrowser(executable ?? '');
  });
  afterAll(() => page?.close());

  test.each(Object.entries(GENERATORS))('%s draws the same bytes as in Node', async (...given) => {
    const code = drawn(...given);
    const inNode = await runInNode(code);
    expect(inNode).toMatch(/^[0-9a-f]{64}$/);
    expect(await page.runInBrowser(code)).toBe(inNode);
    expect(page.complaints).toEqual([]);
  });
});
