/** What must hold whatever the data. */

import { describe, expect, test } from 'vitest';
import { kernel } from '../../src/numerics/kernel.ts';
import { logLikelihood, vineLogPdf } from '../../src/vine/density.ts';
import { inverseRosenblattOf } from '../../src/vine/inverseRosenblatt.ts';
import { rosenblattOf } from '../../src/vine/rosenblatt.ts';
import { type EdgeCopula, makeVine } from '../../src/vine/vine.ts';
import {
  cvine,
  fitVine,
  kendallTau,
  type PairCopula,
  rosenblatt,
  sampleVine,
  truncateVine,
  type Vine,
  vineToJSON,
} from '../../src/vine.ts';
import { Draw } from '../support/draw.ts';
import { expectSame } from '../support/same.ts';
import { correlation, KOLMOGOROV_1E6, kolmogorov } from '../support/statistics.ts';
import {
  atomsWith,
  leftLimits,
  randomCopula,
  randomStructure,
  type Shape,
  shapes,
  vineWith,
} from '../support/vines.ts';

const independence: PairCopula = { family: 'independence', rotation: 0, parameters: [] };

describe('an all-Gaussian vine is the multivariate normal copula', () => {
  /**
   * The C-vine with random partial correlations, and the correlation matrix that they imply by the
   * recursion r(ij | S) = r(ij | S, l) sqrt((1 - r(il | S)^2)(1 - r(jl | S)^2)) + r(il | S) r(jl | S).
   */
  function gaussianVine(d: number, draw: Draw): { vine: Vine; matrix: number[][] } {
    const partial = Array.from({ length: d }, (_, k) =>
      Array.from({ length: d }, (_, i) => (i > k ? 1.6 * draw.uniform() - 0.8 : Number.NaN)),
    );
    const structure = cvine(Array.from({ length: d }, (_, j) => d - 1 - j));
    const vine = vineWith(structure, (k, i) => ({
      family: 'gaussian',
      rotation: 0,
      parameters: [partial[k][i]],
    }));
    const matrix = Array.from({ length: d }, (_, i) =>
      Array.from({ length: d }, (_, j) => {
        if (i === j) return 1;
        const [low, high] = [Math.min(i, j), Math.max(i, j)];
        let r = partial[low][high];
        for (let l = low - 1; l >= 0; l--) {
          const [p, q] = [partial[l][low], partial[l][high]];
          r = r * Math.sqrt((1 - p * p) * (1 - q * q)) + p * q;
        }
        return r;
      }),
    );
    return { vine, matrix };
  }

  test('density: the log-likelihood is the same to 1e-9 per row', () => {
    const draw = new Draw(11);
    for (const d of [2, 3, 8, 15]) {
      const { vine, matrix } = gaussianVine(d, draw);
      const rows = 500;
      // rows of the copula itself: others would have conditional values beyond the clip at 1e-10
      const factor = cholesky(matrix);
      const noise = matrix.map(() => draw.column(rows, normal));
      const z = factor.map((weights) =>
        Float64Array.from({ length: rows }, (_, r) =>
          weights.reduce((total, weight, k) => total + weight * noise[k][r], 0),
        ),
      );
      const margins = z.map((column) => ({ u: column.map((x) => kernel().normalCdf(x)) }));
      const found = vineLogPdf(vine, margins);
      for (let r = 0; r < rows; r++) {
        const row = z.map((column) => column[r]);
        expect(Math.abs(found[r] - normalCopula(factor, row))).toBeLessThan(1e-9);
      }
    }
  });

  test('samples: correlations of 1e5 normal scores within 4 standard errors', () => {
    // 28 correlations: all within 4 standard errors but with probability 0.002
    const { vine, matrix } = gaussianVine(8, new Draw(12));
    const rows = 100_000;
    const z = sampleVine(vine, rows, { seed: 1 }).map((u) =>
      u.map((x) => kernel().normalQuantile(x)),
    );
    for (let i = 0; i < 8; i++) {
      for (let j = 0; j < i; j++) {
        const error = (1 - matrix[i][j] ** 2) / Math.sqrt(rows);
        expect(Math.abs(correlation(z[i], z[j]) - matrix[i][j])).toBeLessThan(4 * error);
      }
    }
  });

  function normal(draw: Draw): number {
    return Math.sqrt(-2 * Math.log(1 - draw.uniform())) * Math.cos(2 * Math.PI * draw.uniform());
  }

  /** The lower factor of a positive definite matrix. */
  function cholesky(matrix: readonly (readonly number[])[]): number[][] {
    const factor = matrix.map((row) => row.map(() => 0));
    matrix.forEach((row, i) => {
      for (let j = 0; j <= i; j++) {
        let rest = row[j];
        for (let k = 0; k < j; k++) rest -= factor[i][k] * factor[j][k];
        factor[i][j] = i === j ? Math.sqrt(rest) : rest / factor[j][j];
      }
    });
    return factor;
  }

  /** Log-density of the normal copula: that of N(0, L L') over that of N(0, I). */
  function normalCopula(factor: readonly (readonly number[])[], z: readonly number[]): number {
    let log = 0;
    const whitened: number[] = [];
    z.forEach((value, i) => {
      let rest = value;
      for (let k = 0; k < i; k++) rest -= factor[i][k] * whitened[k];
      whitened.push(rest / factor[i][i]);
      log += 0.5 * (value * value - whitened[i] ** 2) - Math.log(factor[i][i]);
    });
    return log;
  }
});

