/** The judge's model of a table: its margins, its dependence, and how it reads mixed tables. */

import { describe, expect, test } from 'vitest';
import { planFeatures } from '../../../src/features/plan.ts';
import { cellMargin } from '../../../src/measures/membershipAudit/refit/cellMargin.ts';
import {
  fitGaussianCvine,
  gaussianCvineLogDensity,
  gaussianDistances,
} from '../../../src/measures/membershipAudit/refit/gaussianCvine.ts';
import {
  kernelMargin,
  kernelSteps,
} from '../../../src/measures/membershipAudit/refit/kernelMargin.ts';
import { encode, judgeVariables } from '../../../src/measures/membershipAudit/refit/variables.ts';
import { planJudge, refitScores } from '../../../src/measures/membershipAudit/scores/refit.ts';
import { cholesky } from '../../../src/numerics/cholesky.ts';
import { rngFromSeed } from '../../../src/random/rng.ts';
import { applySchema } from '../../../src/table/applySchema.ts';
import type { Table } from '../../../src/table/table.ts';
import { tableFromColumns } from '../../../src/table/tableFromColumns.ts';
import { takeRows } from '../../../src/table/takeRows.ts';
import {
  inverseOf,
  type Matrix,
  randomCorrelations,
  truncatedByDefinition,
} from '../../order/gaussian.ts';
import { Draw } from '../../support/draw.ts';
import { normals } from './games.ts';

/** log |R|, by elimination. */
function logDeterminant(matrix: Matrix): number {
  const n = matrix.length;
  const factor = cholesky(Float64Array.from(matrix.flat()), n);
  return matrix.reduce((sum, _, i) => sum + 2 * Math.log(factor[i * n + i]), 0);
}

/** Of a normal vector with unit variances, less that of independent ones. */
function normalLogRatio(correlations: Matrix, z: readonly number[]): number {
  const inverse = inverseOf(correlations);
  const form = z.reduce(
    (sum, a, i) => sum + z.reduce((inner, b, j) => inner + a * b * inverse[i][j], 0),
    0,
  );
  const plain = z.reduce((sum, a) => sum + a * a, 0);
  return -0.5 * (form - plain) - 0.5 * logDeterminant(correlations);
}

/** A model with given correlations, variables in the order of centres. */
function modelOf(correlations: Matrix) {
  const d = correlations.length;
  return {
    variables: d,
    means: new Float64Array(d),
    deviations: new Float64Array(d).fill(1),
    factor: cholesky(Float64Array.from(correlations.flat()), d),
  };
}

