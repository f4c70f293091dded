import { expect, test } from 'vitest';
import type { Features } from '../../src/features/features.ts';
import type { Target } from '../../src/features/target.ts';
import { codeColumn } from '../../src/learners/codedColumns.ts';
import { codeSorter } from '../../src/learners/distinctCodes.ts';
import { growForest } from '../../src/learners/forest.ts';
import { treeGrower } from '../../src/learners/growTree.ts';
import { numericSearch } from '../../src/learners/splitSearch.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { Draw } from '../support/draw.ts';
import { classesOf, drawClasses, featuresOf, numbersOf } from './tables.ts';

const rng = rngFromSeed(1);
const all = { trees: 1, bootstrap: false };

test('a tree by hand: splits, leaves, decrease of the Gini index', () => {
  const features = featuresOf([1, 2, 3, 4, 5, 6]);
  const { trees, report } = growForest(features, classesOf([0, 0, 0, 1, 0, 1]), all, rng);
  // 3.5 leaves 4/3 of 8/3; then 4.5 and 5.5 are equally good for (1, 0, 1), and the first is taken
  expect(trees[0]).toEqual({
    feature: Int32Array.of(0, -1, 0, -1, 0, -1, -1),
    threshold: Float64Array.of(3.5, 0, 4.5, 0, 5.5, 0, 0),
    right: Int32Array.of(2, 0, 4, 1, 6, 2, 3),
    leaves: Float64Array.of(3, 0, 0, 1, 1, 0, 0, 1),
    width: 2,
  });
  expect(report.giniDecrease[0]).toBeCloseTo(4 / 3 + 1 / 3 + 1, 14);
});

test('a regression tree by hand: means, decrease of the sum of squares, node size', () => {
  const features = featuresOf([1, 2, 3, 4]);
  const target = numbersOf([10, 12, 30, 32]);
  const { trees, report } = growForest(features, target, { ...all, nodeSize: 2 }, rng);
  expect([...trees[0].threshold]).toEqual([2.5, 0, 0]);
  expect([...trees[0].leaves]).toEqual([11, 31]);
  // from 404 around the mean 21 to 2 and 2 around 11 and 31
  expect(report.giniDecrease[0]).toBeCloseTo(400, 12);
  const full = growForest(features, target, { ...all, nodeSize: 1 }, rng);
  expect([...full.trees[0].leaves]).toEqual([10, 12, 30, 32]);
  expect(full.report.giniDecrease[0]).toBeCloseTo(404, 12);
  const stump = growForest(features, target, { ...all, nodeSize: 1, maxDepth: 1 }, rng);
  expect([...stump.trees[0].leaves]).toEqual([11, 31]);
  const root = growForest(features, target, { ...all, maxDepth: 0 }, rng);
  expect([...root.trees[0].leaves]).toEqual([21]);
});

/** The least impurity that a single split of all rows can leave, from the definition. */
function leastImpurity({ columns }: Features, target: Target): number {
  const impurity = (rows: number[]) => {
    if (target.kind === 'numeric') {
      const mean = rows.reduce((sum, i) => sum + target.values[i], 0) / rows.length;
      return rows.reduce((sum, i) => sum + (target.values[i] - mean) ** 2, 0);
    }
    const shares = target.levels.map(
      (_, k) => rows.filter((i) => target.codes[i] === k).length / rows.length,
    );
    return rows.length * (1 - shares.reduce((sum, p) => sum + p * p, 0));
  };
  const rows = Array.from(columns[0], (_, i) => i);
  return Math.min(
    ...columns.flatMap((column) =>
      [...new Set(column)]
        .sort((a, b) => a - b)
        .slice(0, -1)
        .map((cut) => {
          const left = rows.filter((i) => column[i] <= cut);
          return impurity(left) + impurity(rows.filter((i) => column[i] > cut));
        }),
    ),
  );
}

