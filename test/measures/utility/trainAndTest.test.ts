import { describe, expect, type TestContext, test } from 'vitest';
import { growForest, predictForest } from '../../../src/learners/forest.ts';
import { asClasses } from '../../../src/learners/learner.ts';
import type { ModelName, ModelSettings } from '../../../src/learners/models.ts';
import { paperTrees } from '../../../src/learners/paperTrees.ts';
import { auc, labelsOf } from '../../../src/learners/scores.ts';
import {
  type ClassScores,
  type LabelledRows,
  trainAndTest,
} from '../../../src/measures/utility/trainAndTest.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import {
  classesOf,
  drawClasses,
  featuresOf,
  numbersOf,
  readClasses,
} from '../../learners/tables.ts';
import { Draw } from '../../support/draw.ts';

const rng = rngFromSeed(60);
const train = drawClasses(new Draw(61), 200, 5);
const held = drawClasses(new Draw(62), 150, 5);

function classScores(
  model: ModelName,
  a: LabelledRows,
  b: LabelledRows,
  settings: ModelSettings = {},
) {
  const evaluation = trainAndTest(model, a, b, settings, rng);
  if (evaluation.kind !== 'classes') return expect.unreachable();
  return { ...evaluation.scores, notes: evaluation.notes };
}

describe('two classes', () => {
  test.each<[ModelName]>([['forest'], ['logistic'], ['ridge'], ['lasso'], ['boosting']])(
    '%s learns, and is a pure function of data and stream',
    (model) => {
      const found = classScores(model, train, held);
      expect(found.auc).toBeGreaterThan(0.75);
      expect(found.balancedAccuracy).toBeGreaterThan(0.68);
      expect(found.accuracy).toBeGreaterThan(0.68);
      expect(found.f1).toBeGreaterThan(0.65);
      expect(found.brier).toBeLessThan(0.22);
      expect(found.notes).toEqual([]);
      const copy = structuredClone({ train, held, key: rng.key });
      expect(classScores(model, copy.train, copy.held)).toEqual(found);
    },
  );

  test('the forest that keeps no tree scores as the one that does', () => {
    const { auc: found, accuracy } = classScores('forest', train, held, { forest: { trees: 50 } });
    const forest = growForest(train.features, train.target, { trees: 50 }, rng);
    const { probabilities } = asClasses(predictForest(forest, held.features, 'votes'));
    expect(found).toBe(auc(probabilities[1], held.target.codes));
    const right = labelsOf(probabilities).filter((label, i) => label === held.target.codes[i]);
    expect(accuracy).toBe(right.length / 150);
    const soft = { forest: { trees: 50, maxDepth: 2, voting: 'probabilities' } } as const;
    const shallow = growForest(train.features, train.target, { trees: 50, maxDepth: 2 }, rng);
    const shares = asClasses(predictForest(shallow, held.features)).probabilities[1];
    expect(classScores('forest', train, held, soft).auc).toBe(auc(shares, held.target.codes));
  });

  test("the paper's number of trees: that of one forest of 2000, whose first trees are used", () => {
    const few = {
      features: featuresOf(...train.features.columns.map((x) => x.slice(0, 60))),
      target: classesOf(train.target.codes.slice(0, 60), train.target.levels),
    };
    const found = classScores('forest', few, held, { forest: { trees: 'paper' } });
    const forest = growForest(few.features, few.target, { trees: 2000 }, rng);
    const trees = paperTrees(forest.report.outOfBag?.errorPath ?? expect.unreachable());
    expect(found.notes).toEqual([`The forest has ${trees} trees, chosen as the paper does.`]);
    expect(classScores('forest', few, held, { forest: { trees } })).toEqual({
      ...found,
      notes: [],
    });
    const all = { forest: { trees: 'paper', bootstrap: false } } as const;
    expect(() => trainAndTest('forest', few, held, all, rng)).toThrow(/'paper' needs rows/);
  });
});

describe('several classes', () => {
  const many = drawClasses(new Draw(63), 300, 4, 4);
  const others = drawClasses(new Draw(64), 150, 4, 4);

  test.each<[ModelName]>([['forest'], ['logistic'], ['lasso'], ['boosting']])('%s', (model) => {
    const found = classScores(model, many, others);
    expect(found.auc).toBeGreaterThan(0.65);
    expect(found.auc).toBeLessThan(0.95);
    expect(found.balancedAccuracy).toBeGreaterThan(0.35);
    expect(found.f1).toBeGreaterThan(0.3);
    expect(found.brier).toBeLessThan(0.75);
  });

  test('a level that training never saw is never predicted, and noted', () => {
    const levels = [...train.target.levels, 'new'];
    const codes = held.target.codes.map((code, i) => (i < 12 ? 2 : code));
    const found = classScores('logistic', train, { ...held, target: classesOf(codes, levels) });
    expect(found.notes).toEqual([
      "Level 'new' is in 12 test rows and in no training row: it is never predicted.",
    ]);
    expect(found.accuracy).toBeLessThan(1 - 12 / 150);
    expect(found.auc).toBeGreaterThan(0.6);
  });

  test('levels are matched by name, whatever their order', () => {
    const turned = classesOf(
      held.target.codes.map((code) => 1 - code),
      [...held.target.levels].reverse(),
    );
    expect(classScores('logistic', train, { ...held, target: turned })).toEqual(
      classScores('logistic', train, held),
    );
  });
});

