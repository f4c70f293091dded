/** A margin that was fitted to a synthetic column, and what it says about a value. */
export interface JudgeMargin {
  /** The logarithm of the density on the public scale, or of the probability of the cell. */
  logDensity(value: number): number;
  /** The normal quantile of the distribution function, in the middle of a cell. */
  score(value: number): number;
}

/** Scores end here on either side, so that no tail rules a correlation. */
export const LEAST_SHARE = 1e-3;
