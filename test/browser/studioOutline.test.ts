/**
 * What a screen reader is told of each step: the browser's own tree of roles and names. Figures are left out, which
 * other tests are about; `vitest -u` takes down what has changed on purpose.
 */

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser } from '../support/browser.ts';
import {
  attackStudio,
  choosePatients,
  fitStudio,
  openStudio,
  withChromium,
} from '../support/studio.ts';

/** Roles and names; of what was computed, that it is there. */
async function outline(page: Page, step: string): Promise<string> {
  const text = await page.locator(`#step-${step}`).ariaSnapshot();
  const isComputed = step === 'look' || step === 'release';
  return text
    .split('\n')
    .filter(
      (line) => !(isComputed && /^\s*- (row|rowheader|cell|text|button "Level|\/url)/.test(line)),
    )
    .map((line) =>
      line
        .replace(/(- '?img .*?['"]{1,2}): .*/, '$1')
        .replace(/(- definition: ).*/, '$1…')
        .replace(/\((\d+: \w+(, )?)+\)/, '(levels and columns)')
        .replace(/takes (about|a few).*/, 'takes a while')
        .replaceAll(/\d+(\.\d+)?/g, '#'),
    )
    .join('\n');
}

describe.skipIf(findBrowser() === undefined)('what a screen reader is told', () => {
  const held = withChromium();

  test('of each step', async () => {
    const { page, close } = await openStudio(held.browser);
    const keep = async (state: string, step: string) =>
      expect(await outline(page, step)).toMatchFileSnapshot(`./outlines/${state}.yml`);
    await keep('empty', 'table');
    await choosePatients(page);
    await keep('table', 'table');
    await keep('columns', 'columns');
    await keep('preview', 'preview');
    await fitStudio(page);
    await keep('look', 'look');
    await attackStudio(page);
    await page.getByRole('button', { name: 'Make the files' }).click();
    await page.getByRole('link', { name: /report.html/ }).waitFor();
    await keep('release', 'release');
    await keep('verify', 'verify');
    await close();
  });
});
