/** What the studio found, overruled: functions and rules between columns, their order, and the order of the list. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser } from '../support/browser.ts';
import { ROOT } from '../support/repository.ts';
import {
  attackStudio,
  choosePatients,
  downloadAll,
  giveFile,
  openStudio,
  withChromium,
} from '../support/studio.ts';

/** A group that follows from the age, a bound that holds, and one that a few rows break. */
function relatedTable(): string {
  let state = 4711;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  const rows = Array.from({ length: 750 }, (_, i) => {
    const age = 20 + Math.floor(60 * random());
    const group = age < 40 ? 'young' : age < 60 ? 'middle' : 'old';
    const low = Math.round(1000 * random()) / 10;
    const high = Math.round(10 * (low + 1 + 30 * random())) / 10;
    const most = i % 94 === 0 ? low - 2 : high + 3;
    const cost = Math.round(50 * (random() + random()) + age);
    return [age, group, low, high, most.toFixed(1), cost, random() < age / 100 ? 1 : 0].join();
  });
  return `age,group,low,high,most,cost,y\n${rows.join('\n')}\n`;
}

const lineOf = (page: Page, text: string) => page.locator('.lines li', { hasText: text });

describe.skipIf(findBrowser() === undefined)('overruling what the studio found', () => {
  const held = withChromium();

  test('functions and rules: dropped, confirmed, added, and the command does the same', async () => {
    const { page, complaints, close } = await openStudio(held.browser);
    const text = relatedTable();
    await giveFile(page, 'related.csv', text);
    await page.getByLabel('Role of y').selectOption('response');
    await page.getByLabel('Role of cost').selectOption('sensitive');
    await page.locator('#step-preview .curve').waitFor();
    await page.locator('.relations > summary').click();

    const group = lineOf(page, 'group follows from age');
    const bound = lineOf(page, 'low <= high: in every row').or(lineOf(page, 'low < high'));
    expect(await group.locator('.state').textContent()).toBe('kept');
    expect(await bound.locator('.state').textContent()).toBe('kept');
    await group.getByRole('button', { name: /^Do not keep/ }).click();
    await expect.poll(() => group.locator('.state').textContent()).toBe('not kept, as declared');

    await page.getByLabel(/^Kept in the synthetic table/).selectOption('schema');
    await expect.poll(() => bound.locator('.state').textContent()).toBe('not kept');
    await bound.getByRole('button', { name: /^Keep/ }).click();
    await expect.poll(() => bound.locator('.state').textContent()).toBe('kept, as declared');

    const own = page.getByLabel('A rule that must hold in every row');
    await own.fill('low <= moost');
    await own.press('Enter');
    await page.locator('.relations .warning', { hasText: "there is no column 'moost'" }).waitFor();
    await own.fill('low <= most');
    await own.press('Enter');
    await page
      .locator('.relations .note', { hasText: 'low <= most: 8 rows of the table break it' })
      .waitFor();

    const command = page.locator('.command code');
    expect(await command.textContent()).toBe(
      'tvinesynth run related.csv --schema columns.json --response y --sensitive cost --rules schema --preset quick',
    );
    await page.locator('#step-preview .curve').waitFor();
    await attackStudio(page);
    await page.getByRole('button', { name: 'Make the files' }).click();
    await page.getByRole('link', { name: /synthetic.csv/ }).waitFor();
    const files = await downloadAll(page);
    const synthetic = (files.get('synthetic.csv')?.toString() ?? '').trim().split('\n').slice(1);
    const cells = synthetic.map((line) => line.split(','));
    expect(cells.length).toBe(750);
    expect(cells.filter(([, , low, high]) => Number(low) > Number(high))).toEqual([]);
    expect(cells.filter(([, , low, , most]) => Number(low) > Number(most))).toEqual([]);
    // the group is drawn for itself, and no longer computed
    const model = JSON.parse(files.get('model.json')?.toString() ?? '') as {
      columns: { name: string; content: { kind: string } }[];
    };
    expect(model.columns.find(({ name }) => name === 'group')?.content.kind).toBe('modelled');

    const folder = join(held.folder, 'related');
    mkdirSync(folder);
    writeFileSync(join(folder, 'related.csv'), text);
    writeFileSync(join(folder, 'columns.json'), files.get('columns.json') ?? '');
    const args = ((await command.textContent()) ?? '').split(' ').slice(1);
    const ran = spawnSync(
      process.execPath,
      [join(ROOT, 'dist', 'cli.js'), ...args, '--out', 'out', '--quiet'],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(ran.stderr).toBe('');
    for (const name of ['synthetic.csv', 'model.json', 'schema.json']) {
      expect(files.get(name)?.equals(readFileSync(join(folder, 'out', name))), name).toBe(true);
    }

    await lineOf(page, 'low <= most').getByRole('button').click();
    await group.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(() => lineOf(page, 'low <= most: in all').count()).toBe(1);
    await page.getByLabel(/^Kept in the synthetic table/).selectOption('auto');
    await expect.poll(() => group.locator('.state').textContent()).toBe('kept');
    // the settings carry it to the next time
    writeFileSync(join(folder, 'settings.json'), files.get('settings.json') ?? '');
    await page.locator('input[accept=".json"]').nth(1).setInputFiles(join(folder, 'settings.json'));
    await expect
      .poll(() => page.getByLabel(/^Kept in the synthetic table/).inputValue())
      .toBe('schema');
    expect(complaints).toEqual([]);
    await close();
  }, 300_000);

  test('a column is dragged to another place in the order', async () => {
    const { page, complaints, close } = await openStudio(held.browser);
    await choosePatients(page);
    await page.locator('#step-preview > details > summary').click();
    const places = () => page.locator('.order li b').allTextContents();
    const before = await places();
    const items = page.locator('.order li');
    await items.nth(1).dragTo(items.nth(3));
    const [first, moved, ...rest] = before;
    await expect.poll(places).toEqual([first, rest[0], rest[1], moved, ...rest.slice(2)]);
    await expect
      .poll(() => page.locator('[role=status]').textContent())
      .toContain(`${moved} is now at place 4`);
    expect(await page.locator('.command code').textContent()).toContain('--order');
    // the response stays last
    await items.nth(0).dragTo(items.last());
    expect(await places()).toEqual([first, rest[0], rest[1], moved, ...rest.slice(2)]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('the columns are sorted as one likes', async () => {
    const { page, close } = await openStudio(held.browser);
    const rows = Array.from({ length: 60 }, (_, i) => {
      const cells = Array.from({ length: 9 }, (_, j) => (i * (j + 3)) % 17);
      return [...cells, i % 2 === 0 ? '' : i, `person${i}@example.org`].join();
    });
    const names = [...'cabfedihg', 'gaps', 'mail'];
    await giveFile(page, 'list.csv', `${names.join()}\n${rows.join('\n')}\n`);
    await page.getByLabel('Role of gaps').waitFor();
    const listed = () => page.locator('table.columns tbody th').allTextContents();
    const sort = page.getByLabel(/^Sort/);
    await sort.selectOption('table');
    expect(await listed()).toEqual(names);
    await sort.selectOption('name');
    expect(await listed()).toEqual([...names].sort());
    await sort.selectOption('missing');
    expect((await listed())[0]).toBe('gaps');
    await sort.selectOption('look');
    expect((await listed())[0]).toBe('mail');
    await close();
  });
});
