// A plugin of the bundler: the notices of all packages whose code it inlines, in dist/NOTICES.txt.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const INLINED = /^(.*[/\\]node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+))[/\\]/;
const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;
const RULE = '-'.repeat(80);

export function notices() {
  return {
    name: 'notices',
    generateBundle(_options, bundle) {
      const folders = new Map();
      for (const { type, modules = {} } of Object.values(bundle)) {
        if (type !== 'chunk') continue;
        for (const id of Object.keys(modules)) {
          const [, folder, name] = INLINED.exec(id.replace(/^\0/, '')) ?? [];
          if (folder !== undefined) folders.set(name.replaceAll('\\', '/'), folder);
        }
      }
      const names = [...folders.keys()].sort();
      const parts = names.map((name) => noticeOf(name, folders.get(name)));
      const head = `The files of this folder contain code of ${names.length} other packages. Their notices:\n`;
      this.emitFile({
        type: 'asset',
        fileName: 'NOTICES.txt',
        source: [head, ...parts].join(`\n${RULE}\n`),
      });
    },
  };
}

function noticeOf(name, folder) {
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file));
  if (files.length === 0 && license === undefined) {
    throw new Error(`${name} is inlined, but has no licence. Leave it out, or add its notice.`);
  }
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const text =
    texts.length > 0 ? texts.join('\n\n') : `Licence: ${license} (it ships no text of it).`;
  return `${name} ${version} (${license})\n\n${text}\n`;
}
