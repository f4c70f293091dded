import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ROOT, readText } from './support/repository.ts';

const readme = readText('README.md');
const library: object = await import(new URL('../dist/index.js', import.meta.url).href);

/** The code blocks of one language. */
function blocks(language: string): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(
    ([, code]) => code.trim(),
  );
}

describe('README', () => {
  test('has exactly two set-up commands', () => {
    expect(blocks('sh')).toEqual(['npm ci && npm start', 'npm ci && npm test']);
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

  test.skipIf(!('fitVine' in library)).each(blocks('js'))(
    'has examples that run: %#',
    async (code) => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--input-type=module', '--eval', code],
        { cwd: ROOT },
      );
      // what the last line prints stands beside it, unless it is left to the reader to see
      const last = stdout.trim().split('\n').at(-1);
      const stated = /console\.log\(.*\); \/\/ (.*)$/.exec(
        code.trim().split('\n').at(-1) ?? '',
      )?.[1];
      if (stated === undefined) expect(last).toMatch(/^[\d. ]+$/);
      else expect(last).toBe(stated);
    },
  );
});
