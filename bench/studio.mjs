/**
 * Figures of the studio in Chromium: until it can be used, until a table is understood, and what a step of the
 * slider takes from the key to the painted frame. Usage: node bench/studio.mjs (after npm run build)
 */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const MOVES = 60;

const executablePath =
  process.env.TVINESYNTH_CHROMIUM ??
  ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'].find(existsSync);
if (executablePath === undefined)
  throw new Error('there is no Chromium; TVINESYNTH_CHROMIUM may name one');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
await page.goto(new URL('../dist/studio.html', import.meta.url).href);
await page.getByRole('button', { name: 'the paper’s simulated data' }).waitFor();
const { interactive, painted } = await page.evaluate(() => ({
  interactive: performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd,
  painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
}));
const timed = async (work) => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};
const previewed = await timed(async () => {
  await page.getByRole('button', { name: 'the paper’s simulated data' }).click();
  await page.locator('.curve').first().waitFor();
});
const fitted = await timed(async () => {
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await page.getByRole('heading', { name: 'Two columns against each other' }).waitFor();
});
/** From a move of the slider until the frame that shows it is there. */
const round = () =>
  page.evaluate(async (moves) => {
    const slider = document.getElementById('level');
    const frame = () => new Promise((seen) => requestAnimationFrame(seen));
    const last = Number(slider.max);
    const times = [];
    for (let i = 0; i < moves; i++) {
      const begun = performance.now();
      slider.value = String(i % (last + 1));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await frame();
      await frame();
      times.push(performance.now() - begun);
    }
    return times.sort((a, b) => a - b);
  }, MOVES);
const first = await round();
const again = await round();
const at = (times, share) => Math.round(times[Math.floor(share * (times.length - 1))]);
const told = (times) =>
  `median ${at(times, 0.5)} ms, 95 % ${at(times, 0.95)} ms, largest ${at(times, 1)} ms`;
process.stdout.write(
  [
    `${fileURLToPath(new URL('../dist/studio.html', import.meta.url))}, 1,000 rows x 21 columns`,
    `first paint ${Math.round(painted)} ms, interactive ${Math.round(interactive)} ms`,
    `table read, columns and preview shown ${Math.round(previewed)} ms`,
    `fit, and all levels drawn ${Math.round(fitted)} ms`,
    `slider, first time over all levels: ${told(first)}`,
    `slider, again: ${told(again)}`,
    '',
  ].join('\n'),
);
await browser.close();
