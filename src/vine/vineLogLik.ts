import { columnsFor, type LimitSettings } from './columnsFor.ts';
import { logLikelihood } from './density.ts';
import type { Vine } from './vine.ts';

/** The log-likelihood of columns on the copula scale under a vine. */
export function vineLogLik(
  vine: Vine,
  columns: readonly Float64Array[],
  { left }: LimitSettings = {},
): number {
  return logLikelihood(vine, columnsFor(vine, columns, left));
}
