/**
 * The studio from a web server, as a hospital would put it on its intranet: the whole way with every request counted,
 * and what browsers do to pages meanwhile.
 */

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../support/browser.ts';
import { ROOT } from '../support/repository.ts';
import {
  attackStudio,
  choosePatients,
  downloadAll,
  fitStudio,
  openStudio,
  STUDIO,
  withChromium,
} from '../support/studio.ts';

const PATIENTS = readFileSync(join(ROOT, 'examples/patients.csv'), 'utf8');

/** Drops a file on what the selector names; whether the page has taken the event. */
function drop(page: Page, selector: string, text: string): Promise<boolean> {
  return page.evaluate(
    ({ at, content }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], 'dropped.csv'));
      const event = (name: string) =>
        new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true });
      const place = document.querySelector(at);
      place?.dispatchEvent(event('dragover'));
      const dropped = event('drop');
      place?.dispatchEvent(dropped);
      return dropped.defaultPrevented;
    },
    { at: selector, content: text },
  );
}

describe.skipIf(findBrowser() === undefined)('the studio from a web server', () => {
  const held = withChromium();
  let server: Server;
  let url: string;
  const served: string[] = [];
  beforeAll(async () => {
    const html = readFileSync(STUDIO);
    server = createServer((request, response) => {
      served.push(request.url ?? '');
      response.setHeader('content-type', 'text/html').end(html);
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/studio/`;
  });
  afterAll(() => server?.close());

  test('from a file to all files in a folder, with one request: for the page', async () => {
    served.length = 0;
    const { page, context, complaints, close } = await openStudio(held.browser);
    const asked: string[] = [];
    // of the page and of its workers
    context.on('request', (request) => asked.push(request.url()));
    await page.goto(url);
    expect(await drop(page, '.picker', PATIENTS)).toBe(true);
    await page.getByLabel('Role of readmitted').selectOption('response');
    await page.getByLabel('Role of cost').selectOption('sensitive');
    await page.locator('#step-preview .curve').waitFor();
    await fitStudio(page);
    await page.locator('#level').press('End');
    await attackStudio(page);
    await page.getByRole('button', { name: 'Make the files' }).click();
    await page.getByRole('link', { name: /report.html/ }).waitFor();
    const files = await downloadAll(page);

    // a folder that no dialog has to be answered for
    await page.evaluate(() => {
      Object.assign(globalThis, { showDirectoryPicker: () => navigator.storage.getDirectory() });
    });
    const save = page.getByRole('button', { name: 'Save all in a folder' });
    await save.click();
    await page.locator('.note', { hasText: 'Saved in' }).waitFor();
    const saved = await page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory();
      const found: Record<string, string> = {};
      for await (const [name, handle] of (
        folder as unknown as { entries(): AsyncIterable<[string, FileSystemFileHandle]> }
      ).entries()) {
        found[name] = await (await handle.getFile()).text();
      }
      return found;
    });
    // the salt stays with the real table
    const names = [...files.keys()].filter((name) => name !== 'certificate.salt');
    expect(Object.keys(saved).sort()).toEqual(names.sort());
    expect(saved['synthetic.csv']).toBe(files.get('synthetic.csv')?.toString());
    await save.click();
    await page.locator('.note', { hasText: 'already. Nothing was saved' }).waitFor();

    expect(asked.filter((each) => !/^(blob|data):/.test(each))).toEqual([url]);
    expect(served).toEqual(['/studio/']);
    expect(complaints).toEqual([]);
    await close();
  }, 240_000);

  test('a file that is dropped beside the places for files does not take the place of the page', async () => {
    const { page, close } = await openStudio(held.browser, { url });
    await choosePatients(page);
    expect(await drop(page, '#step-columns h2', PATIENTS)).toBe(true);
    expect(await page.locator('#step-table h2').textContent()).toBe('patients.csv');
    await close();
  });

  test('a reload asks first while there is something to lose', async () => {
    const { page, close } = await openStudio(held.browser, { url });
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    // a browser asks nobody who has done nothing on the page
    const reload = () => page.reload({ timeout: 2000 }).catch(() => null);
    await choosePatients(page);
    await fitStudio(page);
    await attackStudio(page);
    await reload();
    expect(asked).toEqual(['beforeunload']);
    expect(await page.locator('.verdict').count()).toBe(1);
    await page.getByRole('button', { name: 'Make the files' }).click();
    await page.getByRole('link', { name: /report.html/ }).waitFor();
    await reload();
    expect(asked).toHaveLength(1);
    await page.getByRole('button', { name: '240 invented patients' }).waitFor();
    await close();
  });

  test.each([
    ['a web server', () => url],
    ['a disk', () => undefined],
  ])('an engine that is ended without a word is noticed, from %s', async (_, of) => {
    const own = of();
    const { page, close } = await openStudio(held.browser, own === undefined ? {} : { url: own });
    await choosePatients(page);
    const [engine] = page.workers();
    await engine.evaluate(() => self.close());
    await page.locator('.failure', { hasText: 'The engine stopped' }).waitFor({ timeout: 10_000 });
    await choosePatients(page);
    expect(await page.locator('.failure').count()).toBe(0);
    await close();
  });
});
