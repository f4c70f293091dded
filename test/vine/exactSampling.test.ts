/**
 * Discrete variables are sampled exactly: the level is drawn, and what follows is drawn given the
 * level, so that samples follow the fitted model.
 */

import { describe, expect, test } from 'vitest';
import type { CopulaColumn } from '../../src/copula/copulaColumn.ts';
import { families } from '../../src/copula/families/index.ts';
import { pairLikelihood } from '../../src/copula/pairLikelihood.ts';
import { selectPair } from '../../src/copula/selectPair.ts';
import { scoped } from '../../src/numerics/kernel.ts';
import { vineLogPdf } from '../../src/vine/density.ts';
import { fitColumns } from '../../src/vine/fitColumns.ts';
import type { VineEdge } from '../../src/vine/structure/edges.ts';
import type { EdgeCopula } from '../../src/vine/vine.ts';
import {
  type Atoms,
  cvine,
  discretePseudoObservations,
  familyNames,
  fitVine,
  kendallTau,
  type PairCopula,
  pseudoObservations,
  sampleVine,
  truncateVine,
  type Vine,
  vineLogLik,
} from '../../src/vine.ts';
import { Draw } from '../support/draw.ts';
import { runnerByName } from '../support/runnerByName.ts';
import {
  atomsWith,
  leftLimits,
  randomCopula,
  randomStructure,
  shapes,
  vineWith,
} from '../support/vines.ts';

const MANY = 100_000;
const ROWS = 10_000;

/** Strong enough in tree 1 to matter within the levels of Y. */
const paper: readonly (readonly PairCopula[])[] = [
  [
    { family: 'gaussian', rotation: 0, parameters: [0.7] },
    { family: 'gumbel', rotation: 0, parameters: [1.9] },
    { family: 'clayton', rotation: 90, parameters: [1.4] },
    { family: 'frank', rotation: 0, parameters: [5] },
  ],
  [
    { family: 'frank', rotation: 0, parameters: [4] },
    { family: 'joe', rotation: 180, parameters: [1.8] },
    { family: 'gaussian', rotation: 0, parameters: [-0.5] },
  ],
  [
    { family: 'clayton', rotation: 0, parameters: [0.8] },
    { family: 'student', rotation: 0, parameters: [0.3, 6] },
  ],
  [{ family: 'frank', rotation: 0, parameters: [-2] }],
];

const responses: readonly (readonly [string, readonly number[]])[] = [
  ['binary', [0.65, 0.35]],
  ['with four levels', [0.2, 0.35, 0.3, 0.15]],
];

describe.each(responses)('a C-vine with a response at its root, %s', (_, probabilities) => {
  const Y = 4;
  const atoms = [undefined, undefined, undefined, undefined, atomsWith(probabilities)];
  const truth = vineWith(cvine([0, 1, 2, 3, Y]), (k, i) => paper[k][i - k - 1], atoms);
  const fitted = (): Promise<Vine> => {
    const data = sampleVine(truth, 1500, { seed: 5 });
    return fitVine(data, { structure: 'cvine', left: limitsOf(truth, data) });
  };

  test('fit, sample, refit: parameters come back within 4 standard errors', async () => {
    const vine = await fitted();
    const sample = sampleVine(vine, MANY, { seed: 6 });
    const found = await refit(vine, sample);
    expect(found.length).toBeGreaterThan(9);
    for (const { edge, off } of found) expect(off, edge).toBeLessThan(4);
  });

  test("the paper's way, a latent uniform for Y, does not bring them back", async () => {
    const vine = await fitted();
    const latent = sampleVine(vine, ROWS, { seed: 6, responseSampling: 'latent' });
    const found = await refit(vine, [...latent.slice(0, Y), levelsOf(latent[Y], vine.atoms[Y])]);
    expect(Math.max(...found.map(({ off }) => off))).toBeGreaterThan(10);
  });

  test('levels occur with their probabilities', () => {
    const [sample] = sampleVine(truth, ROWS, { seed: 7 }).slice(Y);
    expectFrequencies(sample, atoms[Y] as Atoms);
  });

  test('truncated at 1, covariates are independent given Y; with a latent uniform they are not', () => {
    const first = truncateVine(truth, 1);
    const exact = sampleVine(first, ROWS, { seed: 8 });
    const latent = sampleVine(first, ROWS, { seed: 8, responseSampling: 'latent' });
    latent[Y] = levelsOf(latent[Y], atoms[Y]);
    // 12 or 24 taus: all within 5 standard errors but with probability 1e-5
    expect(Math.max(...withinLevels(exact, Y))).toBeLessThan(5);
    expect(Math.max(...withinLevels(latent, Y))).toBeGreaterThan(10);
  });

  /** |tau| of every pair of covariates in every class of Y, in standard errors of independence. */
  function withinLevels(columns: readonly Float64Array[], response: number): number[] {
    const covariates = columns.filter((_, j) => j !== response);
    return [...new Set(columns[response])].flatMap((level) => {
      const inside = covariates.map((u) => u.filter((_, r) => columns[response][r] === level));
      const error = 2 / (3 * Math.sqrt(inside[0].length));
      return inside.flatMap((u, j) =>
        inside.slice(0, j).map((v) => Math.abs(kendallTau(u, v)) / error),
      );
    });
  }
});

