/** A fitted vine: plain data that can be written as JSON; functions act on it. */

import type { PairCopula } from '../copula/evaluate.ts';
import { kernel } from '../numerics/kernel.ts';
import { treesOf } from './structure/edges.ts';
import type { VineStructure } from './structure/vineStructure.ts';

/** A pair copula with the log-likelihood that it reached in the fit. */
export interface EdgeCopula extends PairCopula {
  readonly logLik: number;
}

/** The levels of a discrete variable on the copula scale: level l is the interval (left[l], u[l]]. */
export interface Atoms {
  readonly left: Float64Array;
  readonly u: Float64Array;
}

/** A pair copula with its place in the vine, in terms of variables (indices of columns). */
export interface FittedEdge extends EdgeCopula {
  /** 1 for the first tree. */
  readonly tree: number;
  /** The first argument's variable. */
  readonly a: number;
  /** The second argument's variable. */
  readonly b: number;
  /** The conditioning variables, ascending. */
  readonly given: readonly number[];
}

export interface Vine {
  readonly structure: VineStructure;
  /** `copulas[k][i]`: the pair copula of edge (k, i) of the structure; nothing for i <= k. */
  readonly copulas: readonly (readonly (EdgeCopula | undefined)[])[];
  /** By variable: the levels of a discrete one, nothing for a continuous one. */
  readonly atoms: readonly (Atoms | undefined)[];
  /** Number of observations in the fit. */
  readonly rows: number;
  /** Log-likelihood of the copula at the fit. */
  readonly logLik: number;
  readonly aic: number;
  readonly bic: number;
  /** Number of fitted parameters. */
  readonly parameters: number;
  readonly truncation: number;
  /** All edges, tree by tree. */
  readonly edges: readonly FittedEdge[];
}

/** A vine from its parts, with the totals computed. */
export function makeVine(
  structure: VineStructure,
  copulas: readonly (readonly (EdgeCopula | undefined)[])[],
  atoms: readonly (Atoms | undefined)[],
  rows: number,
): Vine {
  const last = structure.order.length - 1;
  const edges = treesOf(structure).flatMap((tree, k) =>
    tree.map(
      (edge, index): FittedEdge => ({ ...edge, ...(copulas[k][last - index] as EdgeCopula) }),
    ),
  );
  let logLik = 0;
  let parameters = 0;
  for (const edge of edges) {
    logLik += edge.logLik;
    parameters += edge.parameters.length;
  }
  return {
    structure,
    copulas,
    atoms,
    rows,
    logLik,
    aic: 2 * parameters - 2 * logLik,
    bic: kernel().log(rows) * parameters - 2 * logLik,
    parameters,
    truncation: structure.truncation,
    edges,
  };
}
