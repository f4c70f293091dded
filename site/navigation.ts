/**
 * docs/navigation.json: the pages of the site in their order. A page goes into the list once. One
 * that is still being written is a draft: it is shown as soon as its file is there, and tests do not run
 * its shell and TypeScript blocks yet.
 */

import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

interface ListedPage {
  /** From the root of the repository. */
  readonly file: string;
  /** In the side bar. */
  readonly label: string;
  readonly draft?: boolean;
}

interface Section {
  readonly title: string;
  readonly pages: readonly ListedPage[];
}

export function readNavigation(root: string): Section[] {
  const text = readFileSync(join(root, 'docs/navigation.json'), 'utf8');
  const { sections } = JSON.parse(text) as { sections: Section[] };
  return sections.map(({ title, pages }) => ({
    title,
    pages: pages.filter(({ file, draft }) => !draft || existsSync(join(root, file))),
  }));
}

/** Where a page stands in the site: docs/start.md is start.html, LIMITS.md limits.html. */
export function addressOf(file: string): string {
  if (file === 'docs/README.md') return 'index.html';
  if (file === 'experiments/README.md') return 'reproduction.html';
  return `${basename(file, '.md').toLowerCase()}.html`;
}
