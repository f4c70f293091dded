/** Which truncations a preview of many columns shows. */

import { expect, test } from 'vitest';
import { previewedTruncations, takesLong } from '../../src/order/previewedTruncations.ts';

test('all truncations while they are cheap', () => {
  for (const trees of [1, 2, 30, 140]) {
    expect(previewedTruncations(trees, { tMax: trees, blockBound: null })).toBeUndefined();
  }
});

test('else the first, the last, the bounds with the next, and even steps; rising, and not many', () => {
  for (const trees of [160, 200, 399, 600, 1999]) {
    const [tMax, blockBound] = [trees - 2, trees - 17];
    const shown = previewedTruncations(trees, { tMax, blockBound }) ?? [];
    expect(shown).toEqual([...new Set(shown)].sort((a, b) => a - b));
    expect([shown[0], shown.at(-1)]).toEqual([1, trees]);
    for (const level of [tMax, tMax + 1, blockBound, blockBound + 1]) {
      expect(shown).toContain(level);
    }
    // work of d³ for each: no more than that of all truncations of 150 columns, or of ten
    expect(shown.length).toBeLessThanOrEqual(Math.max(10, 5e8 / trees ** 3));
  }
});

test('bounds outside the vine are left out', () => {
  expect(
    previewedTruncations(300, { tMax: 300, blockBound: 0 })?.every((t) => t >= 1 && t <= 300),
  ).toBe(true);
});

test('regressions within classes count as further ones', () => {
  const bounds = { tMax: 100, blockBound: null };
  expect(previewedTruncations(110, bounds, 3)).toBeUndefined();
  expect(previewedTruncations(130, bounds, 3)?.length).toBeLessThanOrEqual(5e8 / 130 ** 3 / 3);
  expect([takesLong(600), takesLong(601)]).toEqual([false, true]);
  expect([takesLong(416, 3), takesLong(417, 3)]).toEqual([false, true]);
});