/**
 * Random families and moderate parameters. With extreme ones a conditional distribution function is
 * flat or steep, and what a rounding error in the last place of u is worth there bounds any method:
 * that is stated and tested pair by pair.
 */
describe('the Rosenblatt transform and its inverse cancel within 1e-8', () => {
  const dimensions = Array.from({ length: 29 }, (_, k) => k + 2);

  test.each(dimensions)('d = %i, at every truncation level', (d) => {
    const draw = new Draw(100 + d);
    // all shapes in small vines, in turn in large ones
    for (const shape of d <= 10 ? shapes : [shapes[d % 3]]) {
      const vine = vineWith(randomStructure(shape, d, draw), () => randomCopula(draw));
      const uniforms = vine.structure.order.map(() => draw.column(20, () => draw.uniform()));
      for (let t = 0; t < d; t++) {
        const cut = truncateVine(vine, t);
        const data = inverseRosenblattOf(cut, uniforms, false);
        const back = rosenblattOf(
          cut,
          data.map((u) => ({ u })),
        );
        expect(farthest(back, uniforms), `${shape} at level ${t}`).toBeLessThan(1e-8);
        const again = inverseRosenblattOf(cut, back, false);
        expect(farthest(again, data), `${shape} at level ${t}`).toBeLessThan(1e-8);
      }
    }
  });
});

describe('the Rosenblatt transform of own samples is uniform and independent', () => {
  test.each(shapes)('%s, with a discrete variable', (shape) => {
    const { vine, sample, left } = sampled(shape, 8, 31);
    const w = rosenblatt(vine, sample, { left });
    expectIndependent(w);
  });

  test('another vine is found out', () => {
    const { vine, sample, left } = sampled('C-vine', 8, 31);
    const w = rosenblatt(truncateVine(vine, 1), sample, { left });
    expect(() => expectIndependent(w)).toThrow();
  });

  function sampled(shape: Shape, d: number, seed: number) {
    const draw = new Draw(seed);
    const structure = randomStructure(shape, d, draw);
    const discrete = structure.order[draw.integer(d)];
    const atoms = structure.order.map((_, j) =>
      j === discrete ? atomsWith([0.2, 0.5, 0.3]) : undefined,
    );
    const vine = vineWith(structure, () => randomCopula(draw), atoms);
    const sample = sampleVine(vine, 20_000, { seed });
    const left = atoms.map((levels, j) => levels && leftLimits(sample[j], levels));
    return { vine, sample, left };
  }

  /** Kolmogorov-Smirnov at level 1e-6 per column, Kendall's tau within 6 standard errors per pair. */
  function expectIndependent(columns: readonly Float64Array[]): void {
    const error = 2 / (3 * Math.sqrt(columns[0].length));
    columns.forEach((u, j) => {
      expect(kolmogorov(u), `column ${j}`).toBeLessThan(KOLMOGOROV_1E6);
      for (let i = 0; i < j; i++) {
        expect(Math.abs(kendallTau(u, columns[i])), `columns ${i}, ${j}`).toBeLessThan(6 * error);
      }
    });
  }
});

