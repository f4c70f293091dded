/** A plugin of the bundler: the page that the studio's script is put into. */

import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { studioPage } from './studioPage.mjs';

/** Writes `target` and, beside it, the notices of what it contains and its hash, for `sha256sum -c`. */
export function onePage(style, target) {
  return {
    name: 'one-page',
    writeBundle({ dir }, bundle) {
      const [script] = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? [file.code] : [],
      );
      mkdirSync(join(target, '..'), { recursive: true });
      const page = studioPage(script.trim(), readFileSync(style, 'utf8').trim());
      writeFileSync(target, page);
      const digest = createHash('sha256').update(page).digest('hex');
      writeFileSync(`${target}.sha256`, `${digest}  ${basename(target)}\n`);
      copyFileSync(join(dir, 'NOTICES.txt'), target.replace(/\.html$/, '.NOTICES.txt'));
    },
  };
}
