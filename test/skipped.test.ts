import { expect, test } from 'vitest';
import { skipReason } from './support/skipReason.ts';

const SOURCE = `test.skipIf(process.getuid?.() === 0)('a', () => {});
describe.skipIf(executable === undefined)('b', () => {
  test('c', () => {});
});
test.skipIf(isOdd(1) && (2 > 1))('d', () => {});
test.runIf(process.env.TVINESYNTH_FULL)('e', () => {});
test.runIf(isOdd(1))('f', () => {});`;

test.each([
  [1, /root/],
  [3, /no Chromium/],
  [5, /^not where isOdd\(1\) && \(2 > 1\)$/],
  [6, /TVINESYNTH_FULL=1/],
  [7, /^only where isOdd\(1\)$/],
])('the reason of what is skipped at line %s is that of its condition', (line, reason) => {
  expect(skipReason(SOURCE, line)).toMatch(reason);
});

test('a test without a condition has none', () => {
  expect(skipReason("test('a', () => {});", 1)).toBe('no reason given');
});
