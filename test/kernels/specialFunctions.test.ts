// The kernel's functions against 50-digit values, with the table of errors printed once.
import { afterAll, describe, expect, test } from 'vitest';
import { kernel } from '../../src/numerics/kernel.ts';
import { errorOf, type ReferencePoints, reference, ulp } from '../support/reference.ts';

const EPS = 2 ** -52;
const k = kernel();
type Numeric = (...x: number[]) => number;

/** Held to one unit in the last place; the others to 100 eps at most and 10 in the mean. */
const elementary: Record<string, Numeric> = {
  exp: k.exp,
  expm1: k.expm1,
  log: k.log,
  log1p: k.log1p,
  pow: k.pow,
};
const special: Record<string, Numeric> = {
  erf: k.erf,
  erfc: k.erfc,
  logGamma: k.logGamma,
  digamma: k.digamma,
  trigamma: k.trigamma,
  betaCdf: k.betaCdf,
  gammaCdf: k.gammaCdf,
  normalCdf: k.normalCdf,
  normalQuantile: k.normalQuantile,
  studentCdf: k.studentCdf,
  studentLogPdf: k.studentLogPdf,
  studentQuantile: k.studentQuantile,
};

interface Measured {
  readonly points: number;
  readonly most: number;
  readonly mean: number;
  /** x, expected, got, delta of the worst point. */
  readonly worst: string;
}

function measure(
  compute: Numeric,
  points: ReferencePoints,
  unit: (value: number) => number,
): Measured {
  let most = -1;
  let sum = 0;
  let worst = '';
  points.value.forEach((value, i) => {
    const x = points.arguments.map((column) => column[i] as number);
    const got = compute(...x);
    const delta = errorOf(got, value, points.rest[i] as number);
    const error = delta === 0 ? 0 : delta / unit(value);
    sum += error;
    if (!(error <= most)) {
      most = error;
      worst = `x = ${x.join(', ')}; expected ${value}, got ${got}, delta ${delta} (${error} units)`;
    }
  });
  return { points: points.value.length, most, mean: sum / points.value.length, worst };
}

const rows: string[] = [];
afterAll(() => {
  const head = `${'function'.padEnd(16)}${'regime'.padEnd(22)}points      max     mean   limit`;
  console.log(
    [
      'Errors in units in the last place (first five) and in eps = 2^-52 of the value (others)',
      head,
      ...rows,
    ].join('\n'),
  );
});

function record(
  name: string,
  regime: string,
  { points, most, mean }: Measured,
  limit: string,
): void {
  const figures = [
    String(points).padStart(6),
    most.toFixed(2).padStart(9),
    mean.toFixed(2).padStart(9),
  ].join('');
  rows.push(`${name.padEnd(16)}${regime.padEnd(22)}${figures}   ${limit}`);
}

describe.each(Object.keys(elementary))('%s stays below one unit in the last place', (name) => {
  test.each(Object.keys(reference[name] ?? {}))('%s', (regime) => {
    const points = reference[name]?.[regime] as ReferencePoints;
    const measured = measure(elementary[name] as Numeric, points, ulp);
    record(name, regime, measured, '1 ulp');
    expect(measured.most, measured.worst).toBeLessThanOrEqual(1);
  });
});

describe.each(Object.keys(special))(
  '%s: relative error at most 100 eps, mean at most 10',
  (name) => {
    test.each(Object.keys(reference[name] ?? {}))('%s', (regime) => {
      const points = reference[name]?.[regime] as ReferencePoints;
      const measured = measure(special[name] as Numeric, points, (value) => EPS * Math.abs(value));
      record(name, regime, measured, '100, 10 eps');
      expect(measured.most, measured.worst).toBeLessThanOrEqual(100);
      expect(measured.mean, measured.worst).toBeLessThanOrEqual(10);
    });
  },
);

/** The relative error of the smaller tail at x, and what half a unit in the last place of x is worth there. */
function tailError(
  p: number,
  x: number,
  cdf: (x: number) => number,
): { error: number; rounding: number } {
  const tail = Math.min(p, 1 - p);
  const size = -Math.abs(x);
  const here = cdf(size);
  const beside = cdf(size - ulp(size));
  return { error: Math.abs(here - tail) / tail, rounding: (0.5 * Math.abs(here - beside)) / tail };
}

test('the normal cdf of the normal quantile gives the probability back, in the smaller tail', () => {
  for (const points of Object.values(reference.normalQuantile ?? {})) {
    for (const p of points.arguments[0] ?? []) {
      const x = k.normalQuantile(p);
      const { error, rounding } = tailError(p, x, k.normalCdf);
      expect(error, `p = ${p}, x = ${x}, relative error ${error}`).toBeLessThanOrEqual(
        Math.max(1e-13, 1.01 * rounding + 4 * EPS),
      );
    }
  }
});

