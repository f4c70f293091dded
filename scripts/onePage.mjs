/** A plugin of the bundler: the page that the studio's script is put into. */

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { studioPage } from './studioPage.mjs';

/** Writes `target` and, beside it, the notices of what it contains. */
export function onePage(style, target) {
  return {
    name: 'one-page',
    writeBundle({ dir }, bundle) {
      const [script] = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? [file.code] : [],
      );
      mkdirSync(join(target, '..'), { recursive: true });
      writeFileSync(target, studioPage(script.trim(), readFileSync(style, 'utf8').trim()));
      copyFileSync(join(dir, 'NOTICES.txt'), target.replace(/\.html$/, '.NOTICES.txt'));
    },
  };
}
