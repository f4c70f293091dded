/**
 * The vines that vinecopulib fitted, as vines of this engine: to a table drawn from a known vine, which
 * is in the repository, and to the paper's data, which are not. "Peer" is vinecopulib, the C++ engine
 * behind the paper's software.
 */

import type { TestContext } from 'vitest';
import type { CopulaColumn } from '../../src/copula/copulaColumn.ts';
import { exchanged, type PairCopula } from '../../src/copula/evaluate.ts';
import type { FamilyName } from '../../src/copula/family.ts';
import type { Rotation } from '../../src/copula/rotation.ts';
import { type TreeEdge, treesOf } from '../../src/vine/structure/edges.ts';
import { structureFromTrees } from '../../src/vine/structure/structureFromTrees.ts';
import { type Atoms, type EdgeCopula, makeVine, type Vine } from '../../src/vine/vine.ts';
import { readReference } from './reference.ts';
import { readSharedColumns } from './shared.ts';

export const datasets = ['drawn', 'd20', 'support2'] as const;
export type Dataset = (typeof datasets)[number];
export const kinds = ['cvine', 'dvine', 'rvine', 'star1'] as const;
export type Kind = (typeof kinds)[number];

/** An edge as the peer writes it; variables are counted from 1, the first is the first argument. */
export interface PeerEdge {
  readonly tree: number;
  readonly conditioned: readonly [number, number];
  readonly conditioning: readonly number[];
  readonly family: string;
  readonly rotation: Rotation;
  readonly parameters: readonly number[];
  readonly loglik: number;
  readonly aic: number;
}

export interface PeerFit {
  readonly d: number;
  readonly n: number;
  readonly loglik: number;
  readonly aic: number;
  /** As vinecopulib writes a structure. */
  readonly matrix: readonly (readonly number[])[];
  readonly edges: readonly PeerEdge[];
  /** Log-likelihoods at truncations. */
  readonly truncated: Readonly<Record<string, number>>;
}

/** What is known of the peer's C-vine at some truncations. */
export interface PeerAtLevel {
  /** The inverse Rosenblatt transform of `uniforms`, row by row. */
  readonly inverse: readonly (readonly number[])[];
  /** Of the first 40 rows of the data. */
  readonly density: readonly number[];
}

export interface PeerVines {
  /** Ranks of the covariates and the response as digits, where the data may be here. */
  readonly ranks?: readonly (readonly number[])[];
  readonly response?: string;
  /** Kendall's matrix of the data, by wdm. */
  readonly tau: readonly (readonly number[])[];
  readonly withoutPreselection?: number;
  readonly vines: readonly (Omit<PeerFit, 'edges'> & {
    readonly kind: Kind;
    readonly edges: readonly RawEdge[];
  })[];
  readonly deterministic: Readonly<Record<string, PeerAtLevel>> & {
    readonly uniforms: readonly (readonly number[])[];
  };
  /** Kendall's matrices of 20,000 rows of the peer's, below the diagonal. */
  readonly samples?: Readonly<Record<string, readonly (readonly number[])[]>>;
}

/** Tree, conditioned, conditioning, family, rotation, parameters, log-likelihood, AIC. */
type RawEdge = readonly [
  number,
  readonly [number, number],
  readonly number[],
  string,
  Rotation,
  readonly number[],
  number,
  number,
];

/** A pair copula of the peer that knows where it comes from. */
export interface PeerCopula extends EdgeCopula {
  readonly edge: PeerEdge;
}

export function peerVines(data: Dataset): PeerVines {
  return readReference(`vines-${data}.json`) as PeerVines;
}

/**
 * The data on the copula scale: all covariates continuous, the last variable Y discrete. Skips the test
 * where they are the paper's and not here.
 */
export function referenceMargins(data: Dataset, context: TestContext): CopulaColumn[] {
  if (data === 'drawn') return drawnMargins();
  const columns = readSharedColumns(`reference/u_${data}.csv`, context);
  const left = columns.pop() as Float64Array;
  return columns.map((u, j) => (j === columns.length - 1 ? { u, left } : { u }));
}

function drawnMargins(): CopulaColumn[] {
  const { ranks = [], response = '' } = peerVines('drawn');
  const rows = response.length;
  const zeros = response.split('0').length - 1;
  const covariates = ranks.map((column) => ({
    u: Float64Array.from(column, (rank) => rank / (rows + 1)),
  }));
  const u = Float64Array.from(response, (digit) => (digit === '1' ? 1 : zeros / rows));
  const left = Float64Array.from(response, (digit) => (digit === '1' ? zeros / rows : 0));
  return [...covariates, { u, left }];
}

export function peerFit(kind: Kind, data: Dataset): PeerFit {
  const found = peerVines(data).vines.find((vine) => vine.kind === kind);
  if (!found) throw new Error(`no ${kind} of ${data} among the reference values`);
  const edges = found.edges.map(
    ([tree, conditioned, conditioning, family, rotation, parameters, loglik, aic]) => ({
      tree,
      conditioned,
      conditioning,
      family,
      rotation,
      parameters,
      loglik,
      aic,
    }),
  );
  return { ...found, edges };
}

/** The peer's trees in variables counted from 0. */
export function peerTrees({ d, edges }: Pick<PeerFit, 'd' | 'edges'>): TreeEdge[][] {
  const trees: TreeEdge[][] = Array.from({ length: d - 1 }, () => []);
  for (const edge of edges) trees[edge.tree - 1].push(treeEdge(edge));
  return trees;
}

/** The peer's fitted vine, Y sampled first. */
export function peerVine(fit: PeerFit, atoms: readonly (Atoms | undefined)[] = []): Vine {
  const structure = structureFromTrees(peerTrees(fit), { d: fit.d, first: fit.d - 1 });
  const byPair = peerCopulas(fit);
  const last = fit.d - 1;
  const copulas = treesOf(structure).map((tree) => {
    const row: (EdgeCopula | undefined)[] = new Array(fit.d).fill(undefined);
    tree.forEach(({ a, b }, index) => {
      row[last - index] = byPair(a, b);
    });
    return row;
  });
  return makeVine({ structure, copulas, atoms, rows: fit.n });
}

/** The peer's copula of two variables, the first of them as first argument. (Each pair meets once.) */
export function peerCopulas({ d, edges }: PeerFit): (a: number, b: number) => PeerCopula {
  const byPair = new Map<number, PeerEdge>();
  for (const edge of edges) {
    const { a, b } = treeEdge(edge);
    byPair.set(a * d + b, edge);
  }
  return (a, b) => {
    const same = byPair.get(a * d + b);
    const edge = same ?? byPair.get(b * d + a);
    if (!edge) throw new Error(`the peer's vine does not join ${a} and ${b}`);
    const copula: PairCopula = {
      family: edge.family === 'indep' ? 'independence' : (edge.family as FamilyName),
      rotation: edge.rotation,
      parameters: edge.parameters,
    };
    return { ...(same ? copula : exchanged(copula)), logLik: edge.loglik, edge };
  };
}

function treeEdge({ conditioned, conditioning }: PeerEdge): TreeEdge {
  return {
    a: conditioned[0] - 1,
    b: conditioned[1] - 1,
    given: conditioning.map((variable) => variable - 1),
  };
}
