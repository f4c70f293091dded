import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/numerics/inputError.ts';
import { hermiteLoadings, NORMAL, observedCorrelation } from '../../src/order/hermiteLoadings.ts';
import { preview } from '../../src/order/preview.ts';
import {
  type PreviewByClassSettings,
  type PreviewClass,
  previewByClass,
} from '../../src/order/previewByClass.ts';
import { Draw } from '../support/draw.ts';
import {
  inverseOf,
  type Matrix,
  randomCorrelations,
  regress,
  truncatedByDefinition,
} from './gaussian.ts';
import { drawNormals, leastSquares, normal } from './mixture.ts';

const rowsOf = (matrix: Matrix) => matrix.map((row) => Float64Array.from(row));

/** Names x1, x2, ... and Y last. */
const namesOf = (n: number) =>
  Array.from({ length: n }, (_, i) => (i === n - 1 ? 'Y' : `x${i + 1}`));

const d = 6;
const sum = (values: readonly number[]) => values.reduce((total, x) => total + x, 0);
const range = (n: number) => Array.from({ length: n }, (_, i) => i);

/** Three classes that differ in everything, drawn at random. */
function threeClasses(seed: number): PreviewClass[] {
  const draw = new Draw(seed);
  return [0.5, 0.3, 0.2].map((share, c) => ({
    label: `${c}`,
    share,
    correlations: rowsOf(randomCorrelations(draw, d)),
    margins: range(d).map(() => NORMAL),
    means: draw.column(d, normal),
    deviations: draw.column(d, () => 0.5 + draw.uniform()),
    response: { mean: c, variance: 0 },
  }));
}

function settingsOf(
  classes: readonly PreviewClass[],
  change: Partial<PreviewByClassSettings> = {},
): PreviewByClassSettings {
  const names = namesOf(d + 1);
  return { names, sensitive: ['x1'], rows: 500, scale: 'scores', classes, ...change };
}

const plain = (matrix: readonly Float64Array[]) => matrix.map((row) => [...row]);

/** The covariances within a class at level t, by the definition of the vine. */
function covariancesOf({ correlations, deviations }: PreviewClass, t: number, cut = d): Matrix {
  return truncatedByDefinition(plain(correlations), t - 1, cut).map((row, i) =>
    row.map((r, j) => r * deviations[i] * deviations[j]),
  );
}

/** Pooled covariances of x1 ... xd and Y, by their definition. */
function pooledOf(classes: readonly PreviewClass[], t: number, cut = d): Matrix {
  const means = classes.map(({ means, response }) => [...means, response.mean]);
  const centre = range(d + 1).map((i) => sum(classes.map(({ share }, c) => share * means[c][i])));
  return range(d + 1).map((i) =>
    range(d + 1).map((j) =>
      sum(
        classes.map((each, c) => {
          const within = i < d && j < d ? covariancesOf(each, t, cut)[i][j] : 0;
          return each.share * (within + (means[c][i] - centre[i]) * (means[c][j] - centre[j]));
        }),
      ),
    ),
  );
}

const standardised = (covariances: Matrix) =>
  covariances.map((row, i) =>
    row.map((x, j) => x / Math.sqrt(covariances[i][i] * covariances[j][j])),
  );

function closeTo(found: readonly number[], expected: readonly number[], what: string): void {
  expect(found.length, what).toBe(expected.length);
  found.forEach((value, i) => {
    expect(Math.abs(value - expected[i]), `${what}, entry ${i}`).toBeLessThan(1e-9);
  });
}

