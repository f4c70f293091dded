/** Where a link of a page leads in the site. */

import { posix } from 'node:path';
import { commandAddress, type Page } from './pages.ts';

export interface Resolved {
  readonly href: string;
  /** A file of the repository that has to be copied beside the pages. */
  readonly copy?: string;
}

const REPOSITORY = 'https://github.com/tvinesynth/tvinesynth/blob/main/';
/** Small files that a reader wants at hand. */
const COPIED = /^(docs\/.*\.(png|svg|json)|examples\/.*)$/;

export function resolveLink(target: string, from: Page, pages: readonly Page[]): Resolved {
  if (/^[a-z]+:/.test(target)) return { href: target };
  const [path, anchor] = target.split('#');
  const file = path === '' ? from.file : posix.join(posix.dirname(from.file), path);
  if (file === 'docs/api') return { href: 'api/index.html' };
  const found = pages.find((page) => page.file === file);
  if (found) {
    const command = file === 'docs/commands.md' && commandOf(anchor, pages);
    if (command) return { href: command };
    const address = path === '' ? '' : found.address;
    return { href: anchor === undefined ? address : `${address}#${anchor}` };
  }
  if (COPIED.test(file)) return { href: `files/${posix.basename(file)}`, copy: file };
  return { href: `${REPOSITORY}${file}` };
}

/** Sections of docs/commands.md are pages of their own. */
function commandOf(anchor: string | undefined, pages: readonly Page[]): string | undefined {
  if (anchor === undefined) return undefined;
  const address = commandAddress(anchor);
  return pages.some((page) => page.address === address) ? address : undefined;
}
