import { expect, test } from 'vitest';
import { filesBelow } from '../support/repository.ts';
import { importsOf } from '../support/sourceRules.ts';

test('only files.ts needs Node, and no other file of the folder needs files.ts', () => {
  const others = filesBelow('src/table', '.ts').filter(({ path }) => !path.endsWith('/files.ts'));
  expect(others.length).toBeGreaterThan(15);
  for (const { path, text } of others) {
    const strangers = importsOf(path, text).filter(
      (name) => name.startsWith('node:') || name.endsWith('/files.ts'),
    );
    expect(strangers, path).toEqual([]);
    expect(/\b(Buffer|process|__dirname)\b/.test(text.replace(/\/\*[\s\S]*?\*\//g, '')), path).toBe(
      false,
    );
  }
});
