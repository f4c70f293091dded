import type { Coins } from './coins.ts';

/** A fit that was calibrated by those before it. */
export interface JudgedFit {
  /** Its place among all fits that were done. */
  readonly fit: number;
  /** By person, higher for those who seem to be in. */
  readonly ratios: Float64Array;
  readonly coins: Coins;
}
