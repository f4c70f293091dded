/** The studio with 200,000 rows x 30 columns: the page answers all the time. */

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBrowser } from '../support/browser.ts';
import { cancelTime, LONGEST_TASK, walkThrough, writeWideTable } from '../support/responsive.ts';
import { openStudio, withChromium } from '../support/studio.ts';

const ROWS = 200_000;

describe.skipIf(findBrowser() === undefined)('a table of 200,000 x 30', () => {
  const held = withChromium();
  const table = async () => {
    const path = join(held.folder, 'wide.csv');
    await writeWideTable(path, ROWS);
    return path;
  };

  test('reading and a fit are cancelled at once, and the preview says what it is of', async () => {
    const path = await table();
    const { page, complaints, close } = await openStudio(held.browser);
    page.setDefaultTimeout(300_000);
    const give = () => page.locator('#step-table input[type=file]').setInputFiles(path);
    const reading = cancelTime(page);
    await give();
    const times = { reading: await reading, fitting: 0 };
    await give();
    await page.getByLabel('Role of y').selectOption('response');
    await page.getByLabel('Role of n1', { exact: true }).selectOption('sensitive');
    await page.locator('#step-preview .curve').waitFor();
    const words = (await page.locator('#step-preview .note').first().textContent()) ?? '';
    expect(words.replace(/\s/g, ' ')).toContain('Of 5 000 of 200 000 rows');
    const fitting = cancelTime(page);
    await page.getByRole('button', { name: 'Fit', exact: true }).click();
    times.fitting = await fitting;
    console.log('milliseconds until cancelled:', times);
    expect(times.reading).toBeLessThan(200);
    expect(times.fitting).toBeLessThan(200);
    expect(await page.locator('.failure').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  }, 600_000);

  test('no task of the main thread is long, and reading takes less than 10 s', async () => {
    const found = await walkThrough(held.browser, await table(), 3_500_000);
    console.log(found);
    for (const [name, { longest }] of Object.entries(found)) {
      expect(longest, name).toBeLessThan(LONGEST_TASK);
    }
    expect(found.reading.seconds).toBeLessThan(10);
  }, 3_600_000);
});
