/**
 * The paper's first theorem, on the mean squared error of estimated log-odds: with all trees it is v' J^-1 v/n;
 * with the first tau trees it is the square of what the cut trees would add, plus the variance of the rest.
 * Checked on the smallest vine that has a tree to cut: a binary response and two uniform covariates, each
 * joined with the response by a Gaussian pair copula, and with each other given the response by a third.
 * All four parameters are estimated by maximum likelihood in many samples; J comes from a long one.
 */

import type * as Library from '../src/index.ts';
import { type Claim, three, verdict } from './claim.ts';
import { regression } from './theory.ts';

/** P(Y = 1), the copulas of X1 and X2 with Y, and that of X1 with X2 given Y. */
type Parameters = readonly number[];

const TRUE: Parameters = [0.4, 0.5, -0.4, 0.6];
/** Those of the first tree. */
const FIRST = [0, 1, 2];
const ROWS = 2000;
const LONG = 200_000;
/** Where the log-odds are estimated. */
const POINTS = [
  [0.2, 0.7],
  [0.5, 0.5],
  [0.85, 0.3],
] as const;

export interface UtilityTheorem {
  readonly replicates: number;
  readonly rows: number;
  readonly points: readonly {
    readonly x: readonly number[];
    /** What the cut tree would add to the log-odds. */
    readonly bias: number;
    /** Mean squared errors found and predicted, with both trees and with one. */
    readonly full: { readonly found: number; readonly predicted: number };
    readonly cut: { readonly found: number; readonly predicted: number };
  }[];
}

interface Sample {
  readonly x: readonly Float64Array[];
  readonly y: Uint8Array;
}

export function findUtilityTheorem(
  library: typeof Library,
  seed: number,
  replicates: number,
): UtilityTheorem {
  const rng = library.rngFromSeed(seed).split('theorem on utility');
  const information = outer(scores(library, TRUE, draw(library, LONG, rng.split('long'))), LONG);
  const inverse = inverseOf(information);
  const estimates = Array.from({ length: replicates }, (_, k) =>
    maximumLikelihood(library, draw(library, ROWS, rng.split('sample', k))),
  );
  const points = POINTS.map((x) => {
    const truth = logOdds(library, TRUE, x);
    const whole = truth.first + truth.second;
    const found = (estimate: (parts: ReturnType<typeof logOdds>) => number) =>
      estimates.reduce((sum, parameters) => {
        const error = estimate(logOdds(library, parameters, x)) - whole;
        return sum + error * error;
      }, 0) / replicates;
    const slopes = (value: (parts: ReturnType<typeof logOdds>) => number) =>
      TRUE.map((_, k) => {
        const at = (step: number) => value(logOdds(library, moved(TRUE, k, step), x));
        return (at(STEP) - at(-STEP)) / (2 * STEP);
      });
    const variance = (v: readonly number[], of: readonly number[]) =>
      of.reduce(
        (sum, i) => sum + of.reduce((part, j) => part + v[i] * inverse[i][j] * v[j], 0),
        0,
      ) / ROWS;
    return {
      x,
      bias: truth.second,
      full: {
        found: found(({ first, second }) => first + second),
        predicted: variance(
          slopes(({ first, second }) => first + second),
          [...TRUE.keys()],
        ),
      },
      cut: {
        found: found(({ first }) => first),
        predicted:
          truth.second * truth.second +
          variance(
            slopes(({ first }) => first),
            FIRST,
          ),
      },
    };
  });
  return { replicates, rows: ROWS, points };
}

/** Four standard errors of a mean of squares of normal errors, and .05 for terms of higher order. */
const tolerance = (replicates: number) => 4 * Math.sqrt(2 / replicates) + 0.05;

export function utilityTheoremClaim({ replicates, rows, points }: UtilityTheorem): Claim {
  const most = tolerance(replicates);
  const ratios = points
    .flatMap(({ full, cut }) => [full, cut])
    .map((each) => each.found / each.predicted);
  return {
    id: 'T6',
    claim:
      'Theorem 1: the mean squared error of log-odds is v’ J^-1 v / n with all trees; with trees cut, the square of what they would add, and the variance of the rest.',
    expected: 'found as predicted',
    found: `${replicates} samples of ${rows} rows, found / predicted: ${points
      .map(
        ({ x, bias, full, cut }) =>
          `x = (${x.join(', ')}), bias ${three(bias)}: both trees ${full.found.toFixed(4)} / ${full.predicted.toFixed(4)}, one ${cut.found.toFixed(4)} / ${cut.predicted.toFixed(4)}`,
      )
      .join('; ')}`,
    verdict: verdict(ratios.every((ratio) => Math.abs(ratio - 1) <= most)),
    why: `Ratios within ${three(most)} of 1: four standard errors and .05. On a vine of two covariates, whose parameters are estimated jointly as the theorem supposes; vines are fitted tree by tree.`,
  };
}

const STEP = 1e-4;

function moved(parameters: Parameters, k: number, step: number): number[] {
  return parameters.map((value, j) => (j === k ? value + step : value));
}

