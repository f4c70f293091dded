/**
 * A regular vine on d variables, truncated at level t, as an array: the form in which fitting and
 * sampling walk it.
 *
 * Positions run over 0..d-1, and the variable at position 0 is sampled first. Column i >= 1 holds
 * the partners of position i in trees 1..min(i, t): `partners[k][i]`, for i > k, is the position
 * (always below i) that position i is joined with in tree k+1, given the positions
 * `partners[0..k-1][i]`. The first argument of that pair copula is position i, the second its
 * partner.
 */
export interface VineStructure {
  /** `order[position]` is a variable, that is the index of a column. */
  readonly order: readonly number[];
  /** The number of trees, 0..d-1. */
  readonly truncation: number;
  /** One row per tree, of length d; entries for i <= k are -1. */
  readonly partners: readonly Int32Array[];
}

/** How many edges the first `trees` trees of a vine with d variables have. */
export function edgeCount(d: number, trees: number): number {
  return (trees * (2 * d - trees - 1)) / 2;
}
