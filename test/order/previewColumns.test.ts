import { describe, expect, type TestContext, test } from 'vitest';
import { SIMULATED_REFERENCE, SUPPORT2_REFERENCE } from '../../experiments/references.ts';
import { InputError } from '../../src/numerics/inputError.ts';
import { classMoments } from '../../src/order/classMoments.ts';
import { hermiteLoadings, linearLoadings, NORMAL } from '../../src/order/hermiteLoadings.ts';
import { preview } from '../../src/order/preview.ts';
import { previewByClass } from '../../src/order/previewByClass.ts';
import { type PreviewColumnsSettings, previewColumns } from '../../src/order/previewColumns.ts';
import { responseClasses, valuesIn } from '../../src/order/responseClasses.ts';
import { normalScores, scoreCorrelations } from '../../src/order/scoreCorrelations.ts';
import { Draw } from '../support/draw.ts';
import { readShared, readSharedColumns } from '../support/shared.ts';
import { correlation } from '../support/statistics.ts';
import { inverseOf } from './gaussian.ts';
import { leastSquares } from './mixture.ts';

/**
 * Means over 150 or 100 samples a level, so that a figure is off by about 0.001 (MAB) and 0.005 (R²),
 * and rounded. The response there is a threshold of a normal variable, here it counts by its 0 and 1;
 * both leave it unstandardised in the regression.
 */
const REFERENCE = {
  real_support2_small: SUPPORT2_REFERENCE,
  real_data_I_d20: SIMULATED_REFERENCE,
};

/** The largest differences of a table's preview from the reference, over levels, by column. */
function differences(
  file: keyof typeof REFERENCE,
  scale: 'values' | 'scores',
  context: TestContext,
) {
  const { levels, columns: curves } = REFERENCE[file];
  const [header] = readShared(`data/${file}.csv`, context).split('\n', 1);
  const names = JSON.parse(`[${header}]`) as string[];
  const columns = readSharedColumns(`data/${file}.csv`, context);
  const sensitive = Object.keys(curves);
  const found = previewColumns({
    names,
    columns,
    order: names,
    sensitive,
    rows: 500,
    scale,
    levels,
  });
  const largest = (a: readonly number[], b: readonly number[]) =>
    Math.max(...a.map((x, i) => Math.abs(x - b[i])));
  return Object.fromEntries(
    Object.entries(curves).map(([name, { mab, r2 }], s) => [
      name,
      {
        mab: largest(
          found.levels.map(({ sensitive }) => sensitive[s].expectedMab as number),
          mab,
        ),
        r2: largest(
          found.levels.map(({ sensitive }) => sensitive[s].expectedR2 as number),
          r2,
        ),
      },
    ]),
  );
}

describe('against simulated attacks, at every level of the reference', () => {
  test('the simulated table, on values and on scores: MAB to 0.003, R² to 0.012', (context) => {
    for (const scale of ['values', 'scores'] as const) {
      for (const [name, { mab, r2 }] of Object.entries(
        differences('real_data_I_d20', scale, context),
      )) {
        expect(mab, `${name}, ${scale}`).toBeLessThan(0.003);
        expect(r2, `${name}, ${scale}`).toBeLessThan(0.012);
      }
    }
  });

  // Its margins have long tails, so that R² in samples of 500 rows lies a little above that of the
  // population: here totcst at levels 12 to 24 has 0.01 to 0.025 more.
  test('SUPPORT2, on values: MAB to 0.003, R² to 0.03', (context) => {
    for (const [name, { mab, r2 }] of Object.entries(
      differences('real_support2_small', 'values', context),
    )) {
      expect(mab, name).toBeLessThan(0.003);
      expect(r2, name).toBeLessThan(0.03);
    }
  });

  // The theorem speaks of normal columns. Regressing scores leaks more than regressing values.
  test('SUPPORT2, on scores: R² to 0.13, MAB further off than on values', (context) => {
    const { totcst, crea } = differences('real_support2_small', 'scores', context);
    expect(Math.max(totcst.r2, crea.r2)).toBeLessThan(0.13);
    expect(totcst.mab).toBeGreaterThan(0.03);
  });
});

