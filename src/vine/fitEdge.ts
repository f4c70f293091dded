/** The unit of work of a vine's fit: one pair copula and what the next tree needs of it. */

import type { CopulaColumn } from '../copula/copulaColumn.ts';
import { hfunc1, hfunc2 } from '../copula/evaluate.ts';
import { type PairFit, type SelectSettings, selectPair } from '../copula/selectPair.ts';

/** A pure function's input: it can be sent to another thread or machine. */
export interface EdgeTask {
  readonly first: CopulaColumn;
  readonly second: CopulaColumn;
  readonly settings: SelectSettings;
  /** Whether F(first | second) is needed by the next tree. */
  readonly needsDirect: boolean;
  /** Whether F(second | first) is needed by the next tree. */
  readonly needsIndirect: boolean;
}

export interface EdgeResult {
  readonly fit: PairFit;
  readonly direct?: CopulaColumn;
  readonly indirect?: CopulaColumn;
}

export function fitEdge({
  first,
  second,
  settings,
  needsDirect,
  needsIndirect,
}: EdgeTask): EdgeResult {
  const fit = selectPair(first, second, settings);
  return {
    fit,
    ...(needsDirect ? { direct: conditional((u) => hfunc2(fit, u, second), first) } : {}),
    ...(needsIndirect ? { indirect: conditional((u) => hfunc1(fit, first, u), second) } : {}),
  };
}

/** A conditional distribution function at a variable's values, and at its left limits if discrete. */
export function conditional(
  h: (u: Float64Array) => Float64Array,
  variable: CopulaColumn,
): CopulaColumn {
  return variable.left ? { u: h(variable.u), left: h(variable.left) } : { u: h(variable.u) };
}