describe('both attackers in closed form, at every level', () => {
  test.each([
    ['all columns cut', []],
    ['two columns cut', ['x2', 'x1']],
  ])('%s', (_, cut) => {
    const classes = threeClasses(101);
    const sensitive = cut.length > 0 ? ['x1', 'x2'] : namesOf(d + 1).slice(0, d);
    const found = previewByClass(settingsOf(classes, { sensitive, protected: cut }));
    expect(found.levels).toHaveLength(d);
    for (const { truncation: t, sensitive: attacks } of found.levels) {
      const covariances = pooledOf(classes, t, cut.length || d);
      const pooled = standardised(covariances);
      attacks.forEach(({ name, coefficients, r2, mab, within }, j) => {
        const others = range(d + 1).filter((k) => k !== j);
        const expected = regress(pooled, j, others);
        closeTo(coefficients, expected, `${name}, level ${t}`);
        expect(r2).toBeCloseTo(sum(expected.map((b, i) => b * pooled[others[i]][j])), 10);
        expect(mab).toBeCloseTo(sum(expected.map(Math.abs)) / d, 10);

        const byClass = classes.map((each) => {
          const own = covariancesOf(each, t, cut.length || d);
          const x = range(d).filter((k) => k !== j);
          const slopes = regress(own, j, x);
          const left = own[j][j] - sum(slopes.map((b, i) => b * own[x[i]][j]));
          // in standard deviations of the whole table
          const unit = (k: number) => Math.sqrt(covariances[k][k]);
          const sizes = slopes.map((b, i) => Math.abs((b * unit(x[i])) / unit(j)));
          return { left: each.share * left, mab: (each.share * sum(sizes)) / (d - 1) };
        });
        const left = sum(byClass.map((each) => each.left));
        expect(within?.r2).toBeCloseTo(1 - left / covariances[j][j], 10);
        expect(within?.mab).toBeCloseTo(sum(byClass.map((each) => each.mab)), 10);
      });
    }
  });

  test('margins within classes: in the correlations that they leave', () => {
    const draw = new Draw(102);
    const classes = threeClasses(103).map((each) => ({
      ...each,
      margins: range(d).map(() => hermiteLoadings(draw.column(40, () => draw.uniform() ** 5))),
    }));
    const [{ truncation: t, sensitive }] = previewByClass(
      settingsOf(classes, { levels: [4], scale: 'values' }),
    ).levels;
    const observed = classes.map((each) => ({
      ...each,
      correlations: rowsOf(
        truncatedByDefinition(plain(each.correlations), t - 1).map((row, i) =>
          row.map((r, j) =>
            i === j ? 1 : observedCorrelation(r, each.margins[i], each.margins[j]),
          ),
        ),
      ),
    }));
    // these correlations are those of the values, and all of them
    const pooled = standardised(pooledOf(observed, d));
    const others = range(d + 1).slice(1);
    closeTo(sensitive[0].coefficients, regress(pooled, 0, others), 'values');
  });

  test('hidden variables take part in the vines, but not in the regressions', () => {
    const classes = threeClasses(104);
    const { names, levels } = previewByClass(settingsOf(classes, { hidden: ['x3', 'x6'] }));
    expect(names).toEqual(['x1', 'x2', 'x4', 'x5', 'Y']);
    for (const { truncation, sensitive } of levels) {
      const pooled = standardised(pooledOf(classes, truncation));
      closeTo(sensitive[0].coefficients, regress(pooled, 0, [1, 3, 4, 6]), `${truncation}`);
    }
  });
});

describe('one dependence for all classes', () => {
  // Given Y all classes have the same covariances, and their means lie on a line in Y: this is the
  // Gaussian vine of the whole table.
  test.each([[[]], [['x1', 'x2', 'x3']]])('is the preview without classes; cut %j', (cut) => {
    const matrix = randomCorrelations(new Draw(105), d + 1);
    const r = matrix.slice(0, d).map((row) => row[d]);
    const partial = range(d).map((i) =>
      range(d).map(
        (j) => (matrix[i][j] - r[i] * r[j]) / Math.sqrt((1 - r[i] ** 2) * (1 - r[j] ** 2)),
      ),
    );
    const shares = [0.25, 0.35, 0.4];
    const mean = sum(shares.map((share, c) => share * c));
    const deviation = Math.sqrt(sum(shares.map((share, c) => share * (c - mean) ** 2)));
    const classes = shares.map((share, c) => ({
      label: `${c}`,
      share,
      correlations: rowsOf(partial),
      margins: range(d).map(() => NORMAL),
      means: Float64Array.from(r, (x) => (x * (c - mean)) / deviation),
      deviations: Float64Array.from(r, (x) => Math.sqrt(1 - x * x)),
      response: { mean: c, variance: 0 },
    }));
    const common = { sensitive: ['x1', 'x3'], responseDeviation: 0.4, protected: cut };
    const one = preview({ ...settingsOf([]), ...common, correlations: rowsOf(matrix) });
    const byClass = previewByClass(settingsOf(classes, common));
    expect(byClass.independent).toEqual(one.independent);
    one.levels.forEach(({ truncation, sensitive }, t) => {
      sensitive.forEach((attack, s) => {
        const { within, ...pooled } = byClass.levels[t].sensitive[s];
        const what = `${attack.name}, level ${truncation}`;
        closeTo(pooled.coefficients, attack.coefficients, what);
        for (const figure of ['r2', 'mab', 'expectedR2', 'expectedMab', 'mabFloor'] as const) {
          expect(pooled[figure], `${what}: ${figure}`).toBeCloseTo(attack[figure] as number, 9);
        }
        // the same slopes in every class: nobody learns more by regressing within them
        expect(within?.r2).toBeCloseTo(attack.r2, 9);
      });
    });
  });
});

