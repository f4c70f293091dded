import { describe, expect, test } from 'vitest';
import type { Features } from '../../src/features/features.ts';
import { drawCounts } from '../../src/learners/bootstrap.ts';
import { type Forest, growForest, growTrees, predictForest } from '../../src/learners/forest.ts';
import { asClasses } from '../../src/learners/learner.ts';
import type { Tree } from '../../src/learners/tree.ts';
import { InputError } from '../../src/numerics/inputError.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { Draw } from '../support/draw.ts';
import { classesOf, drawClasses, featuresOf, normal, numbersOf, readClasses } from './tables.ts';

const seeded = (seed = 1) => rngFromSeed(seed);
const { features, target } = drawClasses(new Draw(10), 150, 6);
const fresh = drawClasses(new Draw(11), 80, 6);

/** The numbers of the leaf that a row ends in, by another walk than the product's. */
function walk({ feature, threshold, right, leaves, width }: Tree, row: number[]): number[] {
  const from = (node: number): number[] => {
    if (feature[node] < 0) {
      return [...leaves.slice(right[node] * width, (right[node] + 1) * width)];
    }
    return from(row[feature[node]] <= threshold[node] ? node + 1 : right[node]);
  };
  return from(0);
}

const rowOf = ({ columns }: Features, i: number) => columns.map((column) => column[i]);
const argmax = (values: number[]) => values.indexOf(Math.max(...values));

describe('a forest of classes', () => {
  const forest = growForest(features, target, { trees: 40 }, seeded());

  test('is the same again, and its first trees are those of a smaller one', () => {
    expect(growForest(features, target, { trees: 40 }, seeded())).toEqual(forest);
    const smaller = growForest(features, target, { trees: 7 }, seeded());
    expect(smaller.trees).toEqual(forest.trees.slice(0, 7));
    expect(growForest(features, target, { trees: 7 }, seeded(2)).trees).not.toEqual(smaller.trees);
  });

  test('classifies the drawn rows of every tree without a mistake', () => {
    forest.trees.forEach((tree, b) => {
      const counts = drawCounts(150, 150, true, seeded().split('tree', b, 'rows'));
      counts.forEach((count, i) => {
        const leaf = walk(tree, rowOf(features, i));
        if (count > 0) expect(leaf[1 - target.codes[i]]).toBe(0);
      });
      expect(tree.leaves.reduce((sum, count) => sum + count, 0)).toBe(150);
    });
  });

  test('predicts by votes and by shares as a walk through every tree does, in any order of trees', () => {
    const shallow = growForest(features, target, { trees: 15, maxDepth: 3 }, seeded());
    for (const voting of ['votes', 'probabilities'] as const) {
      const { probabilities } = asClasses(predictForest(shallow, fresh.features, voting));
      const turned: Forest = { ...shallow, trees: [...shallow.trees].reverse() };
      const again = asClasses(predictForest(turned, fresh.features, voting)).probabilities;
      for (let i = 0; i < 80; i++) {
        const said = shallow.trees.map((tree) => {
          const leaf = walk(tree, rowOf(fresh.features, i));
          return voting === 'votes' ? argmax(leaf) : leaf[1] / (leaf[0] + leaf[1]);
        });
        const expected = said.reduce((sum, x) => sum + x, 0) / 15;
        expect(probabilities[1][i]).toBeCloseTo(expected, 13);
        expect(probabilities[0][i] + probabilities[1][i]).toBeCloseTo(1, 13);
        expect(again[1][i]).toBeCloseTo(expected, 13);
      }
    }
  });

  test('does not change when a column is transformed monotonously', () => {
    const bent = featuresOf(
      ...features.columns.map((x, j) => (j === 0 ? x.map((v) => v ** 3) : x)),
    );
    const other = growForest(bent, target, { trees: 40 }, seeded());
    // thresholds follow the column; a row that a tree did not see may lie on their other side
    other.trees.forEach(({ feature, right, leaves }, b) => {
      expect(feature).toEqual(forest.trees[b].feature);
      expect(right).toEqual(forest.trees[b].right);
      expect(leaves).toEqual(forest.trees[b].leaves);
    });
    expect(other.report.giniDecrease).toEqual(forest.report.giniDecrease);
    const whole = { trees: 10, bootstrap: false, maxDepth: 4 };
    expect(predictForest(growForest(bent, target, whole, seeded()), bent)).toEqual(
      predictForest(growForest(features, target, whole, seeded()), features),
    );
  });

  test('hands over its trees one by one', () => {
    const trees: Tree[] = [];
    const report = growTrees(features, target, { trees: 40 }, seeded(), (tree) => trees.push(tree));
    expect(trees).toEqual(forest.trees);
    expect(report).toEqual(forest.report);
  });

  test('ranks features by what they are worth; noise is worth nothing under permutation', () => {
    const { report } = growForest(
      features,
      target,
      { trees: 300, permutationImportance: true },
      seeded(),
    );
    const { mean, standardError } = report.permutation ?? expect.unreachable();
    expect(argmax([...report.giniDecrease])).toBe(0);
    expect(argmax([...mean])).toBe(0);
    expect(mean[0]).toBeGreaterThan(0.1);
    for (let j = 2; j < 6; j++) {
      // the noise of the table itself, 150 rows, stays about 0.01; that of 300 trees is far less
      expect(Math.abs(mean[j])).toBeLessThan(0.015);
      expect(standardError[j]).toBeLessThan(0.005);
      expect(report.giniDecrease[0]).toBeGreaterThan(2 * report.giniDecrease[j]);
    }
  });
});

