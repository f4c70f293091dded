/** The Markdown that users read: README, docs/ and what else the site shows. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readNavigation } from '../../site/navigation.ts';
import { filesBelow, ROOT, readText } from '../support/repository.ts';

export interface MarkdownPage {
  readonly path: string;
  readonly text: string;
}

/** Pages whose examples are run. */
export const DOCS: readonly MarkdownPage[] = filesBelow('docs', '.md');

/** All pages with links. */
export const PAGES: readonly MarkdownPage[] = [
  ...new Set([
    'README.md',
    ...DOCS.map(({ path }) => path),
    ...readNavigation(ROOT).flatMap(({ pages }) => pages.map(({ file }) => file)),
  ]),
]
  // one that is listed and not there is told by navigation.test.ts
  .filter((path) => existsSync(join(ROOT, path)))
  .map((path) => ({ path, text: readText(path) }));
