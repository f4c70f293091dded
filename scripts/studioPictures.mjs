// Takes the pictures of the studio in docs/pictures from the built page, with examples/patients.csv: the main
// states, light and dark, 1280 and 390 points wide.
// Usage: npm run docs:studio-pictures [FOLDER [TABLE RESPONSE SENSITIVE]]; with a table, pictures of that one, to look
// at. TVINESYNTH_CHROMIUM names a browser.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { findBrowser } from './findBrowser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [
  folder = join(root, 'docs/pictures'),
  table = join(root, 'examples/patients.csv'),
  response = 'readmitted',
  sensitive = 'cost',
] = process.argv.slice(2);
const executablePath = findBrowser();
if (!executablePath) throw new Error('no browser found: name one in TVINESYNTH_CHROMIUM');

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** By name: the state, and how it is looked at. */
const PICTURES = {
  'studio-columns': ['#step-columns', WIDE, 'light'],
  'studio-columns-phone': ['#step-columns', PHONE, 'light'],
  'studio-preview-dark': ['#step-preview', WIDE, 'dark'],
  'studio-look': ['#step-look', WIDE, 'light'],
  'studio-phone-dark': ['.slider', PHONE, 'dark'],
  'studio-release': ['#step-release', WIDE, 'light'],
  'studio-release-dark': ['#step-release', WIDE, 'dark'],
};

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage({
  viewport: WIDE,
  colorScheme: 'light',
  reducedMotion: 'reduce',
});
page.setDefaultTimeout(1_800_000);
await page.goto(pathToFileURL(join(root, 'dist/studio.html')).href);
await page.locator('#step-table input[type=file]').setInputFiles(table);
await page.getByLabel(`Role of ${response}`, { exact: true }).selectOption('response');
await page.getByLabel(`Role of ${sensitive}`, { exact: true }).selectOption('sensitive');
await page.locator('#step-preview .curve').waitFor();
await take((name) => /columns|preview/.test(name));
await page.getByRole('button', { name: 'Fit', exact: true }).click();
await page.getByRole('heading', { name: 'Two columns against each other' }).waitFor();
await page.getByRole('button', { name: 'Attack', exact: true }).click();
await page.locator('.verdict').waitFor();
await take((name) => !/columns|preview/.test(name));
await browser.close();

async function take(isNow) {
  for (const [name, [place, viewport, colorScheme]] of Object.entries(PICTURES)) {
    if (!isNow(name)) continue;
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    // what is not in view is laid out when it comes there
    for (let i = 0; i < 3; i++) {
      await page.locator(place).evaluate((step) => step.scrollIntoView());
      await page.waitForTimeout(300);
    }
    await page.screenshot({ path: join(folder, `${name}.png`) });
    process.stdout.write(`${name}.png\n`);
  }
}