describe('the rows that trees did not see', () => {
  test('classes: votes and the path of the error, from scratch', () => {
    const forest = growForest(features, target, { trees: 25, nodeSize: 10 }, seeded(3));
    const found = forest.report.outOfBag ?? expect.unreachable();
    const votes = Array.from({ length: 150 }, () => [0, 0]);
    forest.trees.forEach((tree, b) => {
      const counts = drawCounts(150, 150, true, seeded(3).split('tree', b, 'rows'));
      let wrong = 0;
      let seen = 0;
      votes.forEach((vote, i) => {
        if (counts[i] === 0) vote[argmax(walk(tree, rowOf(features, i)))]++;
        if (vote[0] + vote[1] === 0) return;
        seen++;
        const own = vote[target.codes[i]];
        const other = vote[1 - target.codes[i]];
        wrong += own > other ? 0 : own < other ? 1 : 0.5;
      });
      expect(found.errorPath[b]).toBeCloseTo(wrong / seen, 12);
    });
    expect(found.error).toBe(found.errorPath[24]);
    votes.forEach(([no, yes], i) => {
      expect(found.timesOut[i]).toBe(no + yes);
      expect(found.predictions[1][i]).toBeCloseTo(yes / (no + yes), 14);
    });
  });

  test('numbers: mean predictions and the path of the squared error, from scratch', () => {
    const values = features.columns[0].map((x, i) => x * x + features.columns[2][i]);
    const forest = growForest(features, numbersOf(values), { trees: 20 }, seeded(4));
    const found = forest.report.outOfBag ?? expect.unreachable();
    const sums = new Float64Array(150);
    const times = new Float64Array(150);
    forest.trees.forEach((tree, b) => {
      const counts = drawCounts(150, 150, true, seeded(4).split('tree', b, 'rows'));
      const misses: number[] = [];
      values.forEach((value, i) => {
        if (counts[i] === 0) {
          sums[i] += walk(tree, rowOf(features, i))[0];
          times[i]++;
        }
        if (times[i] > 0) misses.push((sums[i] / times[i] - value) ** 2);
      });
      const mean = misses.reduce((sum, x) => sum + x, 0) / misses.length;
      expect(found.errorPath[b]).toBeCloseTo(mean, 10);
    });
    expect(found.predictions[0][5]).toBeCloseTo(sums[5] / times[5], 12);
  });

  test('there are none without bootstrap, and some with a smaller sample', () => {
    const whole = { trees: 3, bootstrap: false };
    expect(growForest(features, target, whole, seeded()).report.outOfBag).toBeUndefined();
    const half = growForest(features, target, { ...whole, sampleSize: 75 }, seeded());
    const times = half.report.outOfBag?.timesOut.reduce((sum, x) => sum + x, 0);
    expect(times).toBe(3 * 75);
    const unasked = growForest(features, target, { trees: 3, outOfBag: false }, seeded());
    expect(unasked.report.outOfBag).toBeUndefined();
  });
});

describe('a forest of numbers', () => {
  test('follows a curve, and predicts the mean over trees', () => {
    const draw = new Draw(12);
    const x = draw.column(400, () => 4 * draw.uniform());
    const noise = draw.column(400, () => normal(draw));
    const y = x.map((v) => 1e6 + v * v);
    const forest = growForest(featuresOf(x, noise), numbersOf(y), { trees: 50, mtry: 2 }, seeded());
    const probe = featuresOf([0.5, 2, 3.5], [0, 0, 0]);
    const prediction = predictForest(forest, probe);
    if (prediction.kind !== 'numeric') return expect.unreachable();
    [0.25, 4, 12.25].forEach((expected, i) => {
      expect(Math.abs(prediction.values[i] - 1e6 - expected)).toBeLessThan(0.5);
      const said = forest.trees.map((tree) => walk(tree, rowOf(probe, i))[0]);
      expect(prediction.values[i]).toBeCloseTo(said.reduce((sum, v) => sum + v, 0) / 50, 6);
    });
  });
});

