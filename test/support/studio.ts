/** Drives the built studio in a real Chromium, as a user would: by the names of what is on the page. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { findBrowser } from './browser.ts';
import { ROOT } from './repository.ts';

export const STUDIO = join(ROOT, 'dist', 'studio.html');
export const STUDIO_URL = `file://${STUDIO}`;

export interface StudioPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the browser has complained about. */
  readonly complaints: string[];
  close(): Promise<void>;
}

export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] });
}

/** A browser and an empty folder for the tests of a block, called at its beginning. */
export function withChromium(): { readonly browser: Browser; readonly folder: string } {
  const held = {} as { browser: Browser; folder: string };
  beforeAll(async () => {
    held.browser = await launchChromium();
    held.folder = mkdtempSync(join(tmpdir(), 'studio-'));
  });
  afterAll(async () => {
    await held.browser?.close();
    if (held.folder) rmSync(held.folder, { recursive: true });
  });
  return held;
}

export async function openStudio(
  browser: Browser,
  { url = STUDIO_URL, ...options }: { url?: string } & Parameters<Browser['newContext']>[0] = {},
): Promise<StudioPage> {
  const context = await browser.newContext({ acceptDownloads: true, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  return { page, context, complaints, close: () => context.close() };
}

export async function giveFile(page: Page, name: string, text: string | Buffer): Promise<void> {
  await page
    .locator('#step-table input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}

export async function choosePatients(page: Page): Promise<void> {
  await page.getByRole('button', { name: '240 invented patients' }).click();
  await page.locator('.curve').first().waitFor();
}

export async function fitStudio(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await page.getByRole('heading', { name: 'Two columns against each other' }).waitFor();
}

export async function attackStudio(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Attack', exact: true }).click();
  await page.locator('.verdict').waitFor({ timeout: 120_000 });
}

/** The bytes behind all links to files. */
export async function downloadAll(page: Page): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const link of await page.locator('a[download]').all()) {
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    found.set(download.suggestedFilename(), readFileSync(await download.path()));
  }
  return found;
}
