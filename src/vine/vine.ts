/** A fitted vine: plain data that can be written as JSON; functions act on it. */

import type { PairCopula } from '../copula/evaluate.ts';
import { kernel } from '../numerics/kernel.ts';
import type { Shares } from './shares.ts';
import { treesOf, type VineEdge } from './structure/edges.ts';
import type { VineStructure } from './structure/vineStructure.ts';

/** A pair copula with the log-likelihood that it reached in the fit. */
export interface EdgeCopula extends PairCopula {
  readonly logLik: number;
}

/** In the first tree, a variable given a class of the root: its distribution itself. */
export interface EdgeShares extends Shares {
  readonly logLik: number;
}

/** What an edge is for one group of classes. */
export type GroupEdge = EdgeCopula | EdgeShares;

/** An edge that differs between the classes of the root: one for each group of them. */
export interface SplitEdge {
  readonly classes: readonly GroupEdge[];
  readonly logLik: number;
  /** What one copula for all classes reached in the same fit. */
  readonly sharedLogLik: number;
}

/** One copula for all classes, or one for each group of them. */
export type AnyEdge = EdgeCopula | SplitEdge;

/** The levels of a discrete variable on the copula scale: level l is the interval (left[l], u[l]]. */
export interface Atoms {
  readonly left: Float64Array;
  readonly u: Float64Array;
}

/**
 * An edge with its place in the vine, in terms of variables (indices of columns): `tree` counts from 1,
 * `a` and `b` are the variables of the first and the second argument, `given` those it is conditioned on,
 * ascending. It has one copula, or `classes` with one for each group of the root's classes.
 */
export type FittedEdge = VineEdge &
  (
    | (EdgeCopula & { readonly [Part in Exclude<keyof SplitEdge, 'logLik'>]?: undefined })
    | (SplitEdge & { readonly [Part in keyof PairCopula]?: undefined })
  );

export interface Vine {
  readonly structure: VineStructure;
  /** `copulas[k][i]`: the pair copula of edge (k, i) of the structure; nothing for i <= k. */
  readonly copulas: readonly (readonly (AnyEdge | undefined)[])[];
  /** By variable: the levels of a discrete one, nothing for a continuous one. */
  readonly atoms: readonly (Atoms | undefined)[];
  /**
   * By level of the root, the first of the structure's order: the group of classes that it belongs to,
   * counted from 0. Nothing for a vine whose edges are the same for all of them.
   */
  readonly groups?: readonly number[];
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

/** What a vine is made of; its totals follow. */
export type VineParts = Pick<Vine, 'structure' | 'copulas' | 'atoms' | 'rows' | 'groups'>;

/** A vine from its parts, with the totals computed; without any edge by class it has no groups. */
export function makeVine({ structure, copulas, atoms, rows, groups }: VineParts): Vine {
  const last = structure.order.length - 1;
  const edges = treesOf(structure).flatMap((tree, k) =>
    tree.map((edge, index): FittedEdge => ({ ...edge, ...(copulas[k][last - index] as AnyEdge) })),
  );
  let logLik = 0;
  let parameters = 0;
  for (const edge of edges) {
    logLik += edge.logLik;
    parameters += parametersOf(edge as AnyEdge);
  }
  return {
    structure,
    copulas,
    atoms,
    ...(groups && edges.some(({ classes }) => classes) && { groups }),
    rows,
    logLik,
    aic: 2 * parameters - 2 * logLik,
    bic: kernel().log(rows) * parameters - 2 * logLik,
    parameters,
    truncation: structure.truncation,
    edges,
  };
}

/** How many numbers were fitted for an edge. */
export function parametersOf(edge: AnyEdge | GroupEdge): number {
  if ('classes' in edge && edge.classes) {
    return edge.classes.reduce((sum, each) => sum + parametersOf(each), 0);
  }
  return 'cuts' in edge ? edge.cuts.length - 1 : (edge as EdgeCopula).parameters.length;
}

/** What a vine keeps of a pair's fit. */
export function edgeCopula({ family, rotation, parameters, logLik }: EdgeCopula): EdgeCopula {
  return { family, rotation, parameters, logLik };
}

/** What stands for an edge that was cut. */
export const CUT: EdgeCopula = { family: 'independence', rotation: 0, parameters: [], logLik: 0 };

/** Whether an edge joins nothing, in any class. */
export function isIndependence(edge: AnyEdge | FittedEdge): boolean {
  return 'family' in edge && edge.family === 'independence';
}