describe('discrete variables anywhere', () => {
  test.each(shapes)(
    '%s: a count of six levels, a neighbour of three, a binary one',
    async (shape) => {
      const draw = new Draw(61);
      const structure = randomStructure(shape, 6, draw);
      const levels = [
        [0.1, 0.3, 0.25, 0.2, 0.1, 0.05],
        [0.5, 0.3, 0.2],
        [0.4, 0.6],
      ];
      // neighbours in tree 1, so that pairs of discrete variables occur
      const places = [2, structure.partners[0][2], 5];
      const atoms = structure.order.map((): Atoms | undefined => undefined);
      places.forEach((place, k) => {
        atoms[structure.order[place]] = atomsWith(levels[k]);
      });
      const truth = vineWith(structure, () => randomCopula(draw), atoms);
      const data = sampleVine(truth, 2000, { seed: 1 });
      const left = limitsOf(truth, data);
      const vine = await fitVine(data, { structure, left });
      expect(Math.abs(vineLogLik(vine, data, { left }) - vine.logLik)).toBeLessThan(1e-6);

      const sample = sampleVine(vine, ROWS, { seed: 2 });
      places.forEach((place) => {
        const variable = structure.order[place];
        expectFrequencies(sample[variable], vine.atoms[variable] as Atoms);
      });
      for (let i = 0; i < 6; i++) {
        for (let j = 0; j < i; j++) {
          const difference = Math.abs(
            kendallTau(data[i], data[j]) - kendallTau(sample[i], sample[j]),
          );
          expect(difference / blockError(data[i], data[j]), `${i}, ${j}`).toBeLessThan(5);
        }
      }
    },
  );

  test.each(shapes)(
    '%s, all discrete: cells are drawn with the probabilities of the model',
    (shape) => {
      const draw = new Draw(62);
      for (let trial = 0; trial < 5; trial++) {
        const vine = discreteVine(shape, draw, 4);
        const cells = allCells(vine);
        const probabilities = probabilitiesOf(vine, cells);
        const sample = sampleVine(vine, ROWS, { seed: trial });
        const key = (row: readonly number[]) => row.join();
        const counts = new Map(cells.map((cell) => [key(cell), 0]));
        for (let r = 0; r < ROWS; r++) {
          const cell = key(sample.map((u) => u[r]));
          counts.set(cell, (counts.get(cell) as number) + 1);
        }
        // about 100 cells in each of 5 trials: all within 5 standard errors but with probability 3e-4
        cells.forEach((cell, c) => {
          const p = probabilities[c];
          const error = Math.sqrt((p * (1 - p)) / ROWS) + 1 / ROWS;
          expect(Math.abs((counts.get(key(cell)) as number) / ROWS - p) / error).toBeLessThan(5);
        });
      }
    },
  );

  test.each(shapes)('%s: the probabilities of all cells sum to 1', (shape) => {
    const draw = new Draw(63);
    for (let trial = 0; trial < 10; trial++) {
      const vine = discreteVine(shape, draw, 4);
      const total = probabilitiesOf(vine, allCells(vine)).reduce((sum, p) => sum + p, 0);
      expect(Math.abs(total - 1)).toBeLessThan(1e-9);
    }
  });

  test.each(shapes)(
    '%s: given a continuous variable, the probabilities of all levels sum to 1',
    (shape) => {
      const draw = new Draw(64);
      for (let trial = 0; trial < 10; trial++) {
        const base = discreteVine(shape, draw, 4);
        const [first] = base.structure.order;
        const vine = { ...base, atoms: base.atoms.map((a, j) => (j === first ? undefined : a)) };
        const cells = allCells(vine);
        for (const value of [0.001, 0.3, 0.75, 0.9999]) {
          const rows = cells.map((cell) => cell.map((u, j) => (j === first ? value : u)));
          const total = probabilitiesOf(vine, rows).reduce((sum, p) => sum + p, 0);
          expect(Math.abs(total - 1)).toBeLessThan(1e-9);
        }
      }
    },
  );

  test('ranks of real data: the top level also takes what is above its upper limit', async () => {
    const draw = new Draw(65);
    const count = draw.column(400, () => Math.floor(4 * draw.uniform() ** 2));
    const discrete = discretePseudoObservations(count);
    const others = [0, 1].map(() => pseudoObservations(count.map((x) => x + 3 * draw.uniform())));
    const vine = await fitVine([...others, discrete.upper], {
      structure: 'cvine',
      left: [undefined, undefined, discrete.lower],
    });
    const sample = sampleVine(vine, ROWS, { seed: 1 })[2];
    for (const level of new Set(discrete.upper)) {
      const share = count.filter((_, r) => discrete.upper[r] === level).length / 400;
      const drawn = sample.filter((u) => u === level).length / ROWS;
      expect(Math.abs(drawn - share)).toBeLessThan(5 * Math.sqrt(0.25 / ROWS) + 1 / 401);
    }
  });

  /** The two cdfs without a closed form take ten times as long; other tests have them. */
  const quick = familyNames.filter((name) => name !== 'student' && name !== 'gaussian');

  /** Variables of two or three levels. */
  function discreteVine(shape: (typeof shapes)[number], draw: Draw, d: number): Vine {
    const structure = randomStructure(shape, d, draw);
    const atoms = structure.order.map(() => {
      const first = 0.2 + 0.4 * draw.uniform();
      return atomsWith(draw.uniform() < 0.5 ? [first, 1 - first] : [first, 0.25, 0.75 - first]);
    });
    return vineWith(structure, () => randomCopula(draw, quick), atoms);
  }

  /** Every combination of upper limits of levels; a continuous variable has one entry. */
  function allCells({ atoms }: Vine): number[][] {
    return atoms.reduce<number[][]>(
      (cells, levels) => cells.flatMap((cell) => Array.from(levels?.u ?? [0], (u) => [...cell, u])),
      [[]],
    );
  }

  /** Density times the widths of the levels. */
  function probabilitiesOf(vine: Vine, rows: readonly (readonly number[])[]): number[] {
    const margins = vine.atoms.map((levels, j): CopulaColumn => {
      const u = Float64Array.from(rows, (row) => row[j]);
      return levels ? { u, left: leftLimits(u, levels) } : { u };
    });
    return Array.from(vineLogPdf(vine, margins), (log, r) =>
      margins.reduce((p, { u, left }) => p * (left ? u[r] - left[r] : 1), Math.exp(log)),
    );
  }
});

