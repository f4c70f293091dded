/** Certificates, the private vine, pasted tables, columns left out and declared: the page beside the command line. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

const PATIENTS = join(ROOT, 'examples', 'patients.csv');

/** The command line, in a folder. */
function cli(folder: string, ...args: readonly string[]) {
  return spawnSync(process.execPath, [join(ROOT, 'dist', 'cli.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
}

async function makeFiles(page: Page, folder: string): Promise<void> {
  await page.getByRole('button', { name: 'Make the files' }).click();
  await page.getByRole('link', { name: /certificate.json/ }).waitFor();
  mkdirSync(folder);
  for (const [name, bytes] of await downloadAll(page)) writeFileSync(join(folder, name), bytes);
}

describe.skipIf(findBrowser() === undefined)('the studio beside the command line', () => {
  const held = withChromium();

  test('a certificate that it signs is verified by the command line and by the page, and a changed table is not', async () => {
    expect(cli(held.folder, 'keys', 'new', '--out', 'officer.pem').status).toBe(0);
    const { page, complaints, close } = await openStudio(held.browser);
    await choosePatients(page);
    // a column left out and a range declared, so that options and schema are certified as well
    await page.getByLabel('Role of pressure').selectOption('left');
    await expect.poll(() => page.locator('.facts').nth(1).textContent()).toContain('pressure');
    const age = page.locator('tr', { hasText: 'age' }).first();
    await age.locator('summary').click();
    await page.getByLabel('least value of age').fill('18');
    await page.getByLabel('largest value of age').fill('100');
    await page.getByRole('button', { name: 'Declare the range of age' }).click();
    await age.locator('.reason', { hasText: 'declared' }).waitFor();
    await page.locator('#step-preview .curve').waitFor();
    await attackStudio(page);
    const key = page.locator('input[accept=".pem"]');
    await key.setInputFiles(PATIENTS);
    await page.getByRole('button', { name: 'Make the files' }).click();
    await page.locator('.failure', { hasText: 'no private Ed25519 key' }).waitFor();
    await key.setInputFiles(join(held.folder, 'officer.pem'));
    const out = join(held.folder, 'signed');
    await makeFiles(page, out);

    const shown = await page.locator('.command code').textContent();
    expect(shown).toBe(
      'tvinesynth run patients.csv --schema columns.json --leave-out pressure --response readmitted --sensitive cost --preset quick',
    );
    expect(readFileSync(join(out, 'synthetic.csv'), 'utf8').split('\n')[0]).not.toContain(
      'pressure',
    );

    // and measured again from the real table under the salt, figure by figure
    const verified = cli(
      held.folder,
      ...['verify', 'signed/certificate.json', '--public', 'officer.public.pem'],
      ...[
        '--real',
        PATIENTS,
        '--salt',
        'signed/certificate.salt',
        '--schema',
        'signed/columns.json',
      ],
      ...['--json', '--quiet'],
    );
    const found = JSON.parse(verified.stdout) as {
      findings: { check: string; outcome: string; words: string }[];
    };
    // a quick study has no verdict, and everything else holds; the files come out the same, byte for byte
    expect(
      found.findings.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check),
    ).toEqual(['verdict']);
    const passed = found.findings.filter(({ outcome }) => outcome === 'passed');
    expect(passed.map(({ check }) => check)).toEqual(
      expect.arrayContaining([
        ...['signature', 'settings', 'again: verdict', 'again: limits'],
        ...['again: synthetic', 'again: model', 'again: results', 'again: schema'],
      ]),
    );

    const drop = page.locator('#step-verify input[type=file]');
    const given = ['certificate.json', 'synthetic.csv', 'results.json', 'settings.json'];
    const paths = given.map((name) => join(out, name));
    await drop.setInputFiles([...paths, join(held.folder, 'officer.public.pem')]);
    await page
      .getByText('certificate.json is genuine, but its verdict is not to release')
      .waitFor();
    const rows = page.locator('.findings tbody tr');
    expect(await rows.filter({ hasText: 'signature' }).locator('td').first().textContent()).toBe(
      'passed',
    );
    writeFileSync(join(held.folder, 'synthetic.csv'), 'age\n1\n');
    await drop.setInputFiles([paths[0], join(held.folder, 'synthetic.csv')]);
    await page.getByText('certificate.json is not in order').waitFor();
    expect(await rows.filter({ hasText: 'synthetic' }).first().textContent()).toContain('failed');
    await drop.setInputFiles([join(held.folder, 'synthetic.csv')]);
    await page.locator('#step-verify .failure', { hasText: 'no certificate among' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  }, 300_000);

  test('the private vine: a domain that is declared, a promise, and its model gives its table again', async () => {
    const { page, complaints, close } = await openStudio(held.browser);
    await giveFile(page, 'patients.csv', readFileSync(PATIENTS));
    await page.getByLabel('Role of cost').waitFor();
    await page
      .locator('input[accept=".json"]')
      .first()
      .setInputFiles(join(ROOT, 'examples', 'public.json'));
    await page.getByLabel('Role of readmitted').selectOption('response');
    await page.getByLabel('Role of cost').selectOption('sensitive');
    await page.locator('#step-preview .curve').waitFor();
    await page
      .locator('label', { hasText: /^Generator/ })
      .locator('select')
      .selectOption('dpvine');
    await page.getByLabel('Epsilon').fill('5');
    await page.getByLabel('Epsilon').press('Tab');
    await page.getByRole('button', { name: 'Fit', exact: true }).click();
    await page.getByRole('heading', { name: 'Two columns against each other' }).waitFor();
    await attackStudio(page);
    expect(await page.locator('.three').textContent()).toContain('Differential privacy');
    const force = page.getByLabel(/although they should not be released/);
    if ((await force.count()) > 0) await force.check();
    const out = join(held.folder, 'private');
    await makeFiles(page, out);
    expect(await page.locator('.command code').textContent()).toContain(
      '--generator dpvine --epsilon 5',
    );
    const results = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as {
      promise: { epsilon: number; holds: boolean };
      recommended: { truncation: number };
    };
    expect(results.promise).toMatchObject({ epsilon: 5, holds: true });
    const drawn = cli(
      out,
      ...['sample', 'model.json', '--truncate', String(results.recommended.truncation)],
      ...['--rows', '240', '--seed', '1', '--out', 'again.csv'],
    );
    expect(drawn.stderr).not.toMatch(/error/i);
    expect(existsSync(join(out, 'again.csv'))).toBe(true);
    expect(readFileSync(join(out, 'again.csv'), 'utf8')).toBe(
      readFileSync(join(out, 'synthetic.csv'), 'utf8'),
    );
    expect(complaints).toEqual([]);
    await close();
  }, 300_000);

  test('a pasted table is read, and can be kept as a file', async () => {
    const { page, close } = await openStudio(held.browser);
    await page.getByText('Paste a table').click();
    const text = readFileSync(PATIENTS, 'utf8').replaceAll(',', '\t');
    await page.locator('#step-table textarea').fill(text);
    await page.getByRole('button', { name: 'Read it' }).click();
    await page.getByLabel('Role of cost').waitFor();
    expect(await page.locator('#step-table h2').textContent()).toBe('pasted.csv');
    const files = await downloadAll(page);
    expect(files.get('pasted.csv')?.toString()).toBe(text.replaceAll('\r\n', '\n'));
    await close();
  });

  test('levels can be declared, and what is wrong with them is said', async () => {
    const { page, close } = await openStudio(held.browser);
    await choosePatients(page);
    const row = page.locator('tr', { has: page.getByLabel('Type of sex') });
    await row.locator('summary').click();
    await page.getByRole('textbox', { name: 'Levels of sex' }).fill('female\nmale\nother');
    await page.getByRole('button', { name: 'Declare the levels of sex' }).click();
    await row.locator('.reason', { hasText: 'declared' }).waitFor();
    await row.locator('summary').click();
    await page.getByRole('textbox', { name: 'Levels of sex' }).fill('female\nfemale');
    await page.getByRole('button', { name: 'Declare the levels of sex' }).click();
    await page.locator('#step-columns .failure', { hasText: 'sex' }).waitFor();
    await close();
  });
});
