import { describe, expect, test } from 'vitest';
import { fitLogistic, predictLogistic } from '../../src/learners/logistic.ts';
import { rngFromSeed } from '../../src/random/rng.ts';
import { Draw } from '../support/draw.ts';
import { classesOf, drawClasses, featuresOf } from './tables.ts';

const rng = rngFromSeed(40);
const { features, target } = drawClasses(new Draw(41), 120, 5);

/** Standardised columns, coefficients for them, and x'(y - p) / n. */
function pulls(model: ReturnType<typeof fitLogistic>, table = features, codes = target.codes) {
  const [{ intercept, coefficients }] = model.models;
  const n = codes.length;
  const residual = Array.from(codes, (code, i) => {
    const eta = table.columns.reduce((sum, x, j) => sum + coefficients[j] * x[i], intercept);
    return code - 1 / (1 + Math.exp(-eta));
  });
  const each = table.columns.map((x, j) => {
    const mean = x.reduce((sum, v) => sum + v, 0) / n;
    const sd = Math.sqrt(x.reduce((sum, v) => sum + (v - mean) ** 2, 0) / n);
    const pull = x.reduce((sum, v, i) => sum + ((v - mean) / sd) * residual[i], 0) / n;
    return { pull, slope: coefficients[j] * sd };
  });
  return { each, sum: residual.reduce((sum, r) => sum + r, 0) / n };
}

describe('greatest likelihood', () => {
  test('of a table of four counts: log odds and their difference', () => {
    const x = [...new Array(15).fill(0), ...new Array(16).fill(1)];
    const y = x.map((_, i) => (i < 10 || (i >= 15 && i < 19) ? 0 : 1));
    const { models, notes } = fitLogistic(featuresOf(x), classesOf(y), undefined, rng);
    expect(models[0].intercept).toBeCloseTo(Math.log(5 / 10), 12);
    expect(models[0].coefficients[0]).toBeCloseTo(Math.log(12 / 4) - Math.log(5 / 10), 12);
    expect(notes).toEqual([]);
  });

  test('the gradient is 0, and the unit of a column does not matter', () => {
    const model = fitLogistic(features, target, undefined, rng);
    const { each, sum } = pulls(model);
    expect(Math.abs(sum)).toBeLessThan(1e-12);
    for (const { pull } of each) expect(Math.abs(pull)).toBeLessThan(1e-12);
    const units = featuresOf(
      ...features.columns.map((x, j) => x.map((v) => v * 10 ** (4 * j - 8))),
    );
    const other = fitLogistic(units, target, undefined, rng);
    const expected = predictLogistic(model, features).probabilities[1];
    predictLogistic(other, units).probabilities[1].forEach((p, i) => {
      expect(p).toBeCloseTo(expected[i], 10);
    });
  });

  test('columns that do not vary or repeat others get 0, and a note', () => {
    const twice = featuresOf(
      ...features.columns,
      features.columns[0].map((v) => 3 - v),
      new Float64Array(120),
    );
    const model = fitLogistic(twice, target, undefined, rng);
    expect([...model.models[0].coefficients.slice(5)]).toEqual([0, 0]);
    expect(model.notes).toEqual([
      "Column 'x7' does not vary: its coefficient is 0.",
      "Column 'x6' is a sum of multiples of other columns: its coefficient is 0.",
    ]);
    const plain = fitLogistic(features, target, undefined, rng);
    expect(model.models[0].coefficients[0]).toBeCloseTo(plain.models[0].coefficients[0], 9);
  });
});