describe('by class, on the simulated table, whose classes differ in the third block', () => {
  const sensitive = ['X1', 'X6', 'X11'];

  function simulated(context: TestContext) {
    const [header] = readShared('data/real_data_I_d20.csv', context).split('\n', 1);
    const names = JSON.parse(`[${header}]`) as string[];
    const columns = readSharedColumns('data/real_data_I_d20.csv', context);
    const classes = responseClasses(columns[names.indexOf('Y')], ['0', '1']);
    return { names, columns, classes };
  }

  /** R² of regressions in the table itself, adjusted: on all rows, and within the classes. */
  function regressed({ names, columns, classes }: ReturnType<typeof simulated>, name: string) {
    const target = columns[names.indexOf(name)];
    const y = columns[names.indexOf('Y')];
    const others = columns.filter((column) => column !== target && column !== y);
    const n = y.length;
    const mean = target.reduce((sum, x) => sum + x, 0) / n;
    const variance = target.reduce((sum, x) => sum + (x - mean) ** 2, 0) / n;
    const pooled = leastSquares(target, [...others, y], inverseOf).residual / (n - 21);
    const within = classes.map(({ rows }) => {
      const own = leastSquares(
        valuesIn(target, rows),
        others.map((column) => valuesIn(column, rows)),
        inverseOf,
      );
      return (own.residual * rows.length * rows.length) / (rows.length - 20) / n;
    });
    return {
      pooled: 1 - (pooled * (n - 1)) / variance,
      within: 1 - within.reduce((sum, x) => sum + x, 0) / variance,
    };
  }

  // of 1000 rows, of which a regression knows R² to about 0.02
  test('all trees: R² of the regressions in the table itself, to 0.025', (context) => {
    const table = simulated(context);
    for (const scale of ['values', 'scores'] as const) {
      const [{ sensitive: attacks }] = previewColumns({
        ...table,
        order: table.names,
        sensitive,
        scale,
        levels: [20],
      }).levels;
      for (const { name, r2, within } of attacks) {
        const expected = regressed(table, name);
        expect(Math.abs(r2 - expected.pooled), name).toBeLessThan(0.025);
        expect(Math.abs((within?.r2 ?? NaN) - expected.within), name).toBeLessThan(0.025);
      }
      // where classes differ, an attacker within them learns far more
      const [x1, , x11] = attacks;
      expect((x11.within?.r2 ?? 0) - x11.r2).toBeGreaterThan(0.2);
      expect((x1.within?.r2 ?? 0) - x1.r2).toBeLessThan(0.02);
    }
  });
});