describe('truncating a fit is fitting a truncated vine', () => {
  const d = 7;
  const columns = dependentColumns(d, 200, 41);
  const structures = ['cvine', 'dvine', 'rvine', 'star'] as const;

  test.each(structures)('%s: the same bits', async (structure) => {
    const full = await fitVine(columns, { structure });
    for (let t = 0; t < d; t++) {
      const fitted = await fitVine(columns, { structure, truncation: t });
      const cut = truncateVine(full, t);
      expect(edgeTable(cut)).toEqual(edgeTable(fitted));
      expect(cut.truncation).toBe(t);
      if (structure === 'cvine' || structure === 'dvine') {
        expect(vineToJSON(cut)).toEqual(vineToJSON(fitted));
      }
    }
  });

  test('it is the vine with independence in the trees above', async () => {
    const full = await fitVine(columns, { structure: 'rvine' });
    for (let t = 0; t < d; t++) {
      const cut = truncateVine(full, t);
      const copulas = full.copulas.map((row, k) =>
        row.map((copula) => (copula && k >= t ? { ...independence, logLik: 0 } : copula)),
      );
      const emptied = makeVine({ ...full, copulas });
      const margins = columns.map((u) => ({ u }));
      expectSame(vineLogPdf(cut, margins), vineLogPdf(emptied, margins));
      const samples = [cut, emptied].map((vine) => sampleVine(vine, 50, { seed: 3 }));
      samples[0].forEach((u, j) => void expectSame(u, samples[1][j]));
      expect([cut.logLik, cut.parameters, cut.aic, cut.bic]).toEqual([
        emptied.logLik,
        emptied.parameters,
        emptied.aic,
        emptied.bic,
      ]);
    }
  });

  test.each(structures)('%s: its log-likelihood is the one the fit added up', async (structure) => {
    const quarters = columns[2].map((value) => Math.ceil(4 * value) / 4);
    const mixed = columns.map((u, j) => (j === 2 ? quarters : u));
    const left = columns.map((_, j) => (j === 2 ? quarters.map((u) => u - 0.25) : undefined));
    const margins = mixed.map((u, j) => ({ u, left: left[j] }));
    const full = await fitVine(mixed, { structure, left });
    for (let t = 0; t < d; t++) {
      const cut = truncateVine(full, t);
      expect(Math.abs(logLikelihood(cut, margins) - cut.logLik)).toBeLessThan(1e-7);
    }
    expect(truncateVine(full, 0).logLik).toBe(0);
    expect(truncateVine(full, d - 1)).toEqual(full);
  });

  test.each([-1, d, 1.5, Number.NaN])('a level of %d is refused', async (t) => {
    const full = await fitVine(columns, { structure: 'cvine', families: ['gaussian'] });
    expect(() => truncateVine(full, t)).toThrow(/Truncation: found/);
  });

  /** Every edge with its copula, the smaller variable first. */
  function edgeTable({ edges }: Vine): Map<string, unknown> {
    return new Map(
      edges
        .map((edge) => {
          const { tree, a, b, given } = edge;
          const { family, rotation, parameters, logLik } = edge as EdgeCopula;
          const turned = a > b && rotation % 180 === 90 ? 360 - rotation : rotation;
          const name = `${tree}: ${Math.min(a, b)}, ${Math.max(a, b)} | ${given}`;
          return [name, { family, rotation: turned, parameters, logLik }] as const;
        })
        .sort(([x], [y]) => (x < y ? -1 : 1)),
    );
  }

  /** Columns from a random vine, so that all families occur. */
  function dependentColumns(count: number, rows: number, seed: number): Float64Array[] {
    const draw = new Draw(seed);
    const vine = vineWith(randomStructure('R-vine', count, draw), () => randomCopula(draw));
    return sampleVine(vine, rows, { seed });
  }
});

function farthest(a: readonly Float64Array[], b: readonly Float64Array[]): number {
  return Math.max(
    ...a.map((u, j) => u.reduce((most, x, i) => Math.max(most, Math.abs(x - b[j][i])), 0)),
  );
}
