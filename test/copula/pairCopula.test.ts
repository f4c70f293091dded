import { describe, expect, test } from 'vitest';
import type { PairCopulaOptions } from '../../src/copula/checkPair.ts';
import { families, familyNames } from '../../src/copula/families/index.ts';
import type { FamilyName } from '../../src/copula/family.ts';
import { pairCopula } from '../../src/copula/pairCopula.ts';
import { InputError } from '../../src/numerics/inputError.ts';

const u1 = Float64Array.of(0.1, 0.5, 0.93);
const u2 = Float64Array.of(0.3, 0.5, 0.88);

function middle(name: FamilyName): number[] {
  const { lower, upper } = families[name];
  return lower.map((low, k) => low + (upper[k] - low) / 5);
}

describe('a pair copula', () => {
  test.each(familyNames)('%s has its data, its functions, tau and tail dependence', (family) => {
    const copula = pairCopula({ family, parameters: middle(family) });
    expect(copula).toMatchObject({ family, rotation: 0, parameters: middle(family) });
    for (const name of ['pdf', 'logPdf', 'cdf', 'hfunc1', 'hfunc2', 'hinv1', 'hinv2'] as const) {
      const values = copula[name](u1, u2);
      expect(values).toBeInstanceOf(Float64Array);
      expect(values).toHaveLength(3);
      expect(values.every(Number.isFinite)).toBe(true);
    }
    expect(Math.abs(copula.tau)).toBeLessThanOrEqual(1);
    expect(copula.tailDependence.lower).toBeGreaterThanOrEqual(0);
    expect(copula.tailDependence.upper).toBeLessThanOrEqual(1);
  });

  test('evaluates Clayton with theta = 2 as its formulas say', () => {
    const { pdf, logPdf, cdf, hfunc1, hfunc2, tau } = pairCopula({
      family: 'clayton',
      parameters: [2],
    });
    for (let i = 0; i < u1.length; i++) {
      const [u, v] = [u1[i], u2[i]];
      const sum = u ** -2 + v ** -2 - 1;
      expect(cdf(u1, u2)[i]).toBeCloseTo(sum ** -0.5, 14);
      expect(hfunc1(u1, u2)[i]).toBeCloseTo(u ** -3 * sum ** -1.5, 14);
      expect(hfunc2(u1, u2)[i]).toBeCloseTo(v ** -3 * sum ** -1.5, 14);
      expect(pdf(u1, u2)[i]).toBeCloseTo(3 * (u * v) ** -3 * sum ** -2.5, 12);
      expect(logPdf(u1, u2)[i]).toBeCloseTo(Math.log(pdf(u1, u2)[i]), 14);
    }
    expect(tau).toBe(0.5);
  });

  test('names its conditions: hfunc1 and hinv1 condition on the first, hfunc2 and hinv2 on the second', () => {
    const copula = pairCopula({ family: 'gumbel', rotation: 90, parameters: [1.7] });
    const p1 = copula.hfunc1(u1, u2);
    const p2 = copula.hfunc2(u1, u2);
    copula.hinv1(u1, p1).forEach((value, i) => void expect(value).toBeCloseTo(u2[i], 12));
    copula.hinv2(p2, u2).forEach((value, i) => void expect(value).toBeCloseTo(u1[i], 12));
  });

  test('cannot be changed, nor be changed by the array it was made from', () => {
    const parameters = [2];
    const copula = pairCopula({ family: 'clayton', parameters });
    parameters[0] = 3;
    expect(copula.parameters).toEqual([2]);
    expect(Object.isFrozen(copula) && Object.isFrozen(copula.parameters)).toBe(true);
    expect(Object.isFrozen(copula.tailDependence)).toBe(true);
  });

  test('leaves its arguments as they are and takes empty columns', () => {
    const before = u1.slice();
    const copula = pairCopula({ family: 'bb8', rotation: 270, parameters: [3, 0.7] });
    copula.pdf(u1, u2);
    expect(u1).toEqual(before);
    expect(copula.cdf(new Float64Array(0), new Float64Array(0))).toHaveLength(0);
  });

  test('works on columns longer than one piece', () => {
    const n = 5001;
    const long = Float64Array.from({ length: n }, (_, i) => (i + 1) / (n + 1));
    const other = Float64Array.from(long, (u) => (u * 7919) % 1);
    const { hfunc2 } = pairCopula({ family: 'frank', parameters: [4] });
    const all = hfunc2(long, other);
    for (const i of [0, 1023, 1024, 2047, 2048, 4999, 5000]) {
      expect(hfunc2(long.subarray(i, i + 1), other.subarray(i, i + 1))[0]).toBe(all[i]);
    }
  });
});