describe('numbers', () => {
  const y = (columns: readonly Float64Array[]) =>
    numbersOf(columns[0].map((x, i) => 3 * x + columns[1][i] ** 2));
  const a = { features: train.features, target: y(train.features.columns) };
  const b = { features: held.features, target: y(held.features.columns) };

  test.each<[ModelName, number]>([
    ['forest', 0.6],
    ['linear', 0.15],
    ['ridge', 0.15],
    ['lasso', 0.15],
    ['boosting', 0.8],
  ])('%s', (model, least) => {
    const found = trainAndTest(model, a, b, {}, rng);
    if (found.kind !== 'numeric') return expect.unreachable();
    const { values } = b.target;
    const mean = values.reduce((sum, v) => sum + v, 0) / 150;
    const variance = values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / 150;
    expect(found.scores.r2).toBeGreaterThan(least);
    expect(found.scores.rmse ** 2).toBeCloseTo((1 - found.scores.r2) * variance, 9);
  });
});

describe('what cannot be learned or scored', () => {
  test('one class to learn from: it is predicted for all, the AUC is one half, and it is said', () => {
    const only = { ...train, target: classesOf(new Int32Array(200), train.target.levels) };
    const found = classScores('forest', only, held);
    const zeros = held.target.codes.filter((code) => code === 0).length / 150;
    expect(found).toEqual({
      auc: 0.5,
      balancedAccuracy: 0.5,
      accuracy: zeros,
      f1: 0,
      brier: expect.closeTo(1 - zeros, 14),
      notes: [
        "All training rows have level 'level 0': it is predicted for every row.",
        expect.stringMatching(/^Level 'level 1' is in \d+ test rows/),
      ],
    } satisfies ClassScores & { notes: unknown });
  });

  test('errors say what and where', () => {
    const one = { ...held, target: classesOf(new Int32Array(150)) };
    const numeric = { ...held, target: numbersOf(held.features.columns[0]) };
    const evaluate = (model: ModelName, a: LabelledRows, b: LabelledRows) => () =>
      trainAndTest(model, a, b, {}, rng);
    expect(evaluate('forest', train, one)).toThrow(/Test rows: found a single class/);
    expect(evaluate('linear', train, held)).toThrow(/'linear': found a response of classes/);
    expect(evaluate('logistic', numeric, numeric)).toThrow(
      /'logistic': found a response of numbers/,
    );
    expect(evaluate('forest', train, numeric)).toThrow(/found classes to learn from and numeric/);
    const none = { features: featuresOf(), target: held.target };
    expect(evaluate('forest', none, none)).toThrow(/found .* rows|found none/);
  });
});

describe('real tables', () => {
  // [auc, balanced accuracy, Brier score] as logisticReference.py prints them
  const expected = {
    real_data_I_d20: {
      test: 'real_data_I_d20_test',
      logistic: [0.828608, 0.732, 0.1714991256],
      ridge: [0.824256, 0.708, 0.1782157669],
      lasso: [0.836672, 0.74, 0.1676923237],
      // its gradient-boosted trees, exact and histogram: .961 and .955, .900 and .868
      boosting: [0.95, 0.86],
    },
    real_support2_small: {
      test: 'test_support2_small',
      logistic: [0.8122497657, 0.7246784224, 0.1757461329],
      ridge: [0.7986199847, 0.6871965244, 0.1788836125],
      lasso: [0.8183831672, 0.7052985774, 0.1718120764],
      // .789 and .798, .745 and .733
      boosting: [0.785, 0.71],
    },
  } as const;
  for (const [name, values] of Object.entries(expected)) {
    const read = (context: TestContext) =>
      [name, values.test].map((file) => readClasses(`data/${file}.csv`, context));

    for (const model of ['logistic', 'ridge', 'lasso'] as const) {
      test(`${model} on ${name}: as scikit-learn`, (context) => {
        const [a, b] = read(context);
        const strength = model === 'ridge' ? 0.05 : 0.01;
        const found = classScores(model, a, b, { penalty: { strength } });
        expect(found.auc).toBeCloseTo(values[model][0], 9);
        expect(found.balancedAccuracy).toBeCloseTo(values[model][1], 9);
        expect(found.brier).toBeCloseTo(values[model][2], 7);
        expect(found.notes).toEqual([]);
      });
    }

    test(`boosting on ${name}: not below scikit-learn`, (context) => {
      const [a, b] = read(context);
      const found = classScores('boosting', a, b);
      expect(found.auc).toBeGreaterThan(values.boosting[0]);
      expect(found.balancedAccuracy).toBeGreaterThan(values.boosting[1]);
    });

    test(`chosen penalties on ${name}: at least as good as none`, (context) => {
      const [a, b] = read(context);
      for (const model of ['ridge', 'lasso'] as const) {
        const found = classScores(model, a, b);
        expect(found.auc).toBeGreaterThan(values.logistic[0] - 0.005);
        expect(found.brier).toBeLessThan(values.logistic[2] + 0.002);
      }
    });
  }
});
