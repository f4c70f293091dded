import { describe, expect, test } from 'vitest';
import { candidateLevels } from '../../src/study/levels.ts';

describe('candidate levels', () => {
  test("automatic ones are the paper's for d = 26", () => {
    expect(candidateLevels(26)).toEqual([1, 5, 10, 15, 20, 26]);
  });

  test.each([
    [0, [0]],
    [1, [1]],
    [4, [1, 2, 3, 4]],
    [5, [1, 2, 3, 4, 5]],
    [6, [1, 6]],
    [7, [1, 5, 7]],
    [10, [1, 5, 10]],
    [12, [1, 5, 10, 12]],
    [35, [1, 5, 10, 15, 20, 25, 30, 35]],
    [36, [1, 10, 20, 30, 36]],
    [60, [1, 10, 20, 30, 40, 50, 60]],
    [300, [1, 45, 90, 135, 180, 225, 270, 300]],
  ])('of %i trees', (tMax, levels) => {
    expect(candidateLevels(tMax, 'auto')).toEqual(levels);
  });

  test('all, and lists in any order', () => {
    expect(candidateLevels(7, 'all')).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(candidateLevels(7, ['full', 3, 0, 3, 7])).toEqual([0, 3, 7]);
  });

  test('what cannot be is refused, with what can', () => {
    expect(() => candidateLevels(7, [8])).toThrow('found 8, but the highest level is 7');
    expect(() => candidateLevels(7, [1.5])).toThrow('whole numbers from 0 to 7');
    expect(() => candidateLevels(7, [])).toThrow('found none');
    expect(() => candidateLevels(7, 'some' as 'all')).toThrow("found 'some'");
    expect(() => candidateLevels(-1)).toThrow('Truncation: found -1');
  });
});
