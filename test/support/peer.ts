/**
 * The vines that vinecopulib fitted to the paper's data (shared/reference), as vines of this engine.
 * "Peer" is vinecopulib, the C++ engine behind the paper's software.
 */

import type { TestContext } from 'vitest';
import type { CopulaColumn } from '../../src/copula/copulaColumn.ts';
import { exchanged, type PairCopula } from '../../src/copula/evaluate.ts';
import type { FamilyName } from '../../src/copula/family.ts';
import type { Rotation } from '../../src/copula/rotation.ts';
import { type TreeEdge, treesOf } from '../../src/vine/structure/edges.ts';
import { structureFromTrees } from '../../src/vine/structure/structureFromTrees.ts';
import { type Atoms, type EdgeCopula, makeVine, type Vine } from '../../src/vine/vine.ts';
import { readShared, readSharedColumns } from './shared.ts';

export const datasets = ['d20', 'support2'] as const;
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
  readonly edges: readonly PeerEdge[];
  readonly truncated: Readonly<Record<string, { readonly loglik_eval: number }>>;
}

/** A pair copula of the peer that knows where it comes from. */
export interface PeerCopula extends EdgeCopula {
  readonly edge: PeerEdge;
}

/** The data on the copula scale: all covariates continuous, the last variable Y discrete. */
export function referenceMargins(data: Dataset, context: TestContext): CopulaColumn[] {
  const columns = readSharedColumns(`reference/u_${data}.csv`, context);
  const left = columns.pop() as Float64Array;
  return columns.map((u, j) => (j === columns.length - 1 ? { u, left } : { u }));
}

export function peerFit(kind: Kind, data: Dataset, context: TestContext): PeerFit {
  return (readReference(`vine_${kind}_${data}`, context) as { fit: PeerFit }).fit;
}

/** A file of the reference folder, parsed. */
export function readReference(name: string, context: TestContext): unknown {
  return JSON.parse(readShared(`reference/${name}.json`, context));
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