describe('histogram splits', () => {
  test('with a bin for every value are exact splits', () => {
    const exact = growForest(features, target, { trees: 5, splits: 'exact' }, seeded());
    const bins = { trees: 5, splits: 'histogram', bins: 150 } as const;
    expect(growForest(features, target, bins, seeded())).toEqual(exact);
  });

  test('with few bins ask between them only', () => {
    const few = { trees: 20, splits: 'histogram', bins: 4 } as const;
    const { trees } = growForest(features, target, few, seeded());
    const asked = new Set<number>();
    for (const tree of trees) {
      tree.feature.forEach((j, node) => {
        if (j === 2) asked.add(tree.threshold[node]);
      });
    }
    // three cuts between four bins, and those across bins that are empty in a node
    expect(asked.size).toBeLessThanOrEqual(6);
    expect(asked.size).toBeGreaterThanOrEqual(3);
  });
});

test('edges: one class, one row, no feature, a level that training never saw', () => {
  const one = growForest(features, classesOf(new Int32Array(150)), { trees: 2 }, seeded());
  expect(asClasses(predictForest(one, features)).probabilities[1][0]).toBe(0);
  const single = growForest(featuresOf([3]), classesOf([1]), { trees: 2 }, seeded());
  expect([...asClasses(predictForest(single, featuresOf([1, 5]))).probabilities[1]]).toEqual([
    1, 1,
  ]);
  expect(single.report.outOfBag?.error).toBeNaN();
  const none = growForest(featuresOf(), classesOf([0, 1]), { trees: 2 }, seeded());
  expect(none.trees[0].feature.length).toBe(1);
  const third = growForest(
    features,
    classesOf(target.codes, ['a', 'b', 'c']),
    { trees: 5 },
    seeded(),
  );
  const { probabilities } = asClasses(predictForest(third, features));
  expect(probabilities[2].every((p) => p === 0)).toBe(true);
});

test('refuses what it cannot use, and names it', () => {
  const grow =
    (columns: Features, settings = {}, response = target) =>
    () =>
      growForest(columns, response, { trees: 2, ...settings }, seeded());
  const gap = featuresOf(...features.columns);
  gap.columns[2][17] = Number.NaN;
  expect(grow(gap)).toThrow(/'x3', row 18: found no finite number/);
  expect(grow(featuresOf([1, 2]))).toThrow(/'x1': found 2 rows where the response has 150/);
  expect(grow(features, {}, classesOf(target.codes.map((c) => c - 1)))).toThrow(/Response, row/);
  expect(grow(featuresOf(), {}, classesOf([]))).toThrow(/found no rows/);
  expect(grow(features, { mtry: 7 })).toThrow(/mtry: found 7. Give a whole number from 1 to 6/);
  expect(grow(features, { trees: 0 })).toThrow(InputError);
  expect(grow(features, { nodeSize: 0.5 })).toThrow(/nodeSize/);
  expect(grow(features, { bootstrap: false, sampleSize: 151 })).toThrow(/sampleSize/);
  expect(grow(features, { bootstrap: false, permutationImportance: true })).toThrow(/did not see/);
  const forest = growForest(features, target, { trees: 2 }, seeded());
  expect(() => predictForest(forest, featuresOf([1]))).toThrow(/found nothing where .* 'x2'/);
  expect(() =>
    predictForest(forest, { ...features, names: ['b', ...features.names.slice(1)] }),
  ).toThrow(/found 'b' where the model was fitted to 'x1'/);
});

/** The share of pairs of a positive and a negative row that the scores put in the right order. */
function pairsInOrder(scores: Float64Array, codes: Int32Array): number {
  let sum = 0;
  let pairs = 0;
  codes.forEach((a, i) => {
    codes.forEach((b, j) => {
      if (a !== 1 || b !== 0) return;
      pairs++;
      sum += scores[i] > scores[j] ? 1 : scores[i] === scores[j] ? 0.5 : 0;
    });
  });
  return sum / pairs;
}

function balanced(scores: Float64Array, codes: Int32Array): number {
  const recall = (k: number) => {
    const own = [...scores.keys()].filter((i) => codes[i] === k);
    return own.filter((i) => scores[i] > 0.5 === (k === 1)).length / own.length;
  };
  return (recall(0) + recall(1)) / 2;
}

describe('600 trees on real tables come to where other forests come', () => {
  const cases = [
    ['real_data_I_d20', 'real_data_I_d20_test', [0.9, 0.93], [0.965, 0.98]],
    ['real_support2_small', 'test_support2_small', [0.68, 0.73], [0.78, 0.805]],
  ] as const;
  for (const [trained, tested, [hardLow, hardHigh], [softLow, softHigh]] of cases) {
    test(trained, (context) => {
      const train = readClasses(`data/${trained}.csv`, context);
      const real = readClasses(`data/${tested}.csv`, context);
      const forest = growForest(train.features, train.target, { trees: 600 }, seeded());
      const votes = asClasses(predictForest(forest, real.features, 'votes')).probabilities[1];
      const hard = balanced(votes, real.target.codes);
      const soft = pairsInOrder(votes, real.target.codes);
      expect(hard).toBeGreaterThan(hardLow);
      expect(hard).toBeLessThan(hardHigh);
      expect(soft).toBeGreaterThan(softLow);
      expect(soft).toBeLessThan(softHigh);
    });
  }
});
