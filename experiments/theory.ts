/**
 * The paper's theory, checked with numbers. T1 to T3: the Gaussian C-vine with the normal-score
 * correlations of the simulated data, truncated by its own definition (partial correlations of later
 * trees are zero) and attacked by a regression that knows nothing of vines; and a fitted vine, sampled.
 */

import type * as Library from '../src/index.ts';
import { kernel } from '../src/numerics/kernel.ts';
import { type Claim, three, verdict } from './claim.ts';
import type { Setting } from './setting.ts';
import { COVARIATES, printedTable } from './simulated/findings.ts';
import {
  findUtilityTheorem,
  type UtilityTheorem,
  utilityTheoremClaim,
} from './theoremOnUtility.ts';

type Matrix = readonly (readonly number[])[];

export interface TheoryFindings {
  /** By truncation: the largest coefficient that should be zero, and the largest error of the others. */
  readonly population: readonly {
    readonly zeros: number;
    readonly error: number;
    readonly count: number;
  }[];
  /** By truncation, in a sample of a fitted vine: the largest such coefficient in standard errors. */
  readonly sampled: readonly {
    readonly truncation: number;
    readonly largest: number;
    readonly zeros: number;
  }[];
  /** By place in the order: the first tree whose centre the column is. */
  readonly firstCentres: readonly { readonly place: number; readonly tree: number }[];
  /** With independent blocks: the largest coefficient at and above the theorem's level. */
  readonly blocks: { readonly level: number; readonly at: number; readonly above: number };
  readonly utility: UtilityTheorem;
}

const ROWS = 100_000;

/** The sensitive column is the first of the order, the response the last. */
export async function findTheory({
  library,
  seed,
  parts,
  threads,
  scale,
}: Setting): Promise<TheoryFindings> {
  const utility = await parts.play('theory-utility', () =>
    findUtilityTheorem(library, seed, 50 * scale.fits),
  );
  const found = await parts.play('theory', async () => {
    const { columns } = printedTable(library, seed);
    const scores = columns
      .filter(({ name }) => COVARIATES.includes(name))
      .map((column) => library.pseudoObservations((column as Library.NumericColumn).values));
    const normal = scores.map((u) => u.map((p) => kernel().normalQuantile(p)));
    const matrix = normal.map((a) => normal.map((b) => library.pearson(a, b)));
    const d = matrix.length - 1;
    return {
      population: Array.from({ length: d }, (_, k) => populationAt(matrix, k + 1)),
      sampled: await sampledAt(library, scores, [3, 8, 13], seed, threads),
      blocks: blocksAt(matrix),
      firstCentres: firstCentresOf(library, 26, [6, 2]),
    };
  });
  return { ...found, utility };
}

export function theoryClaims({
  population,
  sampled,
  blocks,
  firstCentres,
  utility,
}: TheoryFindings): Claim[] {
  const d = population.length;
  const largest = Math.max(...population.map(({ zeros }) => zeros));
  const error = Math.max(...population.map((each) => each.error));
  const counts = population.map(({ count }) => count);
  return [
    {
      id: 'T1',
      claim:
        'In a Gaussian C-vine truncated at tau the first d - tau coefficients are zero, the others those of the regression on the last tau columns.',
      expected: 'zero, and rho^-1 rho',
      found: `population, tau = 1 to ${d}: largest coefficient that should be zero ${largest.toExponential(1)}, largest error of the others ${error.toExponential(1)}; in ${ROWS} rows of fitted vines the largest of the zeros is ${sampled.map(({ truncation, largest }) => `${largest.toFixed(1)} standard errors at ${truncation}`).join(', ')}`,
      verdict: verdict(
        largest < 1e-9 && error < 1e-9 && sampled.every(({ largest }) => largest < 4.5),
      ),
    },
    {
      id: 'T2',
      claim:
        'If the sensitive columns and those that give them away are independent of the rest, all coefficients are zero up to tau = d + 1 - |K| - |S|.',
      expected: `zero up to ${blocks.level}`,
      found: `largest coefficient ${blocks.at.toExponential(1)} at ${blocks.level}, ${three(blocks.above)} at ${blocks.level + 1}`,
      verdict: verdict(blocks.at < 1e-9 && blocks.above > 0.01),
    },
    {
      id: 'T3',
      claim: 'Each tree that is cut makes one more coefficient zero.',
      expected: 'd - tau zeros at tau',
      found: `zeros at tau = 1 to ${d}: ${counts.join(', ')}`,
      verdict: verdict(counts.every((count, k) => count === d - (k + 1))),
    },
    boundOfGain(),
    centreClaim(firstCentres),
    utilityTheoremClaim(utility),
  ];
}