describe('separation', () => {
  test.each([
    ['complete', [1, 2, 3, 4, 5, 6], [0, 0, 0, 1, 1, 1]],
    ['but for one value', [1, 2, 3, 3, 4, 5], [0, 0, 0, 1, 1, 1]],
    ['of one group', [0, 0, 0, 0, 1, 1], [0, 1, 0, 1, 1, 1]],
  ])('%s: finite coefficients and a note', (_, x, y) => {
    const model = fitLogistic(featuresOf(x), classesOf(y, ['no', 'yes']), undefined, rng);
    expect(model.notes).toHaveLength(1);
    expect(model.notes[0]).toMatch(/separate level 'yes'/);
    const { intercept, coefficients } = model.models[0];
    expect(Number.isFinite(intercept) && Number.isFinite(coefficients[0])).toBe(true);
    const p = predictLogistic(model, featuresOf(x)).probabilities[1];
    p.forEach((value, i) => {
      expect(Math.abs(value - y[i])).toBeLessThanOrEqual(0.5 + 1e-6);
    });
    expect(p[5]).toBeGreaterThan(0.999);
  });

  test('is not seen where a single row lies far out', () => {
    const x = features.columns[0].slice();
    x[0] = 1e4;
    const model = fitLogistic(featuresOf(x), target, undefined, rng);
    expect(model.notes).toEqual([]);
    const wide = drawClasses(new Draw(42), 40, 30);
    const sure = fitLogistic(wide.features, wide.target, undefined, rng);
    expect(sure.notes).toHaveLength(1);
    expect(sure.models[0].coefficients.every(Number.isFinite)).toBe(true);
  });

  test('with a penalty the coefficients are finite and settled', () => {
    for (const mix of [0, 1]) {
      const x = featuresOf([1, 2, 3, 4, 5, 6]);
      const y = classesOf([0, 0, 0, 1, 1, 1]);
      const model = fitLogistic(x, y, { mix, strength: 0.01 }, rng);
      expect(model.notes).toEqual([]);
      const { each } = pulls(model, x, y.codes);
      const [{ pull, slope }] = each;
      expect(pull).toBeCloseTo(mix === 1 ? 0.01 : 0.01 * slope, 9);
    }
  });
});

describe('penalties', () => {
  test('ridge, lasso and between: the conditions of Karush, Kuhn and Tucker hold', () => {
    let zeros = 0;
    for (const mix of [0, 0.5, 1]) {
      for (const strength of [0.001, 0.03, 0.15]) {
        const { each, sum } = pulls(fitLogistic(features, target, { mix, strength }, rng));
        expect(Math.abs(sum)).toBeLessThan(1e-9);
        for (const { pull, slope } of each) {
          if (slope === 0) {
            zeros++;
            expect(Math.abs(pull)).toBeLessThanOrEqual(strength * mix + 1e-12);
          } else {
            const expected = strength * (mix * Math.sign(slope) + (1 - mix) * slope);
            expect(pull).toBeCloseTo(expected, 9);
          }
        }
      }
    }
    expect(zeros).toBeGreaterThan(3);
  });

  test('a chosen strength is the same again and drops most noise', () => {
    const model = fitLogistic(features, target, { mix: 1 }, rng);
    expect(model).toEqual(fitLogistic(features, target, { mix: 1 }, rng));
    const { coefficients, penalty } = model.models[0];
    expect(coefficients[0]).toBeGreaterThan(0.5);
    expect(penalty?.strength).toBeGreaterThan(0);
    expect(Math.max(...coefficients.slice(2).map(Math.abs))).toBeLessThan(0.5);
    const lone = classesOf(new Int32Array(120).fill(1, 0, 1));
    expect(() => fitLogistic(features, lone, { mix: 1 }, rng)).toThrow(/at least two rows of each/);
  });
});

test('several classes: one against the rest, brought to sum 1; one class and unseen levels', () => {
  const three = drawClasses(new Draw(43), 150, 4, 3);
  const model = fitLogistic(three.features, three.target, undefined, rng);
  expect(model.models).toHaveLength(3);
  const { probabilities } = predictLogistic(model, three.features);
  const binary = [0, 1, 2].map((k) => {
    const own = classesOf(three.target.codes.map((code) => (code === k ? 1 : 0)));
    return predictLogistic(fitLogistic(three.features, own, undefined, rng), three.features)
      .probabilities[1];
  });
  for (let i = 0; i < 150; i++) {
    const total = binary[0][i] + binary[1][i] + binary[2][i];
    for (const k of [0, 1, 2]) expect(probabilities[k][i]).toBeCloseTo(binary[k][i] / total, 12);
  }
  const two = fitLogistic(
    features,
    classesOf(
      target.codes.map((c) => 2 * c),
      ['a', 'b', 'c'],
    ),
    undefined,
    rng,
  );
  const shares = predictLogistic(two, features).probabilities;
  const plain = predictLogistic(fitLogistic(features, target, undefined, rng), features);
  expect(shares[2]).toEqual(plain.probabilities[1]);
  expect(shares[1].every((p) => p === 0)).toBe(true);
  const one = fitLogistic(features, classesOf(new Int32Array(120)), undefined, rng);
  expect(predictLogistic(one, features).probabilities[0].every((p) => p === 1)).toBe(true);
});