describe('the Gaussian C-vine', () => {
  const d = 6;
  const inPaperOrder = randomCorrelations(new Draw(4), d);
  /** Centres first: the paper has them last. */
  const turned = (matrix: Matrix) => matrix.map((row) => [...row].reverse()).reverse();
  const model = modelOf(turned(inPaperOrder));
  const people = Array.from({ length: d }, (_, j) => normals(20, rngFromSeed(j)));
  const person = (i: number) => people.map((column) => column[i]);

  test.each([1, 2, 3, 4, 5])(
    'has the density of the truncated correlations, truncation %i',
    (t) => {
      const truncated = turned(truncatedByDefinition(inPaperOrder, t));
      gaussianCvineLogDensity(model, people, t).forEach((found, i) => {
        expect(found).toBeCloseTo(normalLogRatio(truncated, person(i)), 9);
      });
    },
  );

  test('without any tree has that of independence', () => {
    for (const found of gaussianCvineLogDensity(model, people, 0)) expect(found).toBeCloseTo(0, 12);
  });

  test('leaves out what is missing, if it is no centre: the density of the others', () => {
    const t = 2;
    const gaps = people.map((column, j) => (j >= 4 ? column.map(() => Number.NaN) : column));
    const truncated = turned(truncatedByDefinition(inPaperOrder, t));
    const rest = truncated.slice(0, 4).map((row) => row.slice(0, 4));
    gaussianCvineLogDensity(model, gaps, t).forEach((found, i) => {
      expect(found).toBeCloseTo(normalLogRatio(rest, person(i).slice(0, 4)), 9);
    });
  });

  test('takes a centre that is missing at its mean given those before', () => {
    const [r] = turned(inPaperOrder);
    const gaps = people.map((column, j) => (j === 1 ? column.map(() => Number.NaN) : column));
    const filled = people.map((column, j) => (j === 1 ? people[0].map((z) => r[1] * z) : column));
    const own = 1 - r[1] * r[1];
    const expected = gaussianCvineLogDensity(model, filled, 3);
    gaussianCvineLogDensity(model, gaps, 3).forEach((found, i) => {
      // the filled centre itself would add this
      const added = 0.5 * filled[1][i] ** 2 - 0.5 * Math.log(own);
      expect(found).toBeCloseTo(expected[i] - added, 9);
    });
  });

  test('measures distances by the inverse of the correlations', () => {
    const inverse = inverseOf(turned(inPaperOrder));
    gaussianDistances(model, people).forEach((found, i) => {
      const z = person(i);
      const form = z.reduce(
        (sum, a, j) => sum + z.reduce((inner, b, k) => inner + a * b * inverse[j][k], 0),
        0,
      );
      expect(found).toBeCloseTo(form, 9);
    });
  });

  test('is fitted to columns with gaps, constants and twins', () => {
    const x = normals(50, rngFromSeed(1));
    const columns = [
      x,
      x.slice(),
      new Float64Array(50).fill(3),
      x.map((value, i) => (i % 3 ? value : Number.NaN)),
    ];
    const fitted = fitGaussianCvine(columns);
    const densities = gaussianCvineLogDensity(fitted, columns, 4);
    expect(densities.every(Number.isFinite)).toBe(true);
    expect(fitted.deviations[2]).toBe(0);
  });
});

test('correlations that contradict each other, pair by pair, are drawn to zero until they can be', () => {
  const x = normals(90, rngFromSeed(2));
  const seenIn = (parts: readonly number[], sign = 1) =>
    x.map((value, i) => (parts.includes(Math.floor(i / 30)) ? sign * value : Number.NaN));
  // a goes with b, b with c, and a against c
  const a = seenIn([0, 2]);
  const b = seenIn([0, 1]);
  const c = seenIn([1, 2]).map((value, i) => (i >= 60 ? -value : value));
  const { factor } = fitGaussianCvine([a, b, c]);
  const entry = (i: number, j: number) =>
    [0, 1, 2].reduce((sum, k) => sum + factor[i * 3 + k] * factor[j * 3 + k], 0);
  for (const i of [0, 1, 2]) {
    expect(factor[i * 3 + i]).toBeGreaterThan(0.01);
    expect(entry(i, i)).toBeCloseTo(1, 12);
  }
  expect(entry(0, 1)).toBeGreaterThan(0.3);
  expect(entry(0, 2)).toBeLessThan(-0.3);
});

describe('margins', () => {
  const scores = normals(300, rngFromSeed(5)).map((z) => 0.8 * z + 0.2);
  const density = (x: number) => Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);

  test.each([0.35, 0.2, 0.15])('by a kernel: those of the sum over rows, bandwidth %f', (h) => {
    const margin = kernelMargin(scores, kernelSteps(h));
    for (let x = -2.5; x <= 2.5; x += 0.137) {
      const sum = scores.reduce((total, s) => total + density((x - s) / h) / h, density(x));
      expect(Math.abs(margin.logDensity(x) - Math.log(sum / 301))).toBeLessThan(0.01);
    }
  });

  test('by a kernel: ends, gaps and empty columns are finite', () => {
    for (const column of [scores, new Float64Array(0), Float64Array.of(Number.NaN, 9, -9)]) {
      const margin = kernelMargin(column, kernelSteps(0.3));
      for (const x of [-9, -5, 0, 5, 9]) {
        expect(margin.logDensity(x)).toBeGreaterThan(-40);
        expect(Math.abs(margin.score(x))).toBeLessThan(3.1);
      }
    }
  });

  test('by cells: shares with half a row added to each, scores in the middle', () => {
    const margin = cellMargin(Float64Array.of(0, 0, 1, Number.NaN), 3);
    expect(margin.logDensity(0)).toBeCloseTo(Math.log(2.5 / 4.5), 12);
    expect(margin.logDensity(2)).toBeCloseTo(Math.log(0.5 / 4.5), 12);
    // R: qnorm((2.5 + 0.75) / 4.5)
    expect(margin.score(1)).toBeCloseTo(0.5894558, 6);
  });
});

