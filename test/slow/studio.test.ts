/** The studio with 200,000 rows x 30 columns: the page answers all the time. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findBrowser } from '../support/browser.ts';
import { cancelTime, LONGEST_TASK, walkThrough, writeWideTable } from '../support/responsive.ts';
import { launchChromium, openStudio } from '../support/studio.ts';

test.skipIf(findBrowser() === undefined)(
  'a table of 200,000 x 30 keeps the page responsive',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'studio-'));
    const browser = await launchChromium();
    try {
      const path = join(folder, 'wide.csv');
      await writeWideTable(path, 200_000);
      const { page, close } = await openStudio(browser);
      const cancelling = cancelTime(page);
      await page.locator('#step-table input[type=file]').setInputFiles(path);
      const cancelled = await cancelling;
      await close();
      const found = await walkThrough(browser, path, 3_500_000);
      console.log({ cancelled, ...found });
      for (const [name, { longest }] of Object.entries(found)) {
        expect(longest, name).toBeLessThan(LONGEST_TASK);
      }
      expect(cancelled).toBeLessThan(200);
    } finally {
      await browser.close();
      rmSync(folder, { recursive: true });
    }
  },
  3_600_000,
);
