/**
 * Figures of the studio in Chromium: until it can be used, until a table is understood, and what a step of the
 * slider takes from the key to the painted frame.
 * Usage: node bench/studio.mjs [OTHER.html] (after npm run build); with another page, the two in turn.
 */

import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const MOVES = 60;
const ROUNDS = 2;

const executablePath =
  process.env.TVINESYNTH_CHROMIUM ??
  ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'].find(existsSync);
if (executablePath === undefined)
  throw new Error('there is no Chromium; TVINESYNTH_CHROMIUM may name one');
const pages = [
  ...process.argv.slice(2).map((path) => pathToFileURL(path).href),
  new URL('../dist/studio.html', import.meta.url).href,
];
const found = new Map(pages.map((url) => [url, []]));
for (let i = 0; i < (pages.length > 1 ? ROUNDS : 1); i++) {
  for (const url of pages) found.get(url).push(await measure(url));
}
for (const [url, rounds] of found) process.stdout.write(report(url, rounds));

async function measure(url) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(300_000);
  await page.goto(url);
  await page.getByRole('button', { name: 'the paper’s simulated data' }).waitFor();
  const { interactive, painted } = await page.evaluate(() => ({
    interactive: performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd,
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  }));
  const previewed = await timed(async () => {
    await page.getByRole('button', { name: 'the paper’s simulated data' }).click();
    await page.locator('.curve').first().waitFor();
  });
  const fitted = await timed(async () => {
    await page.getByRole('button', { name: 'Fit', exact: true }).click();
    await page.getByRole('heading', { name: 'Two columns against each other' }).waitFor();
  });
  await page.locator('#level').scrollIntoViewIfNeeded();
  const first = await slide(page, browser);
  const again = await slide(page, browser);
  await browser.close();
  return { interactive, painted, previewed, fitted, first, again };
}

async function timed(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** From a move of the slider until the frame that shows it is there; and the processor's time of the main thread. */
async function slide(page, browser) {
  await browser.startTracing(page, { categories: ['toplevel'] });
  const times = await page.evaluate(async (moves) => {
    const slider = document.getElementById('level');
    const frame = () => new Promise((seen) => requestAnimationFrame(seen));
    const last = Number(slider.max);
    const all = [];
    for (let i = 0; i < moves; i++) {
      const begun = performance.now();
      slider.value = String(i % (last + 1));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await frame();
      await frame();
      all.push(performance.now() - begun);
    }
    return all;
  }, MOVES);
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  const isMain = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && isMain.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000);
  return { times, tasks };
}

function report(url, rounds) {
  const mean = (of) =>
    Math.round(rounds.reduce((sum, round) => sum + of(round), 0) / rounds.length);
  const told = (of) => {
    const times = rounds.flatMap((round) => of(round).times).sort((a, b) => a - b);
    const at = (share) => Math.round(times[Math.floor(share * (times.length - 1))]);
    const tasks = rounds.flatMap((round) => of(round).tasks);
    const own = tasks.reduce((sum, each) => sum + each, 0) / times.length;
    return `median ${at(0.5)} ms, 95 % ${at(0.95)} ms, largest ${at(1)} ms; main thread ${own.toFixed(1)} ms of processor time a step, longest task ${Math.max(...tasks).toFixed(0)} ms`;
  };
  return [
    `${url}, 1,000 rows x 21 columns, load ${loadavg()[0].toFixed(1)}`,
    `first paint ${mean(({ painted }) => painted)} ms, interactive ${mean(({ interactive }) => interactive)} ms`,
    `table read, columns and preview shown ${mean(({ previewed }) => previewed)} ms`,
    `fit, and all levels drawn ${mean(({ fitted }) => fitted)} ms`,
    `slider, first time over all levels: ${told(({ first }) => first)}`,
    `slider, again: ${told(({ again }) => again)}`,
    '',
  ].join('\n');
}
