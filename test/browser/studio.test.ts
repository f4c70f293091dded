/** The studio from file to download, in Chromium, from a file on disk: no server, no network. */

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../src/cli/run.ts';
import { withSettings } from '../../src/cli/settingsFile.ts';
import { findBrowser } from '../support/browser.ts';
import { ROOT } from '../support/repository.ts';
import {
  attackStudio,
  choosePatients,
  downloadAll,
  fitStudio,
  giveFile,
  openStudio,
  type StudioPage,
  withChromium,
} from '../support/studio.ts';

const executable = findBrowser();
if (executable === undefined) {
  console.warn('studio tests skipped: no Chromium found; TVINESYNTH_CHROMIUM may name one');
}

describe.skipIf(executable === undefined)('the studio', () => {
  const held = withChromium();

  describe('from a table to its files', () => {
    let studio: StudioPage;
    let files: Map<string, Buffer>;
    beforeAll(async () => {
      studio = await openStudio(held.browser);
      const { page, context } = studio;
      await context.setOffline(true);
      await choosePatients(page);
      await fitStudio(page);
      await attackStudio(page);
      await page.getByRole('button', { name: 'Make the files' }).click();
      await page.getByRole('link', { name: /report.html/ }).waitFor();
      files = await downloadAll(page);
    });
    afterAll(() => studio?.close());

    test('without a complaint, and without a request', async () => {
      const { page, complaints } = studio;
      expect(complaints).toEqual([]);
      const asked = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => name),
      );
      expect(asked.filter((name) => !/^(blob|data):/.test(name))).toEqual([]);
    });

    test('the command that it shows writes the same bytes', async () => {
      const shown = await studio.page.locator('.command code').textContent();
      expect(shown).toBe(
        'tvinesynth run patients.csv --response readmitted --sensitive cost --preset quick',
      );
      const out = join(held.folder, 'run');
      const args = (shown ?? '').split(' ').slice(1);
      args[1] = join(ROOT, 'examples', 'patients.csv');
      const ran = spawnSync(
        process.execPath,
        [join(ROOT, 'dist', 'cli.js'), ...args, '--out', out, '--quiet'],
        { encoding: 'utf8' },
      );
      expect(ran.stderr).toBe('');
      for (const name of ['synthetic.csv', 'model.json', 'results.json', 'schema.json']) {
        expect(files.get(name)?.equals(readFileSync(join(out, name))), name).toBe(true);
      }
      // the same words and drawings; the command in it is written with the path that was typed
      const report = files.get('report.html')?.toString() ?? '';
      expect(report).toContain('<!doctype html>');
      expect(report).toBe(readFileSync(join(out, 'report.html'), 'utf8'));
    });

    test('its settings run on the command line, and what that writes can be opened here', async () => {
      const path = join(held.folder, 'settings.json');
      writeFileSync(path, files.get('settings.json') ?? '');
      const run = runCommand(new AbortController().signal);
      expect(withSettings(['run', path], run)).toEqual([
        ...[
          'run',
          join(held.folder, 'patients.csv'),
          '--response',
          'readmitted',
          '--sensitive',
          'cost',
        ],
        ...['--preset', 'quick'],
      ]);

      const { page } = studio;
      await page.getByLabel('Role of readmitted').selectOption('none');
      await page
        .locator('input[accept=".json"]')
        .nth(1)
        .setInputFiles(join(held.folder, 'run', 'settings.json'));
      await expect.poll(() => page.locator('.facts').nth(1).textContent()).toContain('readmitted');
      expect(await page.locator('.command code').textContent()).toContain('--preset quick');
    });
  });

  test('limits change the verdict at once', async () => {
    const { page, complaints, close } = await openStudio(held.browser);
    await choosePatients(page);
    await attackStudio(page);
    const word = page.locator('.verdict .word');
    expect(await word.textContent()).toBe('First look: no verdict');
    await page.getByLabel(/^How often members are told/).fill('0.5');
    await expect.poll(() => word.textContent()).toBe('Do not release');
    expect(await page.locator('.command code').textContent()).toContain('--max-membership 0.5');
    const make = page.getByRole('button', { name: 'Make the files' });
    await make.click({ timeout: 120_000 });
    await page.getByRole('link', { name: /report.html/ }).waitFor();
    expect(await page.getByRole('link', { name: /synthetic/ }).count()).toBe(0);
    expect(await page.getByRole('link', { name: /model.json/ }).count()).toBe(0);
    await page.getByLabel(/although they should not be released/).check();
    await make.click();
    await page.getByRole('link', { name: /synthetic.csv/ }).waitFor();
    await page.getByLabel(/^How often members are told/).fill('');
    await expect.poll(() => word.textContent()).toBe('First look: no verdict');
    expect(complaints).toEqual([]);
    await close();
  });

  test.each([
    ['empty.csv', '', /empty/i],
    ['names.csv', 'a,b,c\n', /no rows/],
    ['picture.png', '\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR', /./],
    ['page.html', '<!doctype html><html><body>hello</body></html>', /./],
  ])('says what is wrong with %s, and takes the next file', async (name, text, words) => {
    const { page, complaints, close } = await openStudio(held.browser);
    await giveFile(page, name, text);
    const failure = page.locator('.failure');
    await failure.waitFor();
    expect(await failure.textContent()).toMatch(words);
    expect(await failure.textContent()).not.toContain('Internal error');
    await giveFile(page, 'good.csv', readFileSync(join(ROOT, 'examples/patients.csv')));
    await page.getByLabel('Role of cost').waitFor();
    expect(await failure.count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });
});
