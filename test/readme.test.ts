/**
 * README.md says what is true: its commands and snippets run, on the built package, in a folder with
 * nothing but examples/patients.csv. docs/ has tests of its own. Needs `npm run build`.
 */

import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT, readText } from './support/repository.ts';

const run = promisify(execFile);
const readme = readText('README.md');
const PAGES = [{ path: 'README.md', text: readme }];
const MOST_TIME = 300_000;

/** The code blocks of one language. */
function blocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, code]) =>
    code.trim(),
  );
}

/** Inside the package, so that its name is found. */
function folderOf(page: string): string {
  return join(ROOT, 'build', 'pages', page.replaceAll(/\W/g, '-'));
}

beforeAll(() => {
  for (const { path } of PAGES) {
    rmSync(folderOf(path), { recursive: true, force: true });
    mkdirSync(folderOf(path), { recursive: true });
    copyFileSync(join(ROOT, 'examples/patients.csv'), join(folderOf(path), 'patients.csv'));
  }
});
afterAll(() => rmSync(join(ROOT, 'build', 'pages'), { recursive: true, force: true }));

describe('README', () => {
  test('has exactly two set-up commands', () => {
    expect(blocks(readme, 'sh')).toEqual(['npm ci && npm start', 'npm ci && npm test']);
  });

  test('shows a picture that is there and small, with words for those who cannot see it', () => {
    const pictures = [...readme.matchAll(/!\[(.*?)\]\((.*?)\)/g)];
    expect(pictures.length).toBeGreaterThan(0);
    for (const [, words, path] of pictures) {
      expect(words.length).toBeGreaterThan(40);
      expect(statSync(join(ROOT, path)).size).toBeLessThan(300_000);
    }
  });

  test('names the licence in its first two lines', () => {
    expect(readme.split('\n').slice(0, 2).join('\n')).toContain('MIT');
  });
});

describe.each(PAGES)('$path', ({ path, text }) => {
  const snippets = blocks(text, 'js');
  // check:package runs the demo, which takes its time
  const commands = blocks(text, 'text')
    .flatMap((block) => block.split('\n'))
    .filter((line) => line.startsWith('tvinesynth ') && !line.startsWith('tvinesynth demo'));

  test('links to files that are there', () => {
    const links = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, link]) => link);
    const own = links.filter((link) => !link.includes('://'));
    expect(own.filter((link) => !existsSync(join(ROOT, path, '..', link)))).toEqual([]);
  });

  test('asks for the Node that the package asks for', () => {
    const asked = [...text.matchAll(/Node (\d[\d.]*\d)/g)].map(([, version]) => version);
    expect(asked.filter((version) => version !== '20.19')).toEqual([]);
  });

  test.skipIf(snippets.length === 0).each(snippets)(
    'has examples that run: %#',
    async (code) => {
      const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], {
        cwd: folderOf(path),
      });
      // what the last line prints stands beside it, unless it is left to the reader to see
      const last = stdout.trim().split('\n').at(-1);
      const end = code.split('\n').at(-1) ?? '';
      const stated = /console\.log\(.*\); \/\/ (.*)$/.exec(end)?.[1];
      if (!end.startsWith('console.log')) expect(stdout).toBe('');
      else if (stated === undefined) expect(last).toMatch(/^[\d. ]+$/);
      else expect(last).toBe(stated);
    },
    MOST_TIME,
  );

  test.skipIf(commands.length === 0)(
    'has commands that run, one after the other',
    async () => {
      for (const command of commands) {
        const [, ...words] = command.split(' ');
        // the same, in less time
        const quick =
          words[0] === 'run' && !words.includes('--preset') ? ['--preset', 'quick'] : [];
        await run(process.execPath, [join(ROOT, 'dist/cli.js'), ...words, ...quick], {
          cwd: folderOf(path),
        });
      }
    },
    MOST_TIME,
  );
});
