/**
 * Minimises a quadratic with a penalty: b'Gb / 2 - c'b + strength (mix |b|_1 + (1 - mix) |b|²/2),
 * G positive semidefinite, d x d by rows. This is the elastic net in the form of Friedman, Hastie and
 * Tibshirani (2010): mix 0 is ridge, mix 1 the lasso.
 */

import { leadingCholesky } from '../numerics/cholesky.ts';

export interface Penalty {
  /** From 0, ridge, to 1, lasso. */
  readonly mix: number;
  /** In units of the mean loss of a row, for standardised columns. */
  readonly strength: number;
}

/** Without a lasso part by Cholesky; `dependent` lists the variables left at 0 as sums of others. */
export function solveRidge(
  gram: Float64Array,
  linear: Float64Array,
  ridge: number,
): { solution: Float64Array; dependent: readonly number[] } {
  const d = linear.length;
  const dependent: number[] = [];
  let kept = Array.from(linear.keys());
  for (;;) {
    const n = kept.length;
    const matrix = new Float64Array(n * n);
    kept.forEach((row, i) => {
      for (let j = 0; j < n; j++) matrix[i * n + j] = gram[row * d + kept[j]];
      matrix[i * n + i] += ridge;
    });
    const largest = kept.reduce((most, j) => Math.max(most, gram[j * d + j]), 0);
    const { factor, rows } = leadingCholesky(matrix, n, LEAST_PIVOT * largest);
    if (rows === n) {
      const solution = new Float64Array(d);
      backSolve(
        factor,
        n,
        Float64Array.from(kept, (j) => linear[j]),
      ).forEach((value, i) => {
        solution[kept[i]] = value;
      });
      return { solution, dependent };
    }
    dependent.push(kept[rows]);
    kept = kept.filter((_, i) => i !== rows);
  }
}

/** A variable of which those before it leave less than this share unexplained counts as their sum. */
const LEAST_PIVOT = 1e-10;

const MOST_SWEEPS = 10_000;

/**
 * With a lasso part by coordinate descent from `start`, until no coordinate moves by more than
 * `tolerance`. A sweep over all variables follows whenever those that are not 0 have settled.
 */
export function solveElasticNet(
  gram: Float64Array,
  linear: Float64Array,
  { mix, strength }: Penalty,
  start: Float64Array,
  tolerance: number,
): Float64Array {
  const d = linear.length;
  const b = start.slice();
  const sparse = strength * mix;
  const ridge = strength * (1 - mix);
  // c - Gb, kept up to date
  const rest = linear.slice();
  for (let k = 0; k < d; k++) {
    if (b[k] !== 0) for (let j = 0; j < d; j++) rest[j] -= gram[k * d + j] * b[k];
  }

  function move(k: number): number {
    const own = gram[k * d + k];
    const pull = rest[k] + own * b[k];
    const shrunk = Math.abs(pull) <= sparse ? 0 : pull - (pull > 0 ? sparse : -sparse);
    const value = own + ridge > 0 ? shrunk / (own + ridge) : 0;
    const step = value - b[k];
    if (step === 0) return 0;
    b[k] = value;
    for (let j = 0; j < d; j++) rest[j] -= gram[k * d + j] * step;
    return Math.abs(step);
  }

  let active = false;
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let largest = 0;
    for (let k = 0; k < d; k++) {
      if (active && b[k] === 0) continue;
      largest = Math.max(largest, move(k));
    }
    if (largest <= tolerance && !active) break;
    active = largest > tolerance;
  }
  return b;
}

/** Solves L L' x = right. */
function backSolve(factor: Float64Array, n: number, right: Float64Array): Float64Array {
  const x = right.slice();
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] -= factor[i * n + k] * x[k];
    x[i] /= factor[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] -= factor[k * n + i] * x[k];
    x[i] /= factor[i * n + i];
  }
  return x;
}
