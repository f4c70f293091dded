/** Files and moments that a page is not made for: what it says, and that it goes on. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBrowser } from '../support/browser.ts';
import { ROOT } from '../support/repository.ts';
import {
  choosePatients,
  fitStudio,
  giveFile,
  openStudio,
  withChromium,
} from '../support/studio.ts';

const PATIENTS = join(ROOT, 'examples/patients.csv');

describe.skipIf(findBrowser() === undefined)('the studio under hostile circumstances', () => {
  const held = withChromium();

  test('5,000 columns are listed page by page', async () => {
    const { page, complaints, close } = await openStudio(held.browser);
    page.setDefaultTimeout(120_000);
    const line = (of: (j: number) => string | number) =>
      `${Array.from({ length: 5000 }, (_, j) => of(j)).join()}\n`;
    const rows = Array.from({ length: 8 }, (_, i) => line((j) => (i * 31 + j * 7) % 13));
    await giveFile(page, 'wide.csv', line((j) => `c${j}`) + rows.join(''));
    await page.getByText('Columns 1 to 50 of 5000').waitFor();
    expect(await page.locator('table.columns tbody tr').count()).toBe(50);
    await page.getByLabel('Filter').fill('c4321');
    await page.getByLabel('Role of c4321').waitFor();
    expect(complaints).toEqual([]);
    await close();
  }, 180_000);

  test.each([
    ['Latin-1', Buffer.from('straße,maß\nüben,1\nölig,2\nart,3\n', 'latin1'), 'straße', 'Latin-1'],
    [
      'UTF-16',
      Buffer.from('\ufeffstraße,maß\nüben,1\nölig,2\nart,3\n', 'utf16le'),
      'straße',
      'UTF-16',
    ],
  ])('a table in %s is read, and its encoding told', async (_, bytes, name, told) => {
    const { page, complaints, close } = await openStudio(held.browser);
    await giveFile(page, 'odd.csv', bytes);
    await page.getByLabel(`Role of ${name}`).waitFor();
    expect(await page.locator('#step-table .facts').textContent()).toContain(told);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a response with one class cannot be chosen', async () => {
    const { page, close } = await openStudio(held.browser);
    const rows = Array.from({ length: 60 }, (_, i) => `${(i * 7) % 31},${(i * 5) % 17},same`);
    await giveFile(page, 'one.csv', `a,b,y\n${rows.join('\n')}\n`);
    const role = page.getByLabel('Role of y');
    await role.waitFor();
    expect(await role.locator('option', { hasText: 'response' }).isDisabled()).toBe(true);
    await close();
  });

  test('a file that changes under the page: it is said, and the file can be chosen again', async () => {
    const { page, complaints, close } = await openStudio(held.browser);
    const path = join(held.folder, 'changing.csv');
    writeFileSync(path, readFileSync(PATIENTS));
    const input = page.locator('#step-table input[type=file]');
    await input.setInputFiles(path);
    await page.getByLabel('Role of cost').waitFor();
    writeFileSync(path, `${readFileSync(PATIENTS)}\n`);
    // a column of text is read otherwise than one of numbers
    await page.getByLabel('Type of cost').selectOption('text');
    const failure = page.locator('.failure');
    await failure.waitFor();
    expect(await failure.textContent()).toBe(
      'The file can no longer be read: it was changed, moved or deleted since it was chosen. Choose it again.',
    );
    await input.setInputFiles([]);
    await input.setInputFiles(path);
    await expect.poll(() => failure.count()).toBe(0);
    await page.getByLabel('Role of cost').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('a tab that is closed during a fit does not disturb another', async () => {
    const { page, context, complaints, close } = await openStudio(held.browser);
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'the paper’s simulated data' }).click();
    await other.locator('.curve').first().waitFor();
    await other.getByRole('button', { name: 'Fit', exact: true }).click();
    await other.locator('.progress').first().waitFor();
    await Promise.all([other.close(), choosePatients(page)]);
    await fitStudio(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a role that is chosen while levels are drawn does not end the drawing', async () => {
    const { page, complaints, close } = await openStudio(held.browser);
    page.setDefaultTimeout(60_000);
    await page.getByRole('button', { name: 'the paper’s simulated data' }).click();
    await page.locator('.curve').first().waitFor();
    await page.getByRole('button', { name: 'Fit', exact: true }).click();
    await page.locator('#level').waitFor();
    await page.getByLabel('Role of X2', { exact: true }).selectOption('sensitive');
    await page.getByRole('heading', { name: 'Two columns against each other' }).waitFor();
    await expect.poll(() => page.locator('#step-preview .curve').count()).toBe(2);
    expect(complaints).toEqual([]);
    await close();
  }, 120_000);
});
