import { describe, expect, test } from 'vitest';
import { families, familyNames } from '../../src/copula/families/index.ts';
import type { FamilyName } from '../../src/copula/family.ts';
import { type FitPairOptions, fitPairCopula } from '../../src/copula/fitPairCopula.ts';
import { pairCopula } from '../../src/copula/pairCopula.ts';
import type { PairFit } from '../../src/copula/selectPair.ts';
import { InputError } from '../../src/numerics/inputError.ts';
import { Draw } from '../support/draw.ts';

const n = 300;
const uniforms = new Draw(5).column(n, (draw) => draw.uniform());
const others = new Draw(6).column(n, (draw) => draw.uniform());
const grid = Float64Array.from({ length: n }, (_, i) => (i + 1) / (n + 1));
const gumbel = pairCopula({ family: 'gumbel', rotation: 0, parameters: [2] });
const dependent = gumbel.hinv1(uniforms, others);

function expectSound(fit: PairFit): void {
  const { lower, upper } = families[fit.family];
  expect([fit.logLik, fit.aic, fit.bic, ...fit.parameters].every(Number.isFinite)).toBe(true);
  fit.parameters.forEach((value, k) => {
    expect(value).toBeGreaterThanOrEqual(lower[k]);
    expect(value).toBeLessThanOrEqual(upper[k]);
  });
}

describe('a fit', () => {
  test('gives family, rotation, parameters and how good they are', () => {
    const fit = fitPairCopula(uniforms, dependent);
    expectSound(fit);
    expect(Object.keys(fit).sort()).toEqual([
      'aic',
      'bic',
      'family',
      'logLik',
      'parameters',
      'rotation',
    ]);
    const count = fit.parameters.length;
    expect(fit.aic).toBeCloseTo(2 * count - 2 * fit.logLik, 10);
    expect(fit.bic).toBeCloseTo(Math.log(n) * count - 2 * fit.logLik, 10);
    const density = pairCopula(fit).logPdf(uniforms, dependent);
    expect(density.reduce((sum, value) => sum + value, 0)).toBeCloseTo(fit.logLik, 8);
    expect(pairCopula(fit).tau).toBeCloseTo(0.5, 1);
  });

  test('takes a list of families or a named set, with all as the default', () => {
    const only = (families: FitPairOptions['families']) =>
      fitPairCopula(uniforms, dependent, { families });
    expect(only(['clayton']).family).toBe('clayton');
    expect(only('gaussian').family).toBe('gaussian');
    expect(families[only('onepar').family].parameters).toHaveLength(1);
    expect(only('parametric')).toEqual(fitPairCopula(uniforms, dependent));
    expect(only(undefined)).toEqual(fitPairCopula(uniforms, dependent));
    expect(only(familyNames)).toEqual(fitPairCopula(uniforms, dependent));
  });

  test('independence is a candidate unless a list leaves it out', () => {
    expect(fitPairCopula(uniforms, others, { criterion: 'bic' }).family).toBe('independence');
    expect(fitPairCopula(uniforms, others, { families: 'gaussian', criterion: 'bic' }).family).toBe(
      'independence',
    );
    expect(fitPairCopula(uniforms, others, { families: ['gaussian'] }).family).toBe('gaussian');
  });

  test('chooses by the criterion', () => {
    const by = (criterion: FitPairOptions['criterion']) =>
      fitPairCopula(uniforms, dependent, { criterion });
    expect(by('aic')).toEqual(by(undefined));
    expect(by('loglik').logLik).toBeGreaterThanOrEqual(by('aic').logLik);
    expect(by('bic').bic).toBeLessThanOrEqual(by('aic').bic);
    expect(by('aic').aic).toBeLessThanOrEqual(by('bic').aic);
  });

  test('leaves its arguments as they are', () => {
    const before = dependent.slice();
    fitPairCopula(uniforms, dependent);
    expect(dependent).toEqual(before);
  });
});

describe('discrete variables', () => {
  // a binary variable, 1 where the latent uniform is above 0.6
  const u = dependent.map((value) => (value > 0.6 ? 1 : 0.6));
  const left = dependent.map((value) => (value > 0.6 ? 0.6 : 0));

  test('one: either side may be discrete, with the mirrored result', () => {
    const second = fitPairCopula(uniforms, u, { left2: left });
    const first = fitPairCopula(u, uniforms, { left1: left });
    expectSound(second);
    expect(second.family).not.toBe('independence');
    expect(first.family).toBe(second.family);
    expect(first.logLik).toBeCloseTo(second.logLik, 9);
  });

  test('both', () => {
    const u1 = uniforms.map((value) => (value > 0.3 ? 1 : 0.3));
    const left1 = uniforms.map((value) => (value > 0.3 ? 0.3 : 0));
    const fit = fitPairCopula(u1, u, { left1, left2: left });
    expectSound(fit);
    expect(pairCopula(fit).tau).toBeGreaterThan(0.3);
  });

  test('a variable with one level is independent of everything', () => {
    const [one, zero] = [new Float64Array(n).fill(1), new Float64Array(n)];
    expect(fitPairCopula(uniforms, one, { left2: zero })).toMatchObject({
      family: 'independence',
      logLik: 0,
    });
  });
});