describe('against mixtures that are drawn', () => {
  /** A table of the mixture at level t: x1 ... xd, and Y. */
  function drawn(draw: Draw, classes: readonly PreviewClass[], t: number, rows: number) {
    const sizes = classes.map(({ share }) => Math.round(share * rows));
    const parts = classes.map((each, c) =>
      drawNormals(draw, covariancesOf(each, t, 1), sizes[c]).map((column, j) =>
        column.map((x) => x + each.means[j]),
      ),
    );
    const columns = range(d).map((j) => Float64Array.from(parts.flatMap((part) => [...part[j]])));
    return {
      parts,
      columns,
      y: Float64Array.from(sizes.flatMap((size, c) => Array(size).fill(c))),
    };
  }

  const variance = (x: Float64Array) => {
    const mean = sum([...x]) / x.length;
    return sum([...x].map((value) => (value - mean) ** 2)) / x.length;
  };

  function attacked({ parts, columns, y }: ReturnType<typeof drawn>) {
    const pooled = leastSquares(columns[0], [...columns.slice(1), y], inverseOf);
    const left = parts.map(
      (part) => part[0].length * leastSquares(part[0], part.slice(1), inverseOf).residual,
    );
    const all = variance(columns[0]);
    const scales = [...columns.slice(1), y].map((column) => Math.sqrt(variance(column) / all));
    return {
      coefficients: pooled.coefficients.map((b, k) => b * scales[k]),
      r2: 1 - pooled.residual / all,
      within: 1 - sum(left) / y.length / all,
    };
  }

  // 100,000 rows give coefficients and R² to about 0.01 at most: the bound of 0.03 is three errors of
  // the worst, over 18 figures; a chance below 1 %
  test('coefficients and R² of 100,000 rows: to 0.03', () => {
    const draw = new Draw(106);
    const classes = threeClasses(107);
    const { levels } = previewByClass(settingsOf(classes, { protected: ['x1'] }));
    for (const t of [1, 3, d]) {
      const found = attacked(drawn(draw, classes, t, 100_000));
      const [{ coefficients, r2, within }] = levels[t - 1].sensitive;
      coefficients.forEach((b, k) => {
        expect(Math.abs(b - found.coefficients[k]), `level ${t}, ${k}`).toBeLessThan(0.03);
      });
      expect(Math.abs(r2 - found.r2), `level ${t}`).toBeLessThan(0.03);
      expect(Math.abs((within?.r2 ?? NaN) - found.within), `level ${t}`).toBeLessThan(0.03);
    }
  });

  // the mean of 400 R² with a deviation of about 0.05 each: an error of 0.0025, and the classes' sums of
  // squares are taken as fixed, which costs about as much
  test('what 120 rows give on average: R² to 0.015', () => {
    const draw = new Draw(108);
    const classes = threeClasses(109);
    const t = 3;
    const found = Array.from({ length: 400 }, () => attacked(drawn(draw, classes, t, 120)));
    const settings = settingsOf(classes, { protected: ['x1'], rows: 120, levels: [t] });
    const [{ expectedR2, within }] = previewByClass(settings).levels[0].sensitive;
    const mean = (values: number[]) => sum(values) / values.length;
    expect(Math.abs((expectedR2 as number) - mean(found.map(({ r2 }) => r2)))).toBeLessThan(0.015);
    expect(
      Math.abs((within?.expectedR2 ?? NaN) - mean(found.map((each) => each.within))),
    ).toBeLessThan(0.015);
  });

  test('by chance, on independent columns: the mean of 400 tables, to 0.005', () => {
    const draw = new Draw(110);
    const identity = range(d).map((i) => range(d).map((j) => Number(i === j)));
    const classes = threeClasses(111).map((each) => ({
      ...each,
      correlations: rowsOf(identity),
      means: new Float64Array(d),
      deviations: new Float64Array(d).fill(1),
    }));
    const found = Array.from({ length: 400 }, () => attacked(drawn(draw, classes, d, 120)).within);
    const { classes: told, levels } = previewByClass(settingsOf(classes, { rows: 120 }));
    expect(Math.abs((told?.independent?.r2 ?? NaN) - sum(found) / 400)).toBeLessThan(0.005);
    const { within } = levels[0].sensitive[0];
    expect(within?.expectedR2).toBeCloseTo(told?.independent?.r2 ?? NaN, 10);
    expect(within?.expectedMab).toBeCloseTo(told?.independent?.mab ?? NaN, 10);
    expect(within?.mabFloor).toBeCloseTo(told?.independent?.mab ?? NaN, 10);
  });
});

