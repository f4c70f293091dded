/** The fit of a pair copula to two columns: the public face of selectPair.ts. */

import { checkFittable } from './checkPair.ts';
import type { CopulaColumn } from './copulaColumn.ts';
import { type PairFit, selectPair } from './selectPair.ts';
import { resolveSelection, type SelectionOptions } from './selectSettings.ts';

export interface FitPairOptions extends SelectionOptions {
  /** The first variable's left limits F(y-) if it is discrete. Default: it is continuous. */
  readonly left1?: Float64Array | undefined;
  /** The second variable's left limits F(y-) if it is discrete. Default: it is continuous. */
  readonly left2?: Float64Array | undefined;
}

/**
 * The best pair copula for two columns on the copula scale: maximum likelihood within each family and
 * rotation of the right sign, chosen among them by the criterion.
 *
 * Columns that determine each other end at or near a bound of the parameters, with a finite
 * log-likelihood. A constant column has no dependence: independence is chosen, if it is allowed.
 */
export function fitPairCopula(
  u1: Float64Array,
  u2: Float64Array,
  options: FitPairOptions = {},
): PairFit {
  const first: CopulaColumn = { u: u1, left: options.left1 };
  const second: CopulaColumn = { u: u2, left: options.left2 };
  checkFittable(first, second);
  return selectPair(first, second, resolveSelection(options));
}