function centreClaim(firstCentres: TheoryFindings['firstCentres']): Claim {
  return {
    id: 'T5',
    claim:
      'No sensitive column is the centre of a tree up to t_max = d + 1 - j, j the last place of a sensitive column.',
    expected: 'd = 26: j = 6 gives 21, j = 2 gives 25',
    found: `in the C-vine of 27 variables ${firstCentres
      .map(({ place, tree }) => `the column at place ${place} is first a centre in tree ${tree}`)
      .join(', ')}`,
    verdict: verdict(firstCentres.every(({ place, tree }) => tree - 1 === 26 + 1 - place)),
  };
}

/** By the structure itself: the tree in which the column at each place is joined with several. */
function firstCentresOf(library: typeof Library, d: number, places: readonly number[]) {
  const { order, partners } = library.cvine(Array.from({ length: d + 1 }, (_, k) => k));
  const centres = partners.map((row) => order[row[d]]);
  return places.map((place) => ({ place, tree: centres.indexOf(place - 1) + 1 }));
}

/** The best attack on randomised response, the extreme case of epsilon-privacy. */
function boundOfGain(): Claim {
  const rows = [0.1, 0.5, 1, 2].map((epsilon) => {
    const power = Math.exp(epsilon);
    // guesses follow the answer: TPR = e/(1 + e), FPR = 1/(1 + e)
    return { epsilon, gain: 1 - (power - 1) / (power + 1), bound: 2 - power };
  });
  return {
    id: 'T4',
    claim: 'An epsilon-private generator has a privacy gain of at least 2 - exp(epsilon).',
    expected: 'gain at or above the bound',
    found: rows
      .map(
        ({ epsilon, gain, bound }) => `epsilon ${epsilon}: ${three(gain)} against ${three(bound)}`,
      )
      .join('; '),
    verdict: verdict(rows.every(({ gain, bound }) => gain >= bound)),
    why: 'Above epsilon = log 2 the bound is below 0 and says nothing; the sharp bound is 2/(1 + exp(epsilon)), which randomised response meets.',
  };
}

function populationAt(matrix: Matrix, truncation: number) {
  const n = matrix.length;
  const d = n - 1;
  const cut = truncated(matrix, truncation);
  const others = Array.from({ length: d }, (_, k) => k + 1);
  const coefficients = regression(cut, 0, others);
  const centres = others.slice(d - truncation);
  const expected = regression(matrix, 0, centres);
  const first = coefficients.slice(0, d - truncation);
  return {
    zeros: Math.max(0, ...first.map(Math.abs)),
    error: Math.max(
      ...expected.map((value, k) => Math.abs(value - coefficients[d - truncation + k])),
    ),
    count: coefficients.filter((value) => Math.abs(value) < 1e-9).length,
  };
}

/**
 * The correlations of the C-vine whose centres are the last variables, the last one first, with all
 * partial correlations of trees after `truncation` set to zero.
 */