test('the first split is the best of all, for two, three and five classes and for numbers', () => {
  const draw = new Draw(3);
  for (const n of [3, 12, 15, 40, 120]) {
    for (const classes of [2, 3, 5]) {
      const { features, target } = drawClasses(draw, n, 4, classes);
      check(features, target);
      check(features, numbersOf(draw.column(n, (_, i) => features.columns[2][i] + draw.uniform())));
    }
  }

  function check(features: Features, target: Target) {
    const one = { ...all, mtry: 4, maxDepth: 1, nodeSize: 1 };
    const { trees, report } = growForest(features, target, one, rng);
    const [tree] = trees;
    const total = report.giniDecrease.reduce((sum, gain) => sum + gain, 0);
    const rootOnly = growForest(features, target, { ...one, maxDepth: 0 }, rng).trees[0];
    expect(tree.feature.length).toBe(
      new Set(target.kind === 'classes' ? target.codes : [0, 1]).size > 1 ? 3 : 1,
    );
    if (tree.feature.length === 1) return;
    let before: number;
    if (target.kind === 'numeric') {
      before = target.values.reduce((sum, y) => sum + (y - rootOnly.leaves[0]) ** 2, 0);
    } else {
      const n = target.codes.length;
      before = n - rootOnly.leaves.reduce((sum, count) => sum + count ** 2, 0) / n;
    }
    expect(total).toBeCloseTo(before - leastImpurity(features, target), 8);
  }
});

test('two classes and three of which one is empty grow the same tree', () => {
  const { features, target } = drawClasses(new Draw(4), 200, 6);
  const settings = { trees: 5, mtry: 2 };
  const two = growForest(features, target, settings, rng);
  const three = growForest(features, classesOf(target.codes, ['a', 'b', 'c']), settings, rng);
  two.trees.forEach((tree, b) => {
    expect(three.trees[b].feature).toEqual(tree.feature);
    expect(three.trees[b].threshold).toEqual(tree.threshold);
    expect(three.trees[b].right).toEqual(tree.right);
  });
  two.report.giniDecrease.forEach((gain, j) => {
    expect(three.report.giniDecrease[j]).toBeCloseTo(gain, 9);
  });
});

test('features that do not vary are passed over, so a split is found if there is one', () => {
  const constants = Array.from({ length: 30 }, () => new Array(8).fill(1));
  const x = [1, 2, 3, 4, 5, 6, 7, 8];
  const features = featuresOf(...constants, x);
  const { trees } = growForest(
    features,
    classesOf([0, 0, 0, 0, 1, 1, 1, 1]),
    { ...all, mtry: 1 },
    rng,
  );
  expect([...trees[0].feature]).toEqual([30, -1, -1]);
  const alike = growForest(featuresOf(...constants), classesOf([0, 0, 0, 0, 1, 1, 1, 1]), all, rng);
  expect([...alike.trees[0].leaves]).toEqual([4, 4]);
});

test('a split that gains nothing is still made: exclusive or is learned', () => {
  const features = featuresOf([0, 0, 1, 1], [0, 1, 0, 1]);
  const { trees } = growForest(features, classesOf([0, 1, 1, 0]), { ...all, mtry: 2 }, rng);
  expect(trees[0].leaves.length / 2).toBe(4);
});

test('a tree does not depend on those grown before it', () => {
  const { features, target } = drawClasses(new Draw(5), 60, 9);
  const coded = features.columns.map((column) => codeColumn(column));
  const weights = new Float64Array(60).fill(1);
  const grower = () => {
    const values = Float64Array.from(target.codes);
    const limits = { leastWeight: 0, ridge: 0 };
    const search = numericSearch(weights, values, codeSorter(60, 60), 60, limits);
    return treeGrower(coded, search, { mtry: 2, nodeSize: 1, maxDepth: Infinity }, 60);
  };
  const grow = (by: ReturnType<typeof grower>, seed: number) =>
    by.grow(Int32Array.from(weights.keys()), 60, rngFromSeed(seed), new Float64Array(9));
  const used = grower();
  for (let seed = 0; seed < 5; seed++) grow(used, seed);
  expect(grow(used, 9)).toEqual(grow(grower(), 9));
});
