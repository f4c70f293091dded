/**
 * Normal scores of the cells of a column under its noisy margin. They are functions of noisy numbers, so
 * that sums of scores may be measured next without any budget for the scores themselves.
 *
 * The cells of values are put in order, and a cell is the interval of a standard normal variable between
 * its cuts. Its score is the normal quantile of the middle of its probability, centred and scaled to
 * variance 1; that of a missing value is 0.
 */

import { kernel } from '../../numerics/kernel.ts';

export interface ColumnScores {
  /** The cells of values in their order. */
  readonly order: readonly number[];
  /** By place in this order: probability given that the value is there, and score. */
  readonly shares: Float64Array;
  readonly scores: Float64Array;
  /** By cell: its score; 0 for missing values. */
  readonly byCell: Float64Array;
  /** By cell, for being missing or not; empty if it cannot be. */
  readonly missingByCell: Float64Array;
  /** The probability of a missing value. */
  readonly missing: number;
  /**
   * The covariance of the score with the normal variable behind it: what cells leave of correlations with
   * continuous variables; 0 if there is a single cell.
   */
  readonly loading: number;
}

const CLIP = 0.001;
const MOST_SCORE = 4;
const ROOT_INVERSE_TWO_PI = 0.3989422804014327;

/** `shares`: of all cells, that of missing values last, if there is one; all above 0, sum 1. */
export function scoresOf(
  shares: Float64Array,
  hasMissing: boolean,
  order: readonly number[],
): ColumnScores {
  const missing = hasMissing ? shares[shares.length - 1] : 0;
  const own = Float64Array.from(order, (cell) => shares[cell] / (1 - missing));
  const scores = normalScores(own);
  const byCell = new Float64Array(shares.length);
  order.forEach((cell, place) => {
    byCell[cell] = scores[place];
  });
  const missingByCell = hasMissing ? indicatorScores(shares.length, missing) : new Float64Array(0);
  return {
    order,
    shares: own,
    scores,
    byCell,
    missingByCell,
    missing,
    loading: loadingOf(own, scores),
  };
}

/** The scores of being missing, as of a column with two cells. */
export function indicatorShares(missing: number): Float64Array {
  return Float64Array.of(1 - missing, missing);
}

function indicatorScores(cells: number, missing: number): Float64Array {
  const [present, gone] = normalScores(indicatorShares(missing));
  const scores = new Float64Array(cells).fill(present);
  scores[cells - 1] = gone;
  return scores;
}

/** One for each cell in order; zeros if there is a single cell. */
export function normalScores(shares: Float64Array): Float64Array {
  const scores = new Float64Array(shares.length);
  if (shares.length < 2) return scores;
  let below = 0;
  let mean = 0;
  for (let b = 0; b < shares.length; b++) {
    const middle = Math.min(1 - CLIP, Math.max(CLIP, below + 0.5 * shares[b]));
    scores[b] = kernel().normalQuantile(middle);
    mean += shares[b] * scores[b];
    below += shares[b];
  }
  let variance = 0;
  for (let b = 0; b < shares.length; b++) {
    scores[b] -= mean;
    variance += shares[b] * scores[b] * scores[b];
  }
  const sd = Math.max(Math.sqrt(variance), 1e-6);
  // one rare cell must not take up all of a row's length
  return scores.map((score) => Math.min(MOST_SCORE, Math.max(-MOST_SCORE, score / sd)));
}

/** The sum over cells of score times the mean of a normal variable in the cell. */
export function loadingOf(shares: Float64Array, scores: Float64Array): number {
  let loading = 0;
  let below = 0;
  let density = 0;
  for (let b = 0; b < shares.length; b++) {
    below += shares[b];
    const next = b === shares.length - 1 ? 0 : densityAt(below);
    loading += scores[b] * (density - next);
    density = next;
  }
  return loading;
}

/** The normal density at the quantile of p. */
export function densityAt(p: number): number {
  const { exp, normalQuantile } = kernel();
  if (!(p > 0 && p < 1)) return 0;
  const z = normalQuantile(p);
  return ROOT_INVERSE_TWO_PI * exp(-0.5 * z * z);
}