/** Densities and distribution functions of a covariate in both classes. */
function byClass(library: typeof Library, x: Float64Array, share: number, rho: number) {
  const copula = library.pairCopula({ family: 'gaussian', rotation: 0, parameters: [rho] });
  const cut = new Float64Array(x.length).fill(1 - share);
  const [joint, given] = [copula.cdf(x, cut), copula.hfunc1(x, cut)];
  return [
    {
      density: given.map((h) => h / (1 - share)),
      distribution: joint.map((c) => c / (1 - share)),
    },
    {
      density: given.map((h) => (1 - h) / share),
      distribution: x.map((u, i) => (u - joint[i]) / share),
    },
  ] as const;
}

/** Contributions to the log-likelihood, by tree: [class][row]. */
function contributions(
  library: typeof Library,
  parameters: Parameters,
  x: readonly Float64Array[],
) {
  const [share, first, second, given] = parameters;
  const pair = library.pairCopula({ family: 'gaussian', rotation: 0, parameters: [given] });
  const [a, b] = [byClass(library, x[0], share, first), byClass(library, x[1], share, second)];
  return [0, 1].map((y) => ({
    tree1: x[0].map(
      (_, i) =>
        Math.log(y === 1 ? share : 1 - share) +
        Math.log(a[y].density[i]) +
        Math.log(b[y].density[i]),
    ),
    tree2: pair.logPdf(a[y].distribution, b[y].distribution),
  }));
}

function logOdds(library: typeof Library, parameters: Parameters, x: readonly number[]) {
  const [no, yes] = contributions(
    library,
    parameters,
    x.map((value) => Float64Array.of(value)),
  );
  return { first: yes.tree1[0] - no.tree1[0], second: yes.tree2[0] - no.tree2[0] };
}

function logLikelihoods(library: typeof Library, parameters: Parameters, { x, y }: Sample) {
  const parts = contributions(library, parameters, x);
  return Float64Array.from(y, (own, i) => parts[own].tree1[i] + parts[own].tree2[i]);
}

/** By parameter, the slopes of all rows' log-likelihoods. */
function scores(library: typeof Library, parameters: Parameters, sample: Sample): Float64Array[] {
  return parameters.map((_, k) => {
    const above = logLikelihoods(library, moved(parameters, k, STEP), sample);
    const below = logLikelihoods(library, moved(parameters, k, -STEP), sample);
    return above.map((value, i) => (value - below[i]) / (2 * STEP));
  });
}

function outer(columns: readonly Float64Array[], rows: number): number[][] {
  return columns.map((a) =>
    columns.map((b) => a.reduce((sum, value, i) => sum + value * b[i], 0) / rows),
  );
}

/** Fisher scoring from the truth: the nearest maximum. */
function maximumLikelihood(library: typeof Library, sample: Sample): Parameters {
  let parameters = [...TRUE];
  for (let step = 0; step < 8; step++) {
    const slopes = scores(library, parameters, sample);
    const rows = sample.y.length;
    const direction = solve(
      outer(slopes, rows),
      slopes.map((values) => values.reduce((sum, value) => sum + value, 0) / rows),
    );
    parameters = parameters.map((value, k) => value + direction[k]);
    if (direction.every((each) => Math.abs(each) < 1e-8)) break;
  }
  return parameters;
}

/** A symmetric system, by the regression of the theory: its matrix with one more row and column. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const bordered = [...matrix.map((row, i) => [...row, right[i]]), [...right, 0]];
  return regression(
    bordered,
    matrix.length,
    matrix.map((_, k) => k),
  );
}

function inverseOf(matrix: readonly (readonly number[])[]): number[][] {
  return matrix.map((_, k) =>
    solve(
      matrix,
      matrix.map((_, j) => (j === k ? 1 : 0)),
    ),
  );
}

/** The response, a pair from the copula given it, and from there to the covariates by bisection. */
function draw(library: typeof Library, rows: number, rng: Library.Rng): Sample {
  const [share, first, second, given] = TRUE;
  const y = Uint8Array.from(rng.split('y').uniforms(rows), (u) => (u < share ? 1 : 0));
  const [u, v] = [rng.split('u').uniforms(rows), rng.split('v').uniforms(rows)];
  const pair = library.pairCopula({ family: 'gaussian', rotation: 0, parameters: [given] });
  const wanted = [u, pair.hinv1(u, v)];
  return {
    y,
    x: [first, second].map((rho, j) => {
      const low = new Float64Array(rows);
      const high = new Float64Array(rows).fill(1);
      for (let step = 0; step < 50; step++) {
        const middle = low.map((value, i) => (value + high[i]) / 2);
        const classes = byClass(library, middle, share, rho);
        middle.forEach((value, i) => {
          if (classes[y[i]].distribution[i] < wanted[j][i]) low[i] = value;
          else high[i] = value;
        });
      }
      return low.map((value, i) => (value + high[i]) / 2);
    }),
  };
}
