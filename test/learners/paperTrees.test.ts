import { expect, test } from 'vitest';
import { paperTrees } from '../../src/learners/paperTrees.ts';

const path = (error: (trees: number) => number) =>
  Float64Array.from({ length: 2000 }, (_, i) => error(i + 1));

test('the least mean over the path so far', () => {
  expect(paperTrees(path((trees) => 1 / trees))).toBe(2000);
  expect(paperTrees(path((trees) => trees))).toBe(100);
  // low up to 700 trees, high behind: the mean rises from there
  expect(paperTrees(path((trees) => (trees <= 700 ? 1 / trees : 1)))).toBe(700);
  // falls below the mean of the start only late
  expect(paperTrees(path((trees) => (trees <= 350 ? 1 : trees <= 1450 ? 0.5 : 2)))).toBe(1400);
});

test('the smallest of sizes that are equally good', () => {
  expect(paperTrees(path(() => 0.25))).toBe(100);
});
