// The piecewise polynomials of Student's t against the exact functions and 50-digit values.
import { describe, expect, test } from 'vitest';
import { kernel, scoped } from '../../src/numerics/kernel.ts';
import { errorOf, type ReferencePoints, reference } from '../support/reference.ts';

const k = kernel();
const degrees = [2, 2.000001, 2.1, 3, 3.7, 6.25, 13.3, 30.5, 50, 51, 52];

/** Scores over [0, 6.5]: a fine grid, the ends of all intervals and both sides of them. */
function scores(): number[] {
  const list: number[] = [];
  for (let i = 1; i <= 650; i++) list.push(i / 100);
  for (let edge = 0.125; edge < 6.5; edge += 0.25)
    list.push(edge, edge * (1 - 2 ** -52), edge * (1 + 2 ** -52));
  return list;
}

describe.each(degrees)('nu = %d', (nu) => {
  test('the quantile at a normal score is exact to 1e-12, and odd', () => {
    k.studentSlice(0, nu);
    for (const z of scores()) {
      const exact = -k.studentQuantile(k.normalCdf(-z), nu);
      const got = k.studentOfScore(0, z);
      // near 0 the probability itself has lost digits of z
      const slack = 2 ** -54 / (z * 0.35);
      expect(Math.abs(got / exact - 1), `z = ${z}, expected ${exact}, got ${got}`).toBeLessThan(
        1e-12 + slack,
      );
      expect(k.studentOfScore(0, -z)).toBe(-got);
    }
  });

  test('the normal score of t has the probability of t: 1e-13 absolute, 1e-11 relative', () => {
    k.studentSlice(1, nu);
    for (let i = 0; i <= 1200; i++) {
      // from 1e-6 to where the tail falls below 1e-16
      const t = 10 ** (-6 + i / 100);
      const exact = k.studentCdf(-t, nu);
      if (exact < 1.1e-16) break;
      const z = k.scoreOfStudent(1, -t);
      const got = k.normalCdf(z);
      expect(Math.abs(got - exact), `t = ${t}, expected ${exact}, got ${got}`).toBeLessThan(1e-13);
      expect(Math.abs(got / exact - 1), `t = ${t}, expected ${exact}, got ${got}`).toBeLessThan(
        1e-11,
      );
      expect(k.scoreOfStudent(1, t)).toBe(-z);
    }
  });

  test('score and quantile undo each other, also at tiny arguments', () => {
    k.studentSlice(2, nu);
    for (const z of [1e-100, 1e-20, 1e-9, 1e-3, ...scores()]) {
      const back = k.scoreOfStudent(2, k.studentOfScore(2, z));
      expect(Math.abs(back / z - 1), `z = ${z}, back ${back}`).toBeLessThan(2e-12);
    }
  });
});

test.each([
  ['studentOfScore', 1e-12],
  ['studentOfScoreNu', 1e-9],
] as const)('%s agrees with 50-digit values', (name, limit) => {
  const points = reference[name]?.grid as ReferencePoints;
  points.value.forEach((value, i) => {
    const z = points.arguments[0]?.[i] as number;
    const nu = points.arguments[1]?.[i] as number;
    k.studentSlice(0, nu);
    const error = errorOf(k[name](0, z), value, points.rest[i] as number) / Math.abs(value);
    expect(error, `z = ${z}, nu = ${nu}, expected ${value}, got ${k[name](0, z)}`).toBeLessThan(
      limit,
    );
  });
});

test('studentCdfNu agrees with 50-digit values', () => {
  const points = reference.studentCdfNu?.grid as ReferencePoints;
  points.value.forEach((value, i) => {
    const t = points.arguments[0]?.[i] as number;
    const nu = points.arguments[1]?.[i] as number;
    k.studentSlice(0, nu);
    const got = k.studentCdfNu(0, t);
    expect(
      errorOf(got, value, 0),
      `t = ${t}, nu = ${nu}, expected ${value}, got ${got}`,
    ).toBeLessThan(1e-11);
  });
});

test('slots keep their own nu', () => {
  k.studentSlice(0, 3);
  const three = k.studentOfScore(0, 2);
  k.studentSlice(1, 7);
  k.studentSlice(2, 20);
  expect(k.studentOfScore(0, 2)).toBe(three);
  k.studentSlice(1, 3);
  expect(k.studentOfScore(1, 2)).toBe(three);
});

test('nu outside [2, 52] is taken as the nearer end, and arguments outside as the ends', () => {
  k.studentSlice(0, 2);
  k.studentSlice(1, 1);
  expect(k.studentOfScore(1, 1.5)).toBe(k.studentOfScore(0, 1.5));
  expect(k.studentOfScore(0, 40)).toBe(k.studentOfScore(0, 6.5));
  expect(k.studentOfScore(0, Number.NEGATIVE_INFINITY)).toBe(-k.studentOfScore(0, 6.5));
  expect(k.scoreOfStudent(0, Number.POSITIVE_INFINITY)).toBe(8.3);
  expect(k.scoreOfStudent(0, -1e200)).toBe(-8.3);
  for (const f of [k.studentOfScore, k.studentOfScoreNu, k.scoreOfStudent, k.studentCdfNu])
    expect(f(0, Number.NaN)).toBeNaN();
});

test('columns agree with single numbers bit for bit, odd lengths included', () => {
  k.studentSlice(0, 4.5);
  const from = Float64Array.from({ length: 1001 }, (_, i) => (i - 500) / 77);
  const columns = [
    [k.normalCdf, k.normalCdfColumn],
    [
      (x: number) => k.studentOfScore(0, x),
      (a: number, b: number, n: number) => k.studentOfScoreColumn(0, a, b, n),
    ],
    [
      (x: number) => k.scoreOfStudent(0, x),
      (a: number, b: number, n: number) => k.scoreOfStudentColumn(0, a, b, n),
    ],
    [
      (x: number) => k.normalQuantile(x),
      (a: number, b: number, n: number) => k.normalQuantileColumn(a, b, n),
    ],
  ] as const;
  for (const [single, column] of columns) {
    const got = scoped((scope) => {
      const pointer = scope.put(single === columns[3][0] ? from.map((x) => k.normalCdf(x)) : from);
      column(pointer, pointer, from.length);
      return scope.get(pointer, from.length);
    });
    for (const [i, x] of from.entries()) {
      expect(got[i]).toBe(single(single === columns[3][0] ? k.normalCdf(x) : x));
    }
  }
});
