/** What a leaf tells of its rows. */
import { describe, expect, test } from 'vitest';
import { leafShares } from '../../src/model/leafShares.ts';

const K = 5;
const above = Float64Array.of(0.4, 0.1, 0.2, 0.1, 0.2);
const shares = (counts: readonly number[], isOrdered: boolean) =>
  Array.from(leafShares({ counts: Float64Array.from(counts), above, isOrdered }, K));

describe('shares of a leaf', () => {
  test('are those of its counts, to the nearest five', () => {
    const found = shares([20, 10, 40, 5, 25], false);
    expect(found.map((share) => share * 100)).toEqual(
      [20, 10, 40, 5, 25].map((x) => expect.closeTo(x)),
    );
  });

  test('of rare cells, are their sum, spread as in the node above', () => {
    // six rows in the second and the last but one cell, which have the same share above
    for (const rare of [
      [4, 2],
      [2, 4],
      [3, 3],
    ]) {
      const found = shares([20, rare[0], 40, rare[1], 34], false);
      expect(found[1]).toBeCloseTo(0.025, 12);
      expect(found[3]).toBeCloseTo(0.025, 12);
    }
  });

  test('are nothing where there is nobody, and next to nobody', () => {
    expect(shares([50, 0, 50, 0, 0], false)).toEqual([0.5, 0, 0.5, 0, 0]);
    expect(shares([48, 1, 50, 0, 1], false)).toEqual(shares([49, 0, 51, 0, 0], false));
    expect(shares([50, 0, 50, 0, 0], true)).toEqual([0.5, 0, 0.5, 0, 0]);
  });

  test('of numbers, are told of runs of five rows', () => {
    const found = shares([3, 2, 50, 1, 4], true);
    // five rows in the first two cells, with shares of 4 to 1 above, and five in the last two, with 1 to 2
    expect(found.map((share) => share * 60)).toEqual(
      [4, 1, 50, 5 / 3, 10 / 3].map((x) => expect.closeTo(x)),
    );
    expect(shares([1, 4, 50, 5, 0], true).slice(0, 2)).toEqual(found.slice(0, 2));
  });

  test('are those of the node above where there are too few rows', () => {
    expect(shares([1, 0, 1, 0, 0], false)).toEqual(Array.from(above));
  });

  test('spread evenly what the node above has nothing of', () => {
    const own = { counts: Float64Array.of(30, 3, 3), above: Float64Array.of(1, 0, 0) };
    const found = leafShares({ ...own, isOrdered: false }, K);
    expect(found[1]).toBe(found[2]);
    expect(found[1]).toBeGreaterThan(0);
  });
});