export function truncated(matrix: Matrix, truncation: number): number[][] {
  const n = matrix.length;
  const centre = (tree: number) => n - tree;
  // partial[k][i][j]: given the first k centres
  const partial: number[][][] = [matrix.map((row) => [...row])];
  for (let tree = 1; tree < n; tree++) {
    const before = partial[tree - 1];
    const c = centre(tree);
    partial.push(
      before.map((row, i) =>
        row.map((value, j) => {
          if (i >= c || j >= c) return 0;
          const scale = (1 - before[i][c] ** 2) * (1 - before[j][c] ** 2);
          return (value - before[i][c] * before[j][c]) / Math.sqrt(scale);
        }),
      ),
    );
  }
  const result = matrix.map((row) => row.map(() => 1));
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const tree = n - j;
      let value = tree <= truncation ? partial[tree - 1][i][j] : 0;
      for (let k = Math.min(tree - 1, n - 1); k >= 1; k--) {
        const c = centre(k);
        const given = partial[k - 1];
        const kept = (a: number) => (k <= truncation ? given[a][c] : 0);
        value = value * Math.sqrt((1 - kept(i) ** 2) * (1 - kept(j) ** 2)) + kept(i) * kept(j);
      }
      result[i][j] = result[j][i] = value;
    }
  }
  return result;
}

/** Coefficients of variable `y` on `on`, by Gaussian elimination. */
export function regression(matrix: Matrix, y: number, on: readonly number[]): number[] {
  const rows = on.map((i) => [...on.map((j) => matrix[i][j]), matrix[i][y]]);
  const n = on.length;
  for (let k = 0; k < n; k++) {
    for (let i = k + 1; i < n; i++) {
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  const solution = new Array<number>(n).fill(0);
  for (let k = n - 1; k >= 0; k--) {
    let rest = rows[k][n];
    for (let j = k + 1; j < n; j++) rest -= rows[k][j] * solution[j];
    solution[k] = rest / rows[k][k];
  }
  return solution;
}

/** Fits a Gaussian C-vine, samples it at each level, and regresses the first variable on the others. */
async function sampledAt(
  library: typeof Library,
  columns: readonly Float64Array[],
  truncations: readonly number[],
  seed: number,
  threads: number,
) {
  const order = [...columns.keys()];
  const vine = await library.fitVine(columns, {
    ...({ structure: 'cvine', order, families: 'gaussian', threads } as const),
  });
  return truncations.map((truncation) => {
    const drawn = library.sampleVine(library.truncateVine(vine, truncation), ROWS, { seed });
    const normal = drawn.map((u) => u.map((p) => kernel().normalQuantile(p)));
    const matrix = normal.map((a) => normal.map((b) => library.pearson(a, b)));
    const others = order.slice(1);
    const coefficients = regression(matrix, 0, others);
    const r2 = coefficients.reduce((sum, value, k) => sum + value * matrix[0][others[k]], 0);
    const zeros = others.length - truncation;
    const errors = others.slice(0, zeros).map((j) => {
      const on = others.filter((other) => other !== j);
      const explained = regression(matrix, j, on).reduce(
        (sum, value, k) => sum + value * matrix[j][on[k]],
        0,
      );
      return Math.sqrt((1 - r2) / (1 - explained) / ROWS);
    });
    return {
      truncation,
      zeros,
      largest: Math.max(...errors.map((error, k) => Math.abs(coefficients[k]) / error)),
    };
  });
}

/** One sensitive column and four that give it away first, independent of all others. */
function blocksAt(matrix: Matrix) {
  const n = matrix.length;
  const d = n - 1;
  const block = 5;
  const apart = matrix.map((row, i) =>
    row.map((value, j) => (i < block === j < block ? value : 0)),
  );
  const level = d + 1 - block;
  const others = Array.from({ length: d }, (_, k) => k + 1);
  const largest = (truncation: number) =>
    Math.max(...regression(truncated(apart, truncation), 0, others).map(Math.abs));
  return { level, at: largest(level), above: largest(level + 1) };
}