interface Parameter {
  readonly edge: string;
  /**
   * How far the new estimate is from the old parameter, in standard errors from the information in
   * the sample (the arguments taken as known); infinite if the copula is turned another way.
   */
  readonly off: number;
}

/** The parameters of trees 1 to 3, refitted to a sample with the families as they are. */
async function refit(vine: Vine, sample: readonly Float64Array[]): Promise<Parameter[]> {
  const left = limitsOf(vine, sample);
  const margins = sample.map((u, j): CopulaColumn => ({ u, left: left[j] }));
  const found: Parameter[] = [];
  const runner = runnerByName(margins, ({ first, second, settings }, a, b) => {
    const old = vine.edges.find((edge) => edge.a === a && edge.b === b) as EdgeCopula & VineEdge;
    const fit = selectPair(first, second, { ...settings, families: [old.family] });
    const errors = scoped((scope) => {
      const likelihood = pairLikelihood(scope, first, second);
      return errorsOf(
        likelihood.evaluate(families[fit.family], fit.rotation, fit.parameters).information,
      );
    });
    fit.parameters.forEach((estimate, k) => {
      const edge = `${old.family}'s ${families[old.family].parameters[k]} of (${a}, ${b} | ${old.given})`;
      const turned = fit.rotation !== old.rotation;
      const off = turned ? Number.POSITIVE_INFINITY : (estimate - old.parameters[k]) / errors[k];
      found.push({ edge, off: Math.abs(off) });
    });
    return fit;
  });
  const given = truncateVine(vine, 3).structure;
  await fitColumns(
    margins,
    { given },
    { families: familyNames, criterion: 'aic', giveUp: true },
    runner,
  );
  return found;
}

/** Standard errors from the information of one or two parameters. */
function errorsOf([a, c, d]: readonly number[]): number[] {
  if (d === undefined) return [1 / Math.sqrt(a)];
  const determinant = a * d - c * c;
  return [Math.sqrt(d / determinant), Math.sqrt(a / determinant)];
}

/** The left limits of a vine's discrete columns. */
function limitsOf({ atoms }: Vine, columns: readonly Float64Array[]): (Float64Array | undefined)[] {
  return atoms.map((levels, j) => levels && leftLimits(columns[j], levels));
}

/** The upper limit of the level that each value lies in. */
function levelsOf(column: Float64Array, atoms: Atoms | undefined): Float64Array {
  const { u } = atoms as Atoms;
  return column.map((value) => u.find((upper) => value <= upper) ?? u[u.length - 1]);
}

/** Every level is as frequent as it is wide, within 5 standard errors. */
function expectFrequencies(column: Float64Array, { left, u }: Atoms): void {
  u.forEach((upper, l) => {
    const p = upper - left[l];
    const share = column.filter((value) => value === upper).length / column.length;
    expect(Math.abs(share - p)).toBeLessThan(5 * Math.sqrt((p * (1 - p)) / column.length));
  });
}

/** The standard error of Kendall's tau-b, from its values in 20 blocks of rows. */
function blockError(a: Float64Array, b: Float64Array): number {
  const blocks = 20;
  const size = Math.floor(a.length / blocks);
  const taus = Array.from({ length: blocks }, (_, k) =>
    kendallTau(a.slice(k * size, (k + 1) * size), b.slice(k * size, (k + 1) * size)),
  );
  const mean = taus.reduce((sum, tau) => sum + tau) / blocks;
  const variance = taus.reduce((sum, tau) => sum + (tau - mean) ** 2, 0) / (blocks - 1);
  return Math.sqrt(variance / blocks);
}
