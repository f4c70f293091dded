// Draws docs/report.png, the picture in the README: the first screen of the demo's report, or of the
// report that is named. The README has that of `run examples/patients.csv` as in docs/start.md.
// Usage: node scripts/picture.mjs [report.html]; TVINESYNTH_CHROMIUM names a browser.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { findBrowser } from './findBrowser.mjs';

const SCREEN = { width: 1200, height: 900 };

const root = fileURLToPath(new URL('..', import.meta.url));
const executablePath = findBrowser();
if (!executablePath) {
  process.stderr.write('no browser found: name one in TVINESYNTH_CHROMIUM\n');
  process.exit(1);
}
const folder = await mkdtemp(join(tmpdir(), 'tvinesynth-picture-'));
try {
  const report = process.argv[2] ? resolve(process.argv[2]) : demoReport(folder);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: SCREEN, colorScheme: 'light' });
  await page.goto(pathToFileURL(report).href);
  await mkdir(join(root, 'docs'), { recursive: true });
  await page.screenshot({ path: join(root, 'docs', 'report.png') });
  await browser.close();
  process.stdout.write('docs/report.png\n');
} finally {
  await rm(folder, { recursive: true, force: true });
}

function demoReport(out) {
  const demo = [join(root, 'dist', 'cli.js'), 'demo', '--force', '--out', out];
  const { status } = spawnSync(process.execPath, demo, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('the demo failed; is dist/ built?');
  return join(out, 'report.html');
}
