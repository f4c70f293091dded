import { describe, expect, test } from 'vitest';
import { correlationRatio, functionsOf } from '../../src/order/functionsOf.ts';
import { responseClasses } from '../../src/order/responseClasses.ts';
import { Draw } from '../support/draw.ts';

const normal = (draw: Draw) =>
  Math.sqrt(-2 * Math.log(1 - draw.uniform())) * Math.cos(2 * Math.PI * draw.uniform());

const n = 600;
const draw = new Draw(81);
const s = draw.column(n, normal);
const response = draw.column(n, () => draw.integer(2));
/** A code that says in which twelfth the sensitive column lies, in no order. */
const SHUFFLED = [7, 2, 9, 0, 11, 4, 1, 10, 5, 8, 3, 6];
const twelfth = (x: number) => Math.min(11, Math.max(0, Math.floor(6 + 3 * x)));
const code = s.map((x) => SHUFFLED[twelfth(x)]);

/** What is found of one column besides the sensitive one and the response. */
function found(column: Float64Array, settings: { isCategory?: boolean; byClass?: boolean } = {}) {
  const { isCategory = false, byClass = false } = settings;
  return functionsOf({
    names: ['x', 's', 'Y'],
    columns: [column, s, response],
    isCategory: [isCategory, false, true],
    response: 'Y',
    sensitive: ['s'],
    classes: byClass ? responseClasses(response, ['no', 'yes']) : [],
  }).get('x');
}

describe('columns that an association of ranks does not see', () => {
  test('a square is determined by the sensitive column', () => {
    const square = found(s.map((x) => x * x));
    expect(square).toMatchObject({ name: 'x', sensitive: 's', by: 's', within: null });
    expect(square?.share).toBeGreaterThan(0.98);
  });

  test('a code in no order determines it, and is determined by it', () => {
    expect(found(code, { isCategory: true })?.share).toBeGreaterThan(0.9);
    expect(found(code)?.share).toBeGreaterThan(0.9);
  });

  test('a code of a hundred levels does, if it is known for one', () => {
    const byRank = [...s.keys()].sort((a, b) => s[a] - s[b]);
    const levels = draw.shuffled(Float64Array.from({ length: 100 }, (_, i) => i));
    const hundred = new Float64Array(n);
    byRank.forEach((row, place) => {
      hundred[row] = levels[Math.floor(place / 6)];
    });
    expect(found(hundred, { isCategory: true })).toMatchObject({ by: 'x' });
    // numbers in no order: six rows of each tell nothing once they are grouped with others
    expect(found(hundred)).toBeUndefined();
  });

  test('whether it lies beyond a bound is a function of it', () => {
    expect(found(s.map((x) => Number(x > 1.2)))).toMatchObject({ by: 's' });
  });

  test('in a class alone, if classes are looked at', () => {
    const half = s.map((x, i) => (response[i] === 1 ? x * x : normal(draw)));
    expect(found(half)).toBeUndefined();
    expect(found(half, { byClass: true })).toMatchObject({ by: 's', within: 'yes' });
  });

  test('with missing values', () => {
    expect(found(s.map((x, i) => (i % 4 === 0 ? NaN : x * x)))?.share).toBeGreaterThan(0.98);
  });

  test('not with as much noise, nor what has nothing to do with it', () => {
    expect(found(s.map((x) => x * x + 0.7 * normal(draw)))).toBeUndefined();
    for (let k = 0; k < 50; k++) {
      expect(found(draw.column(n, normal))).toBeUndefined();
      expect(
        found(
          draw.column(n, () => draw.integer(100)),
          { isCategory: true },
        ),
      ).toBeUndefined();
    }
    expect(found(new Float64Array(n))).toBeUndefined();
    expect(found(new Float64Array(n).fill(NaN))).toBeUndefined();
  });

  test('a rising column is left to the threshold, however close it follows', () => {
    expect(found(s.map((x) => x + 0.1 * normal(draw)))).toBeUndefined();
    expect(found(s.map((x) => -x * x * x - 0.1 * x + 0.05 * normal(draw)))).toBeUndefined();
  });
});

test('sensitive columns and the response are not looked at', () => {
  const map = functionsOf({
    names: ['t', 's', 'Y'],
    columns: [s.map((x) => x * x), s, s.map((x) => x * x)],
    isCategory: [false, false, false],
    response: 'Y',
    sensitive: ['s', 't'],
    classes: [],
  });
  expect(map.size).toBe(0);
});

describe('the correlation ratio', () => {
  test('is that of its definition, groups counted as adjusted R² counts columns', () => {
    const groups = Int32Array.from(s, () => draw.integer(8) - 1);
    const y = s.map((x, i) => x + groups[i]);
    const rows = [...y.keys()].filter((i) => groups[i] >= 0);
    const mean = (at: readonly number[]) => at.reduce((sum, i) => sum + y[i], 0) / at.length;
    const squares = (at: readonly number[]) =>
      at.reduce((sum, i) => sum + (y[i] - mean(at)) ** 2, 0);
    const within = [0, 1, 2, 3, 4, 5, 6]
      .map((g) => squares(rows.filter((i) => groups[i] === g)))
      .reduce((sum, x) => sum + x, 0);
    const expected = 1 - within / (rows.length - 7) / (squares(rows) / (rows.length - 1));
    expect(correlationRatio(y, groups, 7)).toBeCloseTo(expected, 10);
    // empty groups do not count
    expect(correlationRatio(y, groups, 20)).toBeCloseTo(expected, 10);
  });

  // 200 means of unbiased estimates with a deviation of at most sqrt(2 * 40) / 600 = 0.015 each
  test('is 0 on average where nothing is explained', () => {
    const sum = Array.from({ length: 200 }, () =>
      correlationRatio(
        draw.column(n, normal),
        Int32Array.from(s, () => draw.integer(40)),
        40,
      ),
    ).reduce((total, share) => total + share, 0);
    expect(Math.abs(sum / 200)).toBeLessThan(5 * 0.0011);
  });

  test('of a constant, of nothing, or of a group for each row is 0', () => {
    expect(correlationRatio(new Float64Array(5), Int32Array.of(0, 0, 1, 1, 1), 2)).toBe(0);
    expect(correlationRatio(new Float64Array(0), new Int32Array(0), 3)).toBe(0);
    expect(correlationRatio(Float64Array.of(1, 2, 3), Int32Array.of(0, 1, 2), 3)).toBe(0);
  });
});
