import { expect, test } from 'vitest';
import { discretePseudoObservations, pseudoObservations, ranks } from '../../src/numerics/ranks.ts';
import { Draw } from '../support/draw.ts';
import { expectSame } from '../support/same.ts';

/** The definition: 1 + how many values are below, and how many are not above. */
function rankByCounting(values: Float64Array) {
  const min = values.map((v) => (Number.isNaN(v) ? NaN : 1 + values.filter((w) => w < v).length));
  const max = values.map((v) => (Number.isNaN(v) ? NaN : values.filter((w) => w <= v).length));
  return { min, max, average: min.map((low, i) => (low + max[i]) / 2) };
}

/** The definition again, fast enough for long columns: by the engine's own sort. */
function rankBySorting(values: Float64Array) {
  const sorted = values.filter((v) => !Number.isNaN(v)).map((v) => v + 0);
  sorted.sort();
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  sorted.forEach((v, i) => {
    if (!first.has(v)) first.set(v, i + 1);
    last.set(v, i + 1);
  });
  const min = values.map((v) => first.get(v + 0) ?? NaN);
  const max = values.map((v) => last.get(v + 0) ?? NaN);
  return { min, max, average: min.map((low, i) => (low + max[i]) / 2) };
}

function check(values: Float64Array, expected: ReturnType<typeof rankByCounting>) {
  for (const rule of ['average', 'min', 'max'] as const) {
    expectSame(ranks(values, rule), expected[rule], `${rule} rank`);
  }
}

test('ties share the mean, the lowest or the highest of their ranks', () => {
  const values = Float64Array.of(3, 1, 3, 2, 3);
  expect([...ranks(values, 'average')]).toEqual([4, 1, 4, 2, 4]);
  expect([...ranks(values, 'min')]).toEqual([3, 1, 3, 2, 3]);
  expect([...ranks(values, 'max')]).toEqual([5, 1, 5, 2, 5]);
  expect([...values]).toEqual([3, 1, 3, 2, 3]);
});

test('-0 and 0 are tied; NaN has no rank; infinities and subnormal numbers have their place', () => {
  const values = Float64Array.of(0, NaN, -0, -Infinity, 5e-324, Infinity, -5e-324, NaN, 1);
  expect([...ranks(values, 'average')]).toEqual([3.5, NaN, 3.5, 1, 5, 7, 2, NaN, 6]);
  expect([...ranks(Float64Array.of(NaN, NaN), 'min')]).toEqual([NaN, NaN]);
  expect(ranks(new Float64Array(0), 'average')).toEqual(new Float64Array(0));
});

test('equal to the definition on 3,000 small columns with ties, NaN and signed zeros', () => {
  const draw = new Draw(1);
  const special = [NaN, 0, -0, Infinity, -Infinity, Number.MIN_VALUE, Number.MAX_VALUE];
  for (let repeat = 0; repeat < 3000; repeat++) {
    const levels = 1 + draw.integer(40);
    const values = draw.column(draw.integer(70), () => {
      const kind = draw.integer(10);
      if (kind === 0) return special[draw.integer(special.length)];
      return kind < 6 ? draw.integer(levels) - levels / 2 : draw.uniform() - 0.5;
    });
    check(values, rankByCounting(values));
  }
});

// Each of these sends the radix sort another way: few or many shared bits at the top, long runs
// that differ only in their last bits, outliers that spoil the shared bits, lengths on either side
// of every switch.
const shapes: Record<string, (draw: Draw, i: number, n: number) => number> = {
  uniform: (draw) => draw.uniform() * 2 - 1,
  'already in order': (_, i, n) => i / (n + 1),
  'in reverse': (_, i) => -i,
  'wide range': (draw) => (draw.uniform() - 0.5) * 2 ** (draw.integer(2000) - 1000),
  'last bits only': (draw) => 1 + draw.integer(1 << 20) * Number.EPSILON,
  'last bits and an outlier': (draw, i) =>
    i === 7 ? -1e300 : 1 + draw.integer(1 << 20) * Number.EPSILON,
  'three clusters': (draw) => [0, 1e6, -1e12][draw.integer(3)] + draw.uniform() * 1e-3,
  'few levels': (draw) => draw.integer(5),
  'constant but one': (_, i) => (i === 3 ? 1 : 2),
  'with missing values': (draw) => (draw.integer(4) === 0 ? NaN : draw.integer(1000)),
};
for (const [name, make] of Object.entries(shapes)) {
  test(`equal to the definition on long columns: ${name}`, () => {
    const draw = new Draw(2);
    for (const n of [24, 25, 884, 4095, 4096, 16383, 16384, 50_000]) {
      const values = draw.column(n, (d, i) => make(d, i, n));
      check(values, rankBySorting(values));
    }
  });
}

test('pseudo-observations are average ranks over n + 1, with n the values that are there', () => {
  const values = Float64Array.of(10, 20, NaN, 20, 5);
  expect([...pseudoObservations(values)]).toEqual([2 / 5, 3.5 / 5, NaN, 3.5 / 5, 1 / 5]);
});

test('discrete pseudo-observations enclose the step of the distribution function', () => {
  const values = Float64Array.of(1, 0, NaN, 1, 0, 0);
  const { upper, lower } = discretePseudoObservations(values);
  expect([...upper]).toEqual([5 / 6, 3 / 6, NaN, 5 / 6, 3 / 6, 3 / 6]);
  expect([...lower]).toEqual([3 / 6, 0, NaN, 3 / 6, 0, 0]);
});
