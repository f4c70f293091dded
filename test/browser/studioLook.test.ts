/** What the studio shows beside its plots: marks on the slider, sentences, tables, distances, times. */

import { describe, expect, test } from 'vitest';
import { findBrowser } from '../support/browser.ts';
import {
  attackStudio,
  choosePatients,
  fitStudio,
  openStudio,
  withChromium,
} from '../support/studio.ts';

describe.skipIf(findBrowser() === undefined)('looking at levels', () => {
  const held = withChromium();

  test('marks stand where their levels are, and say what they are', async () => {
    const { page, complaints, close } = await openStudio(held.browser);
    await choosePatients(page);
    await expect
      .poll(() => page.locator('#step-look .bar').last().textContent())
      .toContain('takes a few seconds');
    await fitStudio(page);
    const words = page.locator('.marks-key');
    expect(await words.textContent()).toMatch(/compared by the attacks \(\d/);
    expect(await words.textContent()).toMatch(
      /at least 10 points more than a level lower \(\d+: cost/,
    );
    expect(await words.textContent()).not.toContain('recommended');
    await attackStudio(page);
    await expect.poll(() => words.textContent()).toMatch(/recommended \(\d+\)/);
    const recommended = Number(
      /recommended \((\d+)\)/.exec((await words.textContent()) ?? '')?.[1],
    );
    expect(await page.locator('.marks .recommended').textContent()).toBe(String(recommended));
    expect(await page.locator('output').textContent()).toBe(String(recommended));

    // the middle of a mark is that of the thumb at its level
    const slider = page.locator('#level');
    const box = (await slider.boundingBox()) ?? { x: 0, width: 0 };
    const last = Number(await slider.getAttribute('max'));
    for (const mark of await page.locator('.marks .mark').all()) {
      const own = (await mark.boundingBox()) ?? { x: 0, width: 0 };
      const level = Number(await mark.textContent());
      const thumb = box.x + 8 + (level / last) * (box.width - 16);
      expect(Math.abs(own.x + own.width / 2 - thumb), `level ${level}`).toBeLessThan(2);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  test('a press on Fit while the page previews is kept until the preview is there', async () => {
    const { page, complaints, close } = await openStudio(held.browser);
    await choosePatients(page);
    const wasBusy = await page.evaluate(async () => {
      const role = document.querySelector<HTMLSelectElement>('[aria-label="Role of pressure"]');
      const fit = [...document.querySelectorAll('button')].find(
        ({ textContent }) => textContent?.trim() === 'Fit',
      );
      if (!role || !fit) return undefined;
      role.value = 'sensitive';
      role.dispatchEvent(new Event('change', { bubbles: true }));
      // until the page has drawn itself as busy
      await new Promise((drawn) => setTimeout(drawn));
      fit.click();
      return document.querySelector('[role=progressbar], progress') !== null;
    });
    expect(wasBusy).toBe(true);
    await page.locator('#pair').waitFor();
    // of both sensitive columns
    await expect.poll(() => page.locator('#step-preview .curve').count()).toBe(2);
    expect(complaints).toEqual([]);
    await close();
  });

  test('every plot has a sentence and a table', async () => {
    const { page, complaints, close } = await openStudio(held.browser);
    await choosePatients(page);
    const curve = page.locator('#step-preview .curve');
    expect(await curve.locator('.finding').textContent()).toMatch(
      /^\d+ % at level 0, \d+ % at level 6; above the limit of \d+ % from level \d on\.$/,
    );
    await curve.locator('summary').click();
    const theory = await curve.locator('tbody tr').allTextContents();
    expect(theory).toHaveLength(7);
    // the more trees the more an attacker explains
    const shares = theory.map((row) => Number(/^\d(\d+) %/.exec(row)?.[1]));
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(await page.locator('#step-preview').textContent()).toMatch(
      /joins a sensitive column with one closely associated with it is tree \d: cost with pressure\. Levels from \d on/,
    );

    await fitStudio(page);
    await attackStudio(page);
    const look = page.locator('#step-look');
    await look.locator('.curve summary').click();
    await expect
      .poll(() => look.locator('.curve tbody tr').nth(1).textContent())
      .toMatch(/^1\d+ %0\.\d{3}-?\d+ % ≤ \d+ %$/);
    const pairs = page.locator('section[aria-labelledby=pair]');
    await pairs.locator('summary').click();
    expect(await pairs.locator('thead').textContent()).toMatch(/^cost and readmittedreallevel \d/);
    // shares of all cells add up, but for those that are not told
    const told = await pairs.locator('tbody tr').evaluateAll((rows) =>
      rows.map((row) => {
        const [real, synthetic] = [...row.querySelectorAll('td')].map(
          ({ textContent }) => textContent ?? '',
        );
        return { real, synthetic: Number.parseFloat(synthetic) };
      }),
    );
    expect(told.reduce((sum, { synthetic }) => sum + synthetic, 0)).toBeCloseTo(100, 0);
    for (const { real } of told) expect(real).toMatch(/^(\d+\.\d %|fewer than five rows)$/);
    expect(complaints).toEqual([]);
    await close();
  });

  test('how near synthetic rows come to real ones is said at every level, without a real row', async () => {
    const { page, close } = await openStudio(held.browser);
    await choosePatients(page);
    await fitStudio(page);
    const near = page.locator('#step-look p', { hasText: 'nearer to a real row' });
    const at = new Set<string>();
    for (const key of ['Home', 'End']) {
      await page.locator('#level').press(key);
      await page.waitForTimeout(100);
      const words = (await near.textContent()) ?? '';
      expect(words).toMatch(
        /^\d+ % of them \(\d+ % to \d+ %\) are nearer to a real row that the fit saw than to any that was held out/,
      );
      expect(words).toMatch(
        /\d\.\d\d times as far from the nearest real row as another real row is/,
      );
      at.add(words);
    }
    expect(at.size).toBe(2);
    await close();
  });

  test('two levels are compared side by side, and other generators beside them', async () => {
    const { page, complaints, close } = await openStudio(held.browser);
    await choosePatients(page);
    await fitStudio(page);
    await page.locator('#level').press('End');
    await page.getByRole('button', { name: 'Compare with level 6' }).click();
    await page.locator('#level').press('Home');
    await expect
      .poll(() => page.locator('.side').allTextContents())
      .toEqual(['Level 6 (compared)', 'Level 0']);
    expect(await page.locator('.heat figcaption').allTextContents()).toContain(
      'Level 6 (compared)',
    );
    await page.getByRole('button', { name: 'Stop comparing with level 6' }).click();
    expect(await page.locator('.side').count()).toBe(0);

    await page.getByText('Compare with other generators').click();
    await page.getByRole('checkbox', { name: /^independent/ }).check();
    expect(await page.locator('.command code').textContent()).toContain('--compare independent');
    await attackStudio(page);
    const row = page.locator('table.levels tr', { hasText: 'independent' });
    expect(await row.locator('td').last().textContent()).toMatch(/^(safe|unclear|unsafe)$/);
    expect(complaints).toEqual([]);
    await close();
  });
});
