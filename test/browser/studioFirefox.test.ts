/** The studio in Firefox: from a file to its downloads, with the bytes of the command line. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FirefoxPage, findFirefox, openFirefox } from '../support/firefox.ts';
import { ROOT } from '../support/repository.ts';
import { STUDIO_URL } from '../support/studio.ts';

const firefox = findFirefox();
if (firefox === undefined) {
  console.warn('studio tests in Firefox skipped: none found; TVINESYNTH_FIREFOX may name one');
}

const button = (name: string) =>
  `[...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === '${name}')`;
const click = (name: string) => `${button(name)}.click();`;
const choose = (label: string, value: string) => `
  const select = document.querySelector('[aria-label="${label}"]');
  select.value = '${value}';
  select.dispatchEvent(new Event('change', { bubbles: true }));`;

describe.skipIf(firefox === undefined)('the studio in Firefox', () => {
  const table = join(ROOT, 'examples', 'patients.csv');
  let page: FirefoxPage;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'studio-'));
    page = await openFirefox(firefox ?? '');
  });
  afterAll(async () => {
    await page?.close();
    if (folder) rmSync(folder, { recursive: true });
  });

  test('takes a file, fits, attacks, and its downloads are those of the command line', async () => {
    await page.goto(STUDIO_URL);
    await page.setFiles('#step-table input[type=file]', [table]);
    await page.until(`return document.querySelector('[aria-label="Role of cost"]')`);
    await page.run(choose('Role of readmitted', 'response'));
    await page.run(choose('Role of cost', 'sensitive'));
    await page.until(
      `return document.querySelector('#step-preview .curve') && !${button('Fit')}.disabled`,
    );
    // the fit starts the threads
    await page.runUnwatched(click('Fit'), 5000);
    await page.until(`return document.getElementById('pair')`);
    const moved = await page.run(`
      const slider = document.getElementById('level');
      slider.value = slider.max;
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
      return [document.querySelector('output').textContent, slider.max];`);
    expect((moved as string[])[0]).toBe((moved as string[])[1]);
    await page.run(click('Attack'));
    await page.until(`return document.querySelector('.verdict')`);
    await page.run(click('Make the files'));
    await page.until(`return document.querySelector('a[download="synthetic.csv"]')`);

    const names = ['synthetic.csv', 'model.json', 'results.json', 'schema.json'];
    for (const name of names) {
      await page.run(`document.querySelector('a[download="${name}"]').click()`);
      await expect
        .poll(() => existsSync(join(page.downloads, name)), { timeout: 20_000 })
        .toBe(true);
    }
    const out = join(folder, 'run');
    const shown = (await page.run(
      `return document.querySelector('.command code').textContent`,
    )) as string;
    const args = shown.split(' ').slice(1);
    args[1] = table;
    const ran = spawnSync(
      process.execPath,
      [join(ROOT, 'dist', 'cli.js'), ...args, '--out', out, '--quiet'],
      { encoding: 'utf8' },
    );
    expect(ran.stderr).toBe('');
    for (const name of names) {
      const here = () => readFileSync(join(page.downloads, name));
      await expect
        .poll(() => here().equals(readFileSync(join(out, name))), { message: name })
        .toBe(true);
    }
    const asked = await page.run(
      `return performance.getEntriesByType('resource').map(({ name }) => name)`,
    );
    expect((asked as string[]).filter((name) => !/^(blob|data):/.test(name))).toEqual([]);
    expect(page.complaints).toEqual([]);
  }, 300_000);
});