test.each(familyNames)('%s: exact at the ends of the square', (family) => {
  const u = Float64Array.of(0.2, 0.7, 1e-12, 0.999);
  const [zero, one] = [new Float64Array(4), new Float64Array(4).fill(1)];
  const { cdf, hfunc1, hfunc2, pdf } = pairCopula({ family, parameters: middle(family) });
  expect(cdf(u, zero)).toEqual(zero);
  expect(cdf(zero, u)).toEqual(zero);
  expect(cdf(u, one)).toEqual(u);
  expect(cdf(one, u)).toEqual(u);
  expect(hfunc1(u, zero)).toEqual(zero);
  expect(hfunc1(u, one)).toEqual(one);
  expect(hfunc2(zero, u)).toEqual(zero);
  expect(hfunc2(one, u)).toEqual(one);
  expect([...pdf(zero, u), ...pdf(one, one), ...pdf(zero, zero)].every(Number.isFinite)).toBe(true);
});

describe('refuses', () => {
  test.each<[string, PairCopulaOptions, string]>([
    [
      'an unknown family',
      { family: 'guassian' as FamilyName, parameters: [0.5] },
      `Family: there is none called 'guassian'. Did you mean 'gaussian'? Known are ${familyNames.join(', ')}.`,
    ],
    [
      'a family that is like none',
      { family: 'plackett' as FamilyName },
      `Family: there is none called 'plackett'. Known are ${familyNames.join(', ')}.`,
    ],
    [
      'a rotation of a family without',
      { family: 'frank', rotation: 90, parameters: [1] },
      'Rotation: found 90, but frank has 0. Give 0.',
    ],
    [
      'a rotation by no quarter',
      { family: 'joe', rotation: 45 as 90, parameters: [2] },
      'Rotation: found 45, but joe has 0, 90, 180, 270. Give one of them.',
    ],
    [
      'too few parameters',
      { family: 'student', parameters: [0.5] },
      'Parameters of student: found 1, expected 2 (rho, nu).',
    ],
    [
      'too many parameters',
      { family: 'independence', parameters: [0.5] },
      'Parameters of independence: found 1, expected 0 (none).',
    ],
    [
      'a parameter out of bounds',
      { family: 'bb7', parameters: [1.5, 26] },
      'Parameter delta of bb7: found 26. Give a number from 0.01 to 25.',
    ],
    [
      'a parameter that is no number',
      { family: 'gumbel', parameters: [Number.NaN] },
      'Parameter theta of gumbel: found NaN. Give a number from 1 to 50.',
    ],
  ])('%s', (_, options, message) => {
    expect(() => pairCopula(options)).toThrow(new InputError(message));
  });

  const { cdf, hinv1 } = pairCopula({ family: 'gaussian', parameters: [0.5] });
  const advice = "Give ranks divided by n + 1, or another distribution function's values.";

  test.each<[string, Float64Array, Float64Array, string]>([
    [
      'columns of different length',
      u1,
      u2.subarray(1),
      'Columns: the first has 3 rows, the second 2. Make them equal.',
    ],
    [
      'NaN',
      u1,
      Float64Array.of(0.1, Number.NaN, 0.2),
      `Second column, row 1: not a number. ${advice}`,
    ],
    [
      'a value above 1',
      Float64Array.of(0.1, 0.3, 7.5),
      u2,
      `First column, row 2: not in [0, 1]. ${advice}`,
    ],
    [
      'a negative value',
      Float64Array.of(-1e-9, 0.3, 0.5),
      u2,
      `First column, row 0: not in [0, 1]. ${advice}`,
    ],
    [
      'infinity',
      Float64Array.of(0.1, Infinity, 0.5),
      u2,
      `First column, row 1: not in [0, 1]. ${advice}`,
    ],
    [
      'a plain array',
      [0.1, 0.2, 0.3] as unknown as Float64Array,
      u2,
      'First column: it is no Float64Array. Convert it.',
    ],
  ])('%s', (_, a, b, message) => {
    expect(() => cdf(a, b)).toThrow(new InputError(message));
    expect(() => hinv1(a, b)).toThrow(InputError);
  });
});