/** Numbers, few numbers, a nominal column whose order is not that of the response, gaps, a date. */
function mixed(rows: number, seed: number): Table {
  const rng = rngFromSeed(seed);
  const z = normals(rows, rng.split('z'));
  const u = rng.split('u').uniforms(rows);
  const e = normals(rows, rng.split('e'));
  const names = ['oak', 'elm', 'ash', 'fir'];
  return tableFromColumns({
    income: Array.from(z, (x, i) => (u[i] < 0.15 ? null : Math.round(1000 * Math.exp(x)) / 10)),
    visits: Array.from(z, (x, i) => Math.max(0, Math.round(2 + x + e[i]))),
    tree: Array.from(z, (x, i) =>
      u[i] > 0.95 ? null : names[(Math.floor(2 * Math.abs(x + e[i] / 2)) * 3) % 4],
    ),
    y: Array.from(z, (x, i) => (x + e[i] > 0 ? 'yes' : 'no')),
  });
}

describe('a mixed table', () => {
  const table = mixed(400, 1);
  const features = planFeatures(applySchema(table));
  const order = ['income', 'visits', 'tree', 'y'];
  const variables = judgeVariables(features, table, order);

  test('is read by the response first, then by each column behind whether it is missing', () => {
    expect(variables.map(({ kind, column }) => `${kind} ${column.name}`)).toEqual([
      'cells y',
      'missing tree',
      'cells tree',
      'cells visits',
      'missing income',
      'smooth income',
    ]);
  });

  test('has nominal levels in the order of the mean response', () => {
    const tree = encode(variables, table)[2];
    const y = encode(variables, table)[0];
    const means = [0, 1, 2, 3].map((cell) => {
      const own = Array.from(tree.keys()).filter((i) => tree[i] === cell);
      return own.reduce((sum, i) => sum + y[i], 0) / own.length;
    });
    expect(means).toEqual([...means].sort((a, b) => a - b));
  });

  test('scores everybody, whatever is missing or new in the synthetic table', () => {
    const plan = planJudge(features, table, table, order, 200);
    const other = mixed(200, 2);
    const strange = {
      ...other,
      columns: other.columns.map((column) =>
        column.kind === 'text' && column.name === 'tree'
          ? {
              ...column,
              dictionary: column.dictionary.map((name) => (name === 'oak' ? 'yew' : name)),
            }
          : column,
      ),
    };
    for (const synthetic of [other, strange, takeRows(other, new Uint32Array(50))]) {
      for (const truncation of [0, 1, 3, 'full'] as const) {
        const scores = refitScores(plan, synthetic, truncation);
        expect(scores).toHaveLength(400);
        expect(scores.every(Number.isFinite)).toBe(true);
      }
    }
  });

  test('is more likely under a model of its like than under one of another table', () => {
    const plan = planJudge(features, table, table, order, 200);
    const mean = (values: Float64Array) => values.reduce((a, b) => a + b, 0) / values.length;
    const alike = mean(refitScores(plan, mixed(300, 3), 'full'));
    const shuffled = mixed(300, 4);
    const backwards = {
      ...shuffled,
      columns: shuffled.columns.map((column, j) =>
        j === 0
          ? takeRows(
              { ...shuffled, columns: [column] },
              Uint32Array.from({ length: 300 }, (_, i) => 299 - i),
            ).columns[0]
          : column,
      ),
    };
    expect(alike).toBeGreaterThan(mean(refitScores(plan, backwards, 'full')) + 0.05);
  });
});