describe('classes that are not regressed alone', () => {
  test('several small ones: the pooled regression is all there is of them', () => {
    const classes = threeClasses(112).map((each, c) =>
      c === 2 ? { ...each, label: null, response: { mean: 2, variance: 0.3 } } : each,
    );
    const t = 4;
    const found = previewByClass(settingsOf(classes, { levels: [t] }));
    expect(found.classes?.labels).toEqual(['0', '1']);
    const covariances = pooledOf(classes, t);
    covariances[d][d] += classes[2].share * 0.3;
    const slopes = regress(covariances, 0, range(d + 1).slice(1));
    const weights = [1, ...slopes.map((b) => -b)];
    const centre = range(d + 1).map((i) =>
      sum(classes.map((each) => each.share * (i < d ? each.means[i] : each.response.mean))),
    );
    const own = covariancesOf(classes[2], t);
    const apart = sum(weights.map((w, i) => w * ((i < d ? classes[2].means[i] : 2) - centre[i])));
    const inside =
      sum(range(d).flatMap((i) => range(d).map((j) => weights[i] * weights[j] * own[i][j]))) +
      weights[d] ** 2 * 0.3;
    const alone = classes.slice(0, 2).map((each) => {
      const cov = covariancesOf(each, t);
      const b = regress(cov, 0, range(d).slice(1));
      return each.share * (cov[0][0] - sum(b.map((x, i) => x * cov[i + 1][0])));
    });
    const left = sum(alone) + classes[2].share * (inside + apart ** 2);
    expect(found.levels[0].sensitive[0].within?.r2).toBeCloseTo(1 - left / covariances[0][0], 10);
  });

  test('one with too few rows is named in a note; if it is all, there is no attack within', () => {
    const classes = threeClasses(113);
    // 0.2 of 38 rows are 7.6, and a regression on five columns needs more than seven
    expect(previewByClass(settingsOf(classes, { rows: 38 })).notes).toEqual([]);
    const { notes, levels } = previewByClass(settingsOf(classes, { rows: 30 }));
    expect(notes).toEqual([
      'In 2 there are too few rows for a regression on 5 columns: these are attacked with all rows alone.',
    ]);
    expect(levels[0].sensitive[0].within).not.toBeNull();
    const few = previewByClass(settingsOf(classes, { rows: 12 }));
    expect(few.levels[0].sensitive[0].within).toBeNull();
    expect(few.classes?.independent).toBeNull();
  });
});

test('a column that is constant in a class, or tells the class, is no reason to fail', () => {
  const classes = threeClasses(114).map((each, c) => ({
    ...each,
    means: each.means.map((mean, j) => (j === 1 ? c : mean)),
    deviations: each.deviations.map((x, j) => (j === 1 || (j === 0 && c === 0) ? 0 : x)),
  }));
  const { levels, ridge } = previewByClass(settingsOf(classes, { sensitive: ['x1', 'x3'] }));
  expect(ridge).toBeGreaterThan(0);
  for (const { sensitive } of levels) {
    for (const { r2, within, expectedMab } of sensitive) {
      for (const share of [r2, within?.r2]) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }
      for (const size of [within?.mab, within?.expectedMab]) expect(size).toBeLessThan(1);
      // Y and what repeats it cannot be told apart: their coefficients are noise
      expect(expectedMab).toBeLessThan(Infinity);
    }
  }
});

test('the result is plain data: JSON gives it back', () => {
  const result = previewByClass(settingsOf(threeClasses(115), { protected: ['x1'] }));
  expect(JSON.parse(JSON.stringify(result))).toStrictEqual(result);
});

test('protected columns that do not stand first are refused', () => {
  for (const cut of [['x2'], ['x1', 'x3'], [...namesOf(d + 1)]]) {
    const settings = settingsOf(threeClasses(116), { protected: cut });
    expect(() => previewByClass(settings)).toThrow('they do not stand first');
    expect(() => previewByClass(settings)).toThrow(InputError);
  }
});
