/**
 * What a pair-copula family is, apart from its formulas over columns, which are the kernel's. There is
 * one file a family in families/.
 */

import type { SearchSpace } from './searchSpace.ts';
import type { KnownFit, Starts } from './starts.ts';
import type { TailDependence } from './tailDependence.ts';

export type FamilyName =
  | 'independence'
  | 'gaussian'
  | 'student'
  | 'clayton'
  | 'gumbel'
  | 'frank'
  | 'joe'
  | 'bb1'
  | 'bb6'
  | 'bb7'
  | 'bb8';

/** A number for each parameter on either side. */
export interface Bounds {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

export interface Family extends Bounds {
  readonly name: FamilyName;
  /** Its number in the kernel (kernels/copula/codes.ts). */
  readonly code: number;
  /** Names of the parameters, in order. The first is theta, the second delta, whatever their names. */
  readonly parameters: readonly string[];
  /** Whether 90, 180 and 270 degrees are other copulas; else only 0 is allowed. */
  readonly rotates: boolean;
  /** The prepared columns that its formulas read of an argument that is not turned around. */
  readonly columns: number;
  /** The same for the probability that an inverse h-function is given. */
  readonly probabilityColumns: number;
  /** Whether the inverse given a first or last cell may have a closed form (kernels/copula/cornerInverse.ts). */
  readonly hasCorners?: boolean;
  /** The nearest theta at which the formulas are not singular. Default: theta itself. */
  readonly regular?: (theta: number) => number;

  /** Families whose fits must be known before this one is fitted. */
  readonly nested: readonly FamilyName[];
  /**
   * How many times the log-likelihood of the better of two nested families it reaches at most where dependence
   * is weak. There log-likelihoods are parabolas, and with both coordinates on their side of independence
   * the joint maximum is at most 2 / (1 + r) times the better one, where r is the correlation of the two
   * scores: with r from 0.4 (lower and upper tail) to 0.9 (one tail in two shapes) 1.05 to 1.45. In 1,220
   * pairs of SUPPORT2 (|tau| < 0.2, 300 to 1,000 rows) the multiple below was exceeded by at most 0.3.
   */
  readonly weakly?: number;
  /**
   * Where the search for the parameters begins. `tau` is Kendall's, neither very weak nor very strong,
   * and positive if the family rotates.
   */
  starts(tau: number, known: KnownFit): Starts;
  /** Where the search may go, if formulas are singular at a bound. Default: the bounds. */
  readonly searchBounds?: Bounds;
  /** The coordinates in which parameters from `lower` to `upper` are searched. */
  searchSpace(lower: readonly number[], upper: readonly number[]): SearchSpace;

  /** Theta at a given Kendall's tau, which is positive if the family rotates. Default: by a search. */
  readonly thetaOfTau?: (tau: number) => number;
  /** Of the copula that is not rotated. */
  tailDependence(theta: number, delta: number): TailDependence;
}
