import { expect, test } from 'vitest';
import { chooseStrength, drawFolds, strengthPath } from '../../src/learners/choosePenalty.ts';
import { rngFromSeed } from '../../src/random/rng.ts';

test('folds share out every row once, and each class evenly', () => {
  const kinds = Int32Array.from({ length: 53 }, (_, i) => (i % 4 === 0 ? 1 : 0));
  const folds = drawFolds(kinds, 5, rngFromSeed(1));
  expect(folds.flatMap((fold) => [...fold]).sort((a, b) => a - b)).toEqual([...kinds.keys()]);
  for (const fold of folds) {
    const ones = fold.filter((row) => kinds[row] === 1).length;
    expect(ones === 2 || ones === 3).toBe(true);
    expect(fold.length === 10 || fold.length === 11).toBe(true);
  }
  expect(() => drawFolds(kinds, 54, rngFromSeed(1))).toThrow(/found 54 for 53 rows/);
  expect(() => drawFolds(kinds, 1, rngFromSeed(1))).toThrow(/folds/);
});

test('the strength with the least summed loss; every fold is held once', () => {
  const folds = [Int32Array.of(0, 3), Int32Array.of(1), Int32Array.of(2, 4)];
  const held: number[][] = [];
  const chosen = chooseStrength(
    (train, out, strengths) => {
      expect([...train, ...out].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
      held.push([...out]);
      return strengths.map((strength) => (strength - out.length) ** 2);
    },
    Float64Array.of(4, 2, 1.5, 1),
    folds,
  );
  // least at (2 + 1 + 2) / 3 = 1.67: losses 17, 1, 0.75, 2
  expect(chosen).toBe(1.5);
  expect(held).toEqual([[0, 3], [1], [2, 4]]);
});

test('paths of strengths fall evenly on the scale of logarithms', () => {
  const lasso = strengthPath(2, 1);
  expect(lasso[0]).toBe(2);
  expect(lasso[39]).toBeCloseTo(2e-4, 12);
  expect(lasso[1] / lasso[0]).toBeCloseTo(lasso[39] / lasso[38], 12);
  expect(strengthPath(2, 0.5)[0]).toBe(4);
  expect(strengthPath(2, 0)[0]).toBe(200);
});
