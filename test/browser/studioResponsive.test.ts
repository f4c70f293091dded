/**
 * The page answers while the engine works: no task of its main thread is long, and reading can be cancelled. The
 * same with 200,000 rows is in test/slow.
 */

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBrowser } from '../support/browser.ts';
import { cancelTime, LONGEST_TASK, walkThrough, writeWideTable } from '../support/responsive.ts';
import { openStudio, withChromium } from '../support/studio.ts';

describe.skipIf(findBrowser() === undefined)('the studio with a wide table', () => {
  const held = withChromium();

  test('answers while it reads, previews, fits and moves through the levels', async () => {
    const path = join(held.folder, 'wide.csv');
    await writeWideTable(path, 3000);
    const found = await walkThrough(held.browser, path, 280_000);
    for (const [name, { longest }] of Object.entries(found)) {
      expect(longest, name).toBeLessThan(LONGEST_TASK);
    }
  }, 300_000);

  test('stops reading at once when it is told to, and keeps the table from before', async () => {
    const path = join(held.folder, 'long.csv');
    await writeWideTable(path, 60_000);
    const { page, close } = await openStudio(held.browser);
    await page.getByRole('button', { name: '240 invented patients' }).click();
    await page.locator('.curve').first().waitFor();
    const times: number[] = [];
    for (let i = 0; i < 3; i++) {
      const cancelled = cancelTime(page);
      await page.locator('#step-table input[type=file]').setInputFiles(path);
      times.push(await cancelled);
    }
    // the quickest: others may have had to wait for a processor
    expect(Math.min(...times)).toBeLessThan(200);
    expect(await page.locator('#step-table h2').textContent()).toBe('patients.csv');
    await page.getByLabel('Role of cost').selectOption('none');
    await page.getByLabel('Role of cost').selectOption('sensitive');
    await page.locator('#step-preview .curve').waitFor();
    expect(await page.locator('.failure').count()).toBe(0);
    await close();
  });
});