describe('degenerate columns', () => {
  const constant = new Float64Array(n).fill(0.37);

  test('a constant column is independent of everything', () => {
    expect(fitPairCopula(grid, constant)).toMatchObject({ family: 'independence', logLik: 0 });
    expect(fitPairCopula(constant, constant)).toMatchObject({ family: 'independence', logLik: 0 });
  });

  test.each(familyNames)(
    '%s alone on constant, comonotone and countermonotone columns is finite',
    (name) => {
      const falling = grid.map((value) => 1 - value);
      for (const second of [constant, grid, falling]) {
        expectSound(fitPairCopula(grid, second, { families: [name] }));
        expectSound(fitPairCopula(second, grid, { families: [name] }));
      }
    },
  );

  test('comonotone columns are chosen a copula near a bound, with tau near 1', () => {
    const fit = fitPairCopula(grid, grid);
    expectSound(fit);
    expect(pairCopula(fit).tau).toBeGreaterThan(0.9);
    const falling = fitPairCopula(
      grid,
      grid.map((value) => 1 - value),
    );
    expect(pairCopula(falling).tau).toBeLessThan(-0.9);
  });

  test('values of 0 and 1, ties and ten rows are taken', () => {
    const ends = Float64Array.of(0, 0, 0.5, 0.5, 0.5, 1, 1, 0.2, 0.8, 0.3);
    const ten = Float64Array.from({ length: 10 }, (_, i) => i / 9);
    for (const name of familyNames) {
      expectSound(fitPairCopula(ends, ten, { families: [name] }));
      expectSound(fitPairCopula(ends, ends, { families: [name] }));
    }
    expectSound(fitPairCopula(ends, ten));
  });
});

describe('refuses', () => {
  const advice = "Give ranks divided by n + 1, or another distribution function's values.";
  const changed = (row: number, value: number) => grid.map((u, i) => (i === row ? value : u));
  const below = grid.map((u) => u - 1 / (n + 1));

  test.each<[string, Float64Array, Float64Array, FitPairOptions, string]>([
    [
      'fewer than ten rows',
      grid.subarray(0, 9),
      grid.subarray(0, 9),
      {},
      'Columns: found 9 rows, but a fit needs at least 10.',
    ],
    [
      'no rows',
      grid.subarray(0, 0),
      grid.subarray(0, 0),
      {},
      'Columns: found 0 rows, but a fit needs at least 10.',
    ],
    [
      'columns of different length',
      grid,
      grid.subarray(1),
      {},
      `Columns: the first has ${n} rows, the second ${n - 1}. Make them equal.`,
    ],
    ['NaN', changed(17, Number.NaN), grid, {}, `First column, row 17: not a number. ${advice}`],
    [
      'a value outside [0, 1]',
      grid,
      changed(4, 1.01),
      {},
      `Second column, row 4: not in [0, 1]. ${advice}`,
    ],
    [
      'an unknown family',
      grid,
      grid,
      { families: ['gausian' as FamilyName] },
      `Families: there is none called 'gausian'. Did you mean 'gaussian'? Known are ${familyNames.join(', ')}.`,
    ],
    [
      'an unknown set',
      grid,
      grid,
      { families: 'all' as 'onepar' },
      "Families: found 'all'. Give parametric, onepar, gaussian or a list of families.",
    ],
    [
      'an empty list',
      grid,
      grid,
      { families: [] },
      'Families: the list is empty. Give at least one.',
    ],
    [
      'an unknown criterion',
      grid,
      grid,
      { criterion: 'mse' as 'aic' },
      "Criterion: found 'mse'. Give aic, bic or loglik.",
    ],
    [
      'left limits that reach the values',
      grid,
      grid,
      { left2: changed(3, 0.99) },
      "Left limits of the second column, row 0: not below the column's value. Give the distribution function just below the level.",
    ],
    [
      'left limits that are no numbers',
      grid,
      grid,
      { left1: below.map((u, i) => (i === 8 ? Number.NaN : u)) },
      `Left limits of the first column, row 8: not a number. ${advice}`,
    ],
    [
      'negative left limits',
      grid,
      grid,
      { left1: below.map((u, i) => (i === 2 ? -0.1 : u)) },
      `Left limits of the first column, row 2: not in [0, 1]. ${advice}`,
    ],
    [
      'left limits of another length',
      grid,
      grid,
      { left2: below.subarray(1) },
      `Left limits of the second column: found ${n - 1} rows, the column has ${n}.`,
    ],
  ])('%s', (_, u1, u2, options, message) => {
    expect(() => fitPairCopula(u1, u2, options)).toThrow(new InputError(message));
  });
});