describe('from the columns of a table', () => {
  const draw = new Draw(95);
  const z = draw.column(200, () => draw.uniform());
  const columns = [
    z.map((v) => v + draw.uniform()),
    z.map((v) => Number(v + draw.uniform() > 1)),
    z.map((v) => (draw.integer(5) === 0 ? NaN : v ** 4)),
    z.map((v) => Math.floor(4 * v * draw.uniform())),
  ];
  const names = ['a', 'Y', 'b', 'count'];
  const order = ['b', 'a', 'count', 'Y'];
  const ordered = [2, 0, 3, 1].map((j) => columns[j]);
  const ones = columns[1].reduce((sum, y) => sum + y, 0) / 200;
  const deviation = Math.sqrt(ones * (1 - ones));
  const settings: PreviewColumnsSettings = { names, columns, order, sensitive: ['b'] };
  const expected = { names: order, sensitive: ['b'], rows: 200, responseDeviation: deviation };

  test('values: margins of all, the binary response by its 0 and 1 and not standardised', () => {
    const correlations = scoreCorrelations(ordered);
    const margins = ordered.map(hermiteLoadings);
    margins[3] = NORMAL;
    const { levels } = previewColumns(settings);
    const byHand = preview({ ...expected, correlations, margins }).levels;
    levels.forEach(({ sensitive: [attack] }, i) => {
      expect(attack.r2).toBeCloseTo(byHand[i].sensitive[0].r2, 12);
      expect(attack.expectedMab).toBeCloseTo(byHand[i].sensitive[0].expectedMab as number, 12);
    });
  });

  test('values: a discrete column with more levels by the correlation of its values and scores', () => {
    const correlations = scoreCorrelations(ordered);
    const margins = ordered.map(hermiteLoadings);
    margins[2] = linearLoadings(correlation(normalScores(columns[3]), columns[3]));
    margins[3] = NORMAL;
    const { levels } = previewColumns({ ...settings, discrete: ['Y', 'count'] });
    const byHand = preview({ ...expected, correlations, margins }).levels;
    expect(levels[2].sensitive[0].r2).toBeCloseTo(byHand[2].sensitive[0].r2, 12);
    expect(levels[2].sensitive[0].r2).not.toBeCloseTo(
      previewColumns(settings).levels[2].sensitive[0].r2,
      4,
    );
  });

  test('scores: their correlations as they are', () => {
    const correlations = scoreCorrelations(ordered);
    expect(previewColumns({ ...settings, scale: 'scores' })).toEqual(
      preview({ ...expected, correlations }),
    );
  });

  test('a standardised response, other rows, some levels', () => {
    const { levels, rows } = previewColumns({
      ...settings,
      rawResponse: false,
      rows: 90,
      levels: [2],
    });
    expect(rows).toBe(90);
    const raw = previewColumns({ ...settings, rows: 90, levels: [2] }).levels;
    const [a, b] = [levels, raw].map(
      ([
        {
          sensitive: [{ coefficients }],
        },
      ]) => coefficients[2],
    );
    expect(a).toBeCloseTo(b * deviation, 12);
  });

  test('a continuous response is standardised', () => {
    const other = { ...settings, order: ['b', 'count', 'a'] };
    expect(previewColumns(other)).toEqual(previewColumns({ ...other, rawResponse: false }));
  });

  test('classes and protected columns: moments of the classes, and of the rows in none', () => {
    const classes = responseClasses(columns[1], ['no', 'yes']);
    const apart = { ...settings, classes, protected: ['b'], discrete: ['Y', 'count'] };
    const marginOf = (column: Float64Array, j: number) =>
      j === 2 ? linearLoadings(correlation(normalScores(column), column)) : hermiteLoadings(column);
    const byHand = previewByClass({
      ...expected,
      protected: ['b'],
      scale: 'values',
      classes: classMoments(ordered, classes, marginOf),
    });
    const found = previewColumns(apart);
    expect(found.classes?.labels).toEqual(['no', 'yes']);
    found.levels.forEach(({ sensitive: [attack] }, i) => {
      const [other] = byHand.levels[i].sensitive;
      expect(attack.r2).toBeCloseTo(other.r2, 12);
      expect(attack.within?.r2).toBeCloseTo(other.within?.r2 as number, 12);
    });
    // one class alone: the rows of the other go by what is shared
    const one = previewColumns({ ...apart, classes: classes.slice(0, 1) });
    expect(one.classes?.labels).toEqual(['no']);
    expect(one.levels).toHaveLength(3);
  });

  test('twins are no reason to fail', () => {
    const twin = {
      ...settings,
      names: [...names, 'b2'],
      columns: [...columns, columns[2]],
      order: ['b', 'b2', 'a', 'Y'],
    };
    const { levels, notes } = previewColumns(twin);
    expect(notes).toHaveLength(1);
    expect(levels[2].sensitive[0].r2).toBeGreaterThan(0.999);
  });

  /** The columns with one of them filled with a value. */
  const filled = (at: number, value: number) =>
    columns.map((c, j) => (j === at ? c.map(() => value) : c));

  test.each([
    ['an unknown column', { order: ['b', 'aa', 'Y'] }, "Order: there is no column 'aa'"],
    ['a response alone', { order: ['Y'] }, 'Order: found 1 columns'],
    [
      'an unknown discrete column',
      { discrete: ['b', 'sex'] },
      "Discrete columns: there is no column 'sex'",
    ],
    ['a constant response', { columns: filled(1, 1) }, "Response: 'Y' is constant"],
    ['infinite values', { columns: filled(0, Infinity) }, "Column 'a' has an infinite value"],
  ])('refuses %s', (_, change, message) => {
    expect(() => previewColumns({ ...settings, ...change })).toThrow(message);
    expect(() => previewColumns({ ...settings, ...change })).toThrow(InputError);
  });
});
