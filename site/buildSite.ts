/** Writes the pages into a folder. The same repository gives the same bytes. */

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { commandHelp } from './commandHelp.ts';
import { layout } from './layout.ts';
import { readPages } from './pages.ts';
import { renderPage } from './renderPage.ts';
import { searchIndex } from './searchIndex.ts';

export function buildSite(root: string, out: string): string[] {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const pages = readPages(root, commandHelp(join(root, 'dist/cli.js')));
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, 'files'), { recursive: true });
  for (const page of pages) {
    const { html, copies } = renderPage(page, pages, root);
    for (const file of copies) copyFileSync(join(root, file), join(out, 'files', basename(file)));
    writeFileSync(join(out, page.address), layout(page, pages, html, version));
  }
  for (const file of ['style.css', 'search.js']) {
    copyFileSync(join(root, 'site', file), join(out, file));
  }
  writeFileSync(join(out, 'search-index.js'), searchIndex(pages));
  return pages.map(({ address }) => address);
}
