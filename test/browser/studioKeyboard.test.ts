/** The studio without a mouse, for a screen reader, on a narrow screen, and without a network. */

import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser } from '../support/browser.ts';
import {
  attackStudio,
  choosePatients,
  fitStudio,
  openStudio,
  withChromium,
} from '../support/studio.ts';

const executable = findBrowser();
const canUnshare = spawnSync('unshare', ['-rn', 'true']).status === 0;
if (!canUnshare) console.warn('studio without a network skipped: unshare -rn is not allowed here');

/** Presses Tab until what has the focus is called so. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 250; i++) {
    await page.keyboard.press('Tab');
    const now = await page.evaluate(() => {
      const { activeElement: own } = document;
      return own?.id || own?.getAttribute('aria-label') || own?.textContent?.trim() || '';
    });
    if (now.startsWith(name)) return;
  }
  throw new Error(`${name} cannot be reached`);
}

describe.skipIf(executable === undefined)('the studio without a mouse', () => {
  const held = withChromium();

  test('from the table to a downloaded file, by keys alone', async () => {
    const { page, complaints, close } = await openStudio(held.browser);
    const { keyboard } = page;
    await tabTo(page, '240 invented patients');
    await keyboard.press('Enter');
    await page.locator('.curve').first().waitFor();
    await tabTo(page, 'Fit');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Two columns against each other' }).waitFor();
    // new results do not move the focus
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Fit/);
    await tabTo(page, 'level');
    await keyboard.press('End');
    await tabTo(page, 'Attack');
    await keyboard.press('Enter');
    await page.locator('.verdict').waitFor({ timeout: 120_000 });
    await tabTo(page, 'Make the files');
    await keyboard.press('Enter');
    await page.getByRole('link', { name: /report.html/ }).waitFor();
    await tabTo(page, 'synthetic.csv');
    const [download] = await Promise.all([page.waitForEvent('download'), keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toBe('synthetic.csv');
    expect(complaints).toEqual([]);
    await close();
  }, 240_000);

  test('a column is moved by Alt and an arrow, which is said, and keeps the focus', async () => {
    const { page, close } = await openStudio(held.browser);
    await choosePatients(page);
    await tabTo(page, 'Order of the columns');
    await page.keyboard.press('Enter');
    const places = () =>
      page.locator('.order li b').evaluateAll((all) => all.map(({ textContent }) => textContent));
    const before = await places();
    const [first, name, third] = before;
    await tabTo(page, `Move ${name} up`);
    await page.keyboard.press('Alt+ArrowDown');
    const status = page.locator('[role=status]');
    await expect
      .poll(() => status.textContent())
      .toBe(`${name} is now at place 3 of ${before.length}.`);
    await expect.poll(places).toEqual([first, third, name, ...before.slice(3)]);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      `Move ${name} up`,
    );
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(places).toEqual(before);
    await close();
  });

  test('says at most one thing a second, and the last one for certain', async () => {
    const { page, close } = await openStudio(held.browser);
    await choosePatients(page);
    await page.locator('#step-preview > details > summary').click();
    await page.waitForTimeout(1200);
    await page.evaluate(() => {
      const own = globalThis as unknown as { said: number[] };
      own.said = [];
      const status = document.querySelector('[role=status]') as Element;
      new MutationObserver(() => own.said.push(performance.now())).observe(status, {
        ...{ characterData: true, childList: true, subtree: true },
      });
    });
    const name = await page.locator('.order li b').nth(1).textContent();
    for (const way of ['Down', 'Down', 'Down']) {
      await page
        .locator('.order li', { hasText: name ?? '' })
        .first()
        .locator('button')
        .first()
        .focus();
      await page.keyboard.press(`Alt+Arrow${way}`);
      await page.waitForTimeout(150);
    }
    await expect
      .poll(() => page.locator('[role=status]').textContent(), { timeout: 5000 })
      .toContain(`${name} is now at place 5`);
    const said = await page.evaluate(() => (globalThis as unknown as { said: number[] }).said);
    const gaps = said.slice(1).map((at, i) => at - said[i]);
    expect(said.length).toBeGreaterThan(0);
    for (const gap of gaps) expect(gap).toBeGreaterThan(900);
    await close();
  });

  test.each([320, 640])(
    'with all of it open it is not wider than %i points',
    async (width) => {
      const { page, close } = await openStudio(held.browser, { viewport: { width, height: 700 } });
      await choosePatients(page);
      await fitStudio(page);
      await attackStudio(page);
      await page.getByRole('button', { name: 'Make the files' }).click();
      await page.getByRole('link', { name: /report.html/ }).waitFor();
      await page.evaluate(() => {
        for (const each of document.querySelectorAll('details')) each.open = true;
      });
      await page.waitForTimeout(200);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await close();
    },
    180_000,
  );

  test.skipIf(!canUnshare)(
    'works where there is no network at all',
    async () => {
      const program = join(held.folder, 'apart');
      writeFileSync(program, `#!/bin/sh\nexec unshare -rn '${executable}' "$@"\n`);
      chmodSync(program, 0o755);
      const apart = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
      try {
        const { page, complaints } = await openStudio(apart);
        await choosePatients(page);
        await fitStudio(page);
        await attackStudio(page);
        expect(complaints).toEqual([]);
      } finally {
        await apart.close();
      }
    },
    180_000,
  );
});
