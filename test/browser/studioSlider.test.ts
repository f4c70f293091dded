/** The slider in a hurry: no frame shows two levels, no redraw is long, and nothing is left behind. */

import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser } from '../support/browser.ts';
import { mainThreadDuring } from '../support/responsive.ts';
import { fitStudio, openStudio, withChromium } from '../support/studio.ts';

const LONGEST_REDRAW = 50;

/** Moves from level to level, `pause` milliseconds apart (0: a frame); frames in which two levels were to be seen. */
function slide(page: Page, moves: number, pause: number) {
  return page.evaluate(
    async ({ count, wait }) => {
      const slider = document.getElementById('level') as HTMLInputElement;
      const frame = () => new Promise((seen) => requestAnimationFrame(seen));
      const mixed: string[] = [];
      const look = () => {
        const level = document.querySelector('output')?.textContent;
        const said = slider.getAttribute('aria-valuetext')?.match(/^level (\d+) /)?.[1];
        const rows = [...document.querySelectorAll('#step-look h3')]
          .map(({ textContent }) => textContent?.match(/rows at level (\d+)$/)?.[1])
          .find((found) => found !== undefined);
        if (level !== said || level !== rows) mixed.push(`${level} ${said} ${rows}`);
      };
      const levels = Number(slider.max) + 1;
      const begun = performance.now();
      for (let i = 0; i < count; i++) {
        // back and forth, so that neighbours in time are not neighbours on the slider
        slider.value = String((i * 7) % levels);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        const end = begun + (i + 1) * wait;
        do {
          await frame();
          look();
        } while (performance.now() < end);
      }
      const asked = slider.value;
      await frame();
      await frame();
      look();
      return { mixed, asked, shown: slider.value, levels };
    },
    { count: moves, wait: pause },
  );
}

async function openFitted(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'the paper’s simulated data' }).click();
  await page.locator('.curve').first().waitFor();
  await fitStudio(page);
  await page.locator('#level').scrollIntoViewIfNeeded();
}

async function used(session: CDPSession): Promise<Record<string, number>> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const at = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return { bytes: at('JSHeapUsedSize'), nodes: at('Nodes'), listeners: at('JSEventListeners') };
}

describe.skipIf(findBrowser() === undefined)('the slider of the studio', () => {
  const held = withChromium();

  test('27 moves in 2 s: each redraw is short, no frame is of two levels, the last one is right', async () => {
    const { page, complaints, close } = await openStudio(held.browser);
    page.setDefaultTimeout(120_000);
    await openFitted(page);
    // the first time over all levels draws what is kept
    await slide(page, 27, 0);
    let found = { mixed: [''], asked: '', shown: '', levels: 0 };
    const { longest } = await mainThreadDuring(held.browser, page, async () => {
      found = await slide(page, 27, 2000 / 27);
    });
    expect(found.levels).toBeGreaterThan(10);
    expect(found.mixed).toEqual([]);
    expect(found.shown).toBe(found.asked);
    // by processor time, of every redraw: stricter than 95 % of them
    expect(longest).toBeLessThan(LONGEST_REDRAW);
    expect(complaints).toEqual([]);
    await close();
  }, 240_000);

  test('500 moves leave nothing behind', async () => {
    const { page, close } = await openStudio(held.browser);
    page.setDefaultTimeout(120_000);
    await openFitted(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    await slide(page, 60, 0);
    const before = await used(session);
    await slide(page, 500, 0);
    // to the level of before, which has as many nodes
    await slide(page, 60, 0);
    const after = await used(session);
    expect(after.nodes).toBeLessThanOrEqual(before.nodes + 100);
    expect(after.listeners).toBeLessThanOrEqual(before.listeners + 10);
    // 500 pictures of one level are some 50 MB
    expect(after.bytes - before.bytes).toBeLessThan(2e6);
    await close();
  }, 240_000);
});