test('the Student cdf of the Student quantile gives the probability back, in the smaller tail', () => {
  for (const points of Object.values(reference.studentQuantile ?? {})) {
    points.value.forEach((_, i) => {
      const p = points.arguments[0]?.[i] as number;
      const nu = points.arguments[1]?.[i] as number;
      const { error } = tailError(p, k.studentQuantile(p, nu), (x) => k.studentCdf(x, nu));
      expect(error, `p = ${p}, nu = ${nu}, relative error ${error}`).toBeLessThanOrEqual(1e-13);
    });
  }
});

test('edges: infinities, zeros with their sign, and NaN outside the domain', () => {
  const { NaN: nan, POSITIVE_INFINITY: inf } = Number;
  const cases: [string, number, number][] = [
    ['exp(710)', k.exp(710), inf],
    ['exp(-746)', k.exp(-746), 0],
    ['exp(-Infinity)', k.exp(-inf), 0],
    ['exp(NaN)', k.exp(nan), nan],
    ['expm1(-0)', k.expm1(-0), -0],
    ['expm1(0)', k.expm1(0), 0],
    ['expm1(-Infinity)', k.expm1(-inf), -1],
    ['expm1(NaN)', k.expm1(nan), nan],
    ['log(0)', k.log(0), -inf],
    ['log(-1)', k.log(-1), nan],
    ['log(Infinity)', k.log(inf), inf],
    ['log(NaN)', k.log(nan), nan],
    ['log1p(-0)', k.log1p(-0), -0],
    ['log1p(-1)', k.log1p(-1), -inf],
    ['log1p(-2)', k.log1p(-2), nan],
    ['erf(-0)', k.erf(-0), -0],
    ['erf(Infinity)', k.erf(inf), 1],
    ['erfc(Infinity)', k.erfc(inf), 0],
    ['erfc(-Infinity)', k.erfc(-inf), 2],
    ['erfc(NaN)', k.erfc(nan), nan],
    ['logGamma(1)', k.logGamma(1), 0],
    ['logGamma(2)', k.logGamma(2), 0],
    ['logGamma(0)', k.logGamma(0), inf],
    ['logGamma(Infinity)', k.logGamma(inf), inf],
    ['logGamma(-1)', k.logGamma(-1), nan],
    ['digamma(0)', k.digamma(0), -inf],
    ['digamma(Infinity)', k.digamma(inf), inf],
    ['digamma(-1)', k.digamma(-1), nan],
    ['trigamma(0)', k.trigamma(0), inf],
    ['trigamma(Infinity)', k.trigamma(inf), 0],
    ['normalCdf(-Infinity)', k.normalCdf(-inf), 0],
    ['normalCdf(Infinity)', k.normalCdf(inf), 1],
    ['normalCdf(NaN)', k.normalCdf(nan), nan],
    ['normalQuantile(0)', k.normalQuantile(0), -inf],
    ['normalQuantile(1)', k.normalQuantile(1), inf],
    ['normalQuantile(0.5)', k.normalQuantile(0.5), 0],
    ['normalQuantile(-0.1)', k.normalQuantile(-0.1), nan],
    ['normalQuantile(1.1)', k.normalQuantile(1.1), nan],
    ['normalQuantile(NaN)', k.normalQuantile(nan), nan],
    ['betaCdf(2, 1, 1)', k.betaCdf(2, 1, 1), nan],
    ['betaCdf(NaN, 1, 1)', k.betaCdf(nan, 1, 1), nan],
    ['gammaCdf(Infinity, 2)', k.gammaCdf(inf, 2), 1],
    ['gammaCdf(-1, 2)', k.gammaCdf(-1, 2), nan],
    ['studentCdf(-Infinity, 3)', k.studentCdf(-inf, 3), 0],
    ['studentCdf(0, 3)', k.studentCdf(0, 3), 0.5],
    ['studentCdf(NaN, 3)', k.studentCdf(nan, 3), nan],
    ['studentQuantile(0, 3)', k.studentQuantile(0, 3), -inf],
    ['studentQuantile(1, 3)', k.studentQuantile(1, 3), inf],
    ['studentQuantile(0.5, 3)', k.studentQuantile(0.5, 3), 0],
    ['studentQuantile(2, 3)', k.studentQuantile(2, 3), nan],
    ['studentLogPdf(Infinity, 3)', k.studentLogPdf(inf, 3), -inf],
  ];
  for (const [name, got, expected] of cases) expect(got, name).toBe(expected);
});

test('pow treats the special cases of IEEE 754 as Math.pow does, except that 1 to any power is 1', () => {
  const values = [
    0,
    -0,
    1,
    -1,
    2,
    -2,
    0.5,
    -0.5,
    3,
    -3,
    1e300,
    -1e300,
    1e-300,
    5e-324,
    9007199254740991,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NaN,
  ];
  for (const x of values) {
    for (const y of values) {
      const expected =
        x === 1 || (x === -1 && Math.abs(y) === Number.POSITIVE_INFINITY) ? 1 : x ** y;
      const got = k.pow(x, y);
      if (Number.isFinite(expected) && expected !== 0)
        expect(Math.abs(got / expected - 1), `${x}^${y} = ${got}`).toBeLessThan(4e-16);
      else expect(got, `${x}^${y}`).toBe(expected);
    }
  }
});
