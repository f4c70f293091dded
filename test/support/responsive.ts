/**
 * A wide table through the studio, and what the page's main thread did meanwhile. A task is counted by the
 * processor's time that it took, from the browser's own trace: on a machine that does other things besides, the
 * clock tells of these.
 */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { openStudio } from './studio.ts';

/** Milliseconds of a task on the main thread that a user would notice. */
export const LONGEST_TASK = 100;

const NUMBERS = 24;

/** 30 columns: numbers that hang together, categories, a day, a code, and a response `y`. */
export async function writeWideTable(path: string, rows: number): Promise<void> {
  let state = 12345;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  const near = () => random() + random() + random() - 1.5;
  const file = createWriteStream(path);
  const names = [...Array.from({ length: NUMBERS }, (_, j) => `n${j}`), 'c0', 'c1', 'c2', 'day'];
  file.write(`${[...names, 'code', 'y'].join()}\n`);
  for (let row = 0; row < rows; row++) {
    const shared = near();
    const numbers = Array.from({ length: NUMBERS }, (_, j) =>
      j % 3 === 0 ? Math.round(50 + 20 * (shared + near())) : (shared + near()).toFixed(3),
    );
    const levels = [3, 5, 7].map((count) => 'abcdefgh'[Math.floor(random() * count)]);
    const day = new Date(1.6e12 + 864e5 * Math.floor(1000 * random())).toISOString().slice(0, 10);
    const last = [day, Math.floor(5 * random()), shared + near() > 0 ? 1 : 0];
    if (!file.write(`${[...numbers, ...levels, ...last].join()}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}

export interface Tasks {
  /** By the clock, from its beginning to its end. */
  readonly seconds: number;
  /** Milliseconds of the processor that the longest task of the main thread took. */
  readonly longest: number;
  /** Of all tasks that took longer than 50 ms by the clock, as the page itself sees them: their durations. */
  readonly byClock: readonly number[];
}

/** What the main thread does during some work. */
export async function mainThreadDuring(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<Tasks> {
  await page.evaluate(() => {
    const own = globalThis as unknown as { longTasks?: number[] };
    if (own.longTasks) own.longTasks.length = 0;
    else {
      const found: number[] = [];
      own.longTasks = found;
      new PerformanceObserver((list) => {
        found.push(...list.getEntries().map(({ duration }) => Math.round(duration)));
      }).observe({ type: 'longtask' });
    }
  });
  await browser.startTracing(page, { categories: ['toplevel'] });
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1000;
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = traceEvents.filter(
    (event) => event.name.endsWith('RunTask') && main.has(threadOf(event)),
  );
  if (tasks.length === 0) throw new Error('the trace tells of no task');
  return {
    seconds,
    longest: Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000)),
    byClock: await page.evaluate(
      () => (globalThis as unknown as { longTasks: number[] }).longTasks,
    ),
  };
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the processor. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Cancels the job that is next told of, from within the page; milliseconds from the click until it is gone. */
export async function cancelTime(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const frame = () => new Promise((seen) => requestAnimationFrame(seen));
    const find = () => document.querySelector<HTMLButtonElement>('.progress:not(.late) button');
    while (!find()) await frame();
    const begun = performance.now();
    find()?.click();
    while (document.querySelector('.progress')) await frame();
    return performance.now() - begun;
  });
}

/** The whole way up to the slider with a table of `writeWideTable`; by what is done, what the main thread did. */
export async function walkThrough(
  browser: Browser,
  path: string,
  timeout: number,
): Promise<Readonly<Record<string, Tasks>>> {
  const { page, close } = await openStudio(browser, { viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(timeout);
  const found: Record<string, Tasks> = {};
  const during = async (name: string, work: () => Promise<void>) => {
    found[name] = await mainThreadDuring(browser, page, work);
  };
  // what a page does while it opens is no matter of the table
  await page.locator('#step-table').waitFor();
  await during('reading', async () => {
    await page.locator('#step-table input[type=file]').setInputFiles(path);
    await page.locator('#step-table .facts').waitFor();
  });
  await during('describing columns', () => page.locator('table.columns').waitFor());
  await during('previewing', async () => {
    await page.getByLabel('Role of y').selectOption('response');
    await page.getByLabel('Role of n1', { exact: true }).selectOption('sensitive');
    await page.locator('#step-preview .curve').waitFor();
  });
  await during('fitting', async () => {
    await page.getByRole('button', { name: 'Fit', exact: true }).click();
    await page.locator('#level, .failure').first().waitFor();
    // what failed is said, and not waited for
    const failures = await page.locator('.failure').allTextContents();
    if (failures.length > 0) throw new Error(failures.join());
  });
  await during('drawing all levels', async () => {
    await page.getByRole('heading', { name: 'Two columns against each other' }).waitFor();
  });
  await during('moving the slider', async () => {
    const slider = page.locator('#level');
    await slider.focus();
    await slider.press('Home');
    const last = Number(await slider.getAttribute('max'));
    for (let i = 0; i < last; i++) await slider.press('ArrowRight');
    await page.locator('output', { hasText: new RegExp(`^${last}$`) }).waitFor();
  });
  await close();
  return found;
}
