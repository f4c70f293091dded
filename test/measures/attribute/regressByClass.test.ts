import { describe, expect, test } from 'vitest';
import type { TableFeatures } from '../../../src/features/features.ts';
import { attackedSet } from '../../../src/measures/attribute/attackedSet.ts';
import type { AttackRows } from '../../../src/measures/attribute/attackRows.ts';
import { guessByClass, regressByClass } from '../../../src/measures/attribute/regressByClass.ts';
import { guessValues, regressSensitive } from '../../../src/measures/attribute/regressSensitive.ts';
import { Draw } from '../../support/draw.ts';
import { leastSquares } from '../../support/leastSquares.ts';

/** Features s, a, b and y, the class; s is attacked. */
function rowsOf(columns: readonly Float64Array[], codes: Int32Array, count: number): AttackRows {
  const names = ['s', 'a', 'b', 'y'];
  const features: TableFeatures = {
    rows: codes.length,
    names,
    columns: [...columns, Float64Array.from(codes)],
    sources: names,
    isNumber: [true, true, true, false],
    unknownLevels: 0,
  };
  return { features, classes: { codes, count } };
}

const attacked = { of: 0, on: [1, 2, 3] };

function learn(rows: AttackRows, ddof: 0 | 1 = 0) {
  const set = attackedSet(rows, ddof);
  const { isNumber: isScaled } = rows.features;
  const [all, classed] = [set.all(), set.byClass()];
  const found = regressSensitive(all, attacked, isScaled);
  const pooled = { ...attacked, isScaled, found, moments: all.moments };
  if (!classed) throw new Error('classes were expected');
  return { pooled, byClass: regressByClass(classed, all, pooled, ddof) };
}

const draw = new Draw(31);
const normal = () =>
  Math.sqrt(-2 * Math.log(1 - draw.uniform())) * Math.cos(2 * Math.PI * draw.uniform());

/** Slopes, means and spreads differ between classes. */
function example(codes: Int32Array): Float64Array[] {
  const a = draw.column(codes.length, (_, i) => 10 * codes[i] + (1 + codes[i]) * normal());
  const b = draw.column(codes.length, normal);
  const s = draw.column(
    codes.length,
    (_, i) => 50 + codes[i] + (codes[i] - 1) * a[i] + 0.5 * b[i] + 0.8 * normal(),
  );
  return [s, a, b];
}

/** The squared error and the guesses of least squares on some rows of the raw columns. */
function bruteForce([s, a, b]: readonly Float64Array[], rows: readonly number[]) {
  const pick = (column: Float64Array) => Float64Array.from(rows, (row) => column[row]);
  const [c0, c1, c2] = leastSquares(pick(s), [pick(a), pick(b)]);
  const guess = (row: number) => c0 + c1 * a[row] + c2 * b[row];
  return { guess, squares: rows.reduce((sum, row) => sum + (s[row] - guess(row)) ** 2, 0) };
}

function squaresAround(s: Float64Array): number {
  const mean = s.reduce((sum, x) => sum + x, 0) / s.length;
  return s.reduce((sum, x) => sum + (x - mean) ** 2, 0);
}

describe.each([0, 1] as const)('a regression for each class, ddof %i', (ddof) => {
  const n = 90;
  const codes = Int32Array.from({ length: n }, (_, i) => i % 3);
  const columns = example(codes);
  const { byClass } = learn(rowsOf(columns, codes, 4), ddof);
  const parts = [0, 1, 2].map((code) =>
    bruteForce(
      columns,
      [...codes.keys()].filter((row) => codes[row] === code),
    ),
  );

  test('leaves the squares that least squares leave in each class', () => {
    const residual = parts.reduce((sum, { squares }) => sum + squares, 0);
    const total = squaresAround(columns[0]);
    expect(byClass.r2).toBeCloseTo(1 - residual / total, 11);
    // two slopes and an intercept in each class: the class itself does not vary there
    const adjusted = 1 - residual / (n - 9) / (total / (n - 1));
    expect(byClass.adjustedR2).toBeCloseTo(adjusted, 11);
    expect(byClass.sharing).toBe(0);
  });

  test('guesses as these do, also for others', () => {
    const others = Int32Array.from([2, 0, 1, 1, 0]);
    const people = example(others);
    const guesses = guessByClass(byClass, rowsOf(people, others, 4));
    const [, a, b] = people;
    guesses.forEach((guess, i) => {
      const code = others[i];
      const rows = [...codes.keys()].filter((row) => codes[row] === code);
      const pick = (column: Float64Array) => Float64Array.from(rows, (row) => column[row]);
      const [c0, c1, c2] = leastSquares(pick(columns[0]), [pick(columns[1]), pick(columns[2])]);
      expect(guess).toBeCloseTo(c0 + c1 * a[i] + c2 * b[i], 9);
    });
  });
});

