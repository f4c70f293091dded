import { describe, expect, test } from 'vitest';
import type { Features } from '../../src/features/features.ts';
import type { Target } from '../../src/features/target.ts';
import { type BoostedTrees, fitBoosting, predictBoosting } from '../../src/learners/boosting.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { Draw } from '../support/draw.ts';
import { classesOf, drawClasses, featuresOf, numbersOf } from './tables.ts';

const rng = rngFromSeed(50);
const { features, target } = drawClasses(new Draw(51), 200, 5);
const curve = numbersOf(features.columns[0].map((x, i) => x * x + features.columns[2][i]));

function sumOfTrees(columns: Features, response: Target, settings = {}): BoostedTrees {
  const fitted = fitBoosting(columns, response, settings, rng);
  return fitted.kind === 'numeric' ? fitted.model : fitted.model.models[0];
}

describe('one stump by hand', () => {
  const x = featuresOf([1, 2, 3, 4]);
  const stump = { rounds: 1, depth: 1, leafWeight: 0 };

  test('squared loss', () => {
    const { base, trees, lossPath } = sumOfTrees(x, numbersOf([0, 2, 10, 12]), {
      ...stump,
      ridge: 0,
    });
    expect(base).toBe(6);
    expect([...trees[0].threshold]).toEqual([2.5, 0, 0]);
    expect(trees[0].leaves[0]).toBeCloseTo(-0.5, 15);
    expect(trees[0].leaves[1]).toBeCloseTo(0.5, 15);
    // half of 36, 16, 16, 36 in the mean, then of 5.5 and 3.5 squared
    expect(lossPath[0]).toBeCloseTo(13, 14);
    expect(lossPath[1]).toBeCloseTo((5.5 ** 2 + 3.5 ** 2) / 4, 14);
  });

  test('logistic loss', () => {
    const { base, trees, lossPath } = sumOfTrees(x, classesOf([0, 0, 1, 1]), stump);
    expect(base).toBe(0);
    // two gradients of 1/2 over two curvatures of 1/4 and the ridge of 1, a tenth of it
    expect(trees[0].leaves[0]).toBeCloseTo(-0.1 / 1.5, 15);
    expect(trees[0].leaves[1]).toBeCloseTo(0.1 / 1.5, 15);
    expect(lossPath[0]).toBeCloseTo(Math.log(2), 15);
    expect(lossPath[1]).toBeCloseTo(Math.log1p(Math.exp(-0.1 / 1.5)), 15);
  });

  test('a leaf holds its least weight', () => {
    const response = numbersOf([0, 10, 10, 10]);
    expect(sumOfTrees(x, response, stump).trees[0].threshold[0]).toBe(1.5);
    expect(sumOfTrees(x, response, { ...stump, leafWeight: 2 }).trees[0].threshold[0]).toBe(2.5);
    expect(sumOfTrees(x, response, { ...stump, leafWeight: 3 }).trees[0].feature).toEqual(
      Int32Array.of(-1),
    );
  });
});

test('the loss on the training rows falls with every tree', () => {
  for (const response of [target, curve]) {
    const { lossPath } = sumOfTrees(features, response, { rounds: 60 });
    expect(lossPath).toHaveLength(61);
    for (let i = 1; i < lossPath.length; i++) expect(lossPath[i]).toBeLessThan(lossPath[i - 1]);
    expect(lossPath[60]).toBeLessThan(0.5 * lossPath[0]);
  }
});

test('predicts what its loss says: classes, numbers, several classes', () => {
  const fitted = fitBoosting(features, target, { rounds: 30 }, rng);
  const prediction = predictBoosting(fitted, features);
  if (prediction.kind !== 'classes' || fitted.kind !== 'classes') return expect.unreachable();
  const loss = target.codes.reduce(
    (sum, k, i) => sum - Math.log(prediction.probabilities[k][i]),
    0,
  );
  expect(loss / 200).toBeCloseTo(fitted.model.models[0].lossPath[30], 12);

  const numeric = fitBoosting(features, curve, { rounds: 30 }, rng);
  const values = predictBoosting(numeric, features);
  if (values.kind !== 'numeric' || numeric.kind !== 'numeric') return expect.unreachable();
  const half = curve.values.reduce((sum, y, i) => sum + (y - values.values[i]) ** 2 / 2, 0);
  expect(half / 200).toBeCloseTo(numeric.model.lossPath[30], 12);

  const three = drawClasses(new Draw(52), 200, 4, 3);
  const shares = predictBoosting(
    fitBoosting(three.features, three.target, {}, rng),
    three.features,
  );
  if (shares.kind !== 'classes') return expect.unreachable();
  const [a, b, c] = shares.probabilities;
  a.forEach((p, i) => {
    expect(p + b[i] + c[i]).toBeCloseTo(1, 12);
  });
});

test('is a function of its stream; a subsample draws from it', () => {
  const settings = { rounds: 10, subsample: 0.5 };
  const boosted = (seed: number) => fitBoosting(features, target, settings, rngFromSeed(seed));
  expect(boosted(1)).toEqual(boosted(1));
  expect(boosted(1)).not.toEqual(boosted(2));
});

test('stops once the held-out rows gain nothing', () => {
  const noise = classesOf(Int32Array.from({ length: 200 }, (_, i) => (i * 7) % 2));
  const stopping = { share: 0.3, patience: 10 };
  const few = sumOfTrees(features, noise, { rounds: 500, stopping }).trees.length;
  const many = sumOfTrees(features, target, { rounds: 500, stopping }).trees.length;
  expect(few).toBeLessThan(20);
  expect(many).toBeGreaterThan(20);
  expect(many).toBeLessThan(500);
});

test('refuses settings that make no sense', () => {
  expect(() => fitBoosting(features, target, { shrinkage: 2 }, rng)).toThrow(/shrinkage: found 2/);
  expect(() => fitBoosting(features, target, { rounds: Number.NaN }, rng)).toThrow(/rounds/);
});