test('a class with fewer than twice as many rows as coefficients uses the pooled regression', () => {
  // four coefficients with the intercept, so that seven rows are too few and eight are not
  for (const [few, sharing] of [
    [7, 1],
    [8, 0],
  ]) {
    const codes = Int32Array.from({ length: 60 }, (_, i) => (i < few ? 2 : i % 2));
    const columns = example(codes);
    const rows = rowsOf(columns, codes, 4);
    const { byClass, pooled } = learn(rows);
    expect(byClass.sharing).toBe(sharing);
    if (sharing === 0) continue;
    const guesses = guessByClass(byClass, rows);
    const plain = guessValues(pooled, rows.features);
    expect([...guesses.subarray(0, few)]).toEqual([...plain.subarray(0, few)]);
    const large = [0, 1].map((code) =>
      bruteForce(
        columns,
        [...codes.keys()].filter((row) => codes[row] === code),
      ),
    );
    const small = plain
      .subarray(0, few)
      .reduce((sum, guess, i) => sum + (columns[0][i] - guess) ** 2, 0);
    const residual = large[0].squares + large[1].squares + small;
    const total = squaresAround(columns[0]);
    // three coefficients for each large class, and of the four pooled ones the share of the small one
    const freedom = 60 - 3 - 3 - (4 * few) / 60;
    expect(byClass.adjustedR2).toBeCloseTo(1 - residual / freedom / (total / 59), 11);
  }
});

test('where all classes are small it is the pooled regression', () => {
  const codes = Int32Array.from({ length: 21 }, (_, i) => i % 3);
  const { byClass, pooled } = learn(rowsOf(example(codes), codes, 4));
  expect(byClass.sharing).toBe(3);
  expect(byClass.r2).toBeCloseTo(pooled.found.r2, 12);
  expect(byClass.adjustedR2).toBeCloseTo(pooled.found.adjustedR2, 12);
});

test('opposite slopes: nothing pooled, everything within classes', () => {
  const n = 400;
  const codes = Int32Array.from({ length: n }, (_, i) => i % 2);
  const a = draw.column(n, normal);
  const b = draw.column(n, normal);
  const s = a.map((x, i) => (codes[i] ? x : -x));
  const { byClass, pooled } = learn(rowsOf([s, a, b], codes, 3));
  expect(byClass.adjustedR2).toBeCloseTo(1, 12);
  // 4 standard deviations of an adjusted R2 without dependence, sqrt(2 d)/n: a false alarm in 16,000
  expect(Math.abs(pooled.found.adjustedR2)).toBeLessThan((4 * Math.sqrt(6)) / n);
});

test('without dependence the adjusted R2 is 0 on average, shared classes included', () => {
  const sets = 400;
  const values = Float64Array.from({ length: sets }, () => {
    const codes = Int32Array.from({ length: 60 }, (_, i) => (i < 6 ? 2 : i % 2));
    const columns = [0, 1, 2].map(() => draw.column(60, normal));
    return learn(rowsOf(columns, codes, 4)).byClass.adjustedR2;
  });
  const mean = values.reduce((sum, x) => sum + x, 0) / sets;
  const error = Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / sets / sets);
  // two-sided 4 standard errors: a false alarm in 16,000
  expect(Math.abs(mean)).toBeLessThan(4 * error);
});

test('a column that does not vary is explained by nobody', () => {
  const codes = Int32Array.from({ length: 40 }, (_, i) => i % 2);
  const [, a, b] = example(codes);
  const { byClass } = learn(rowsOf([new Float64Array(40).fill(3), a, b], codes, 3));
  expect(byClass.r2).toBe(0);
});
