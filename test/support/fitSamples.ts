/** The samples of the peer's fits. */

import type { CopulaColumn } from '../../src/copula/copulaColumn.ts';
import type { PairCopula } from '../../src/copula/evaluate.ts';
import { peerCopula } from './peerCases.ts';
import { readReference } from './reference.ts';

export interface PeerFit {
  readonly copula: PairCopula;
  readonly logLik: number;
  readonly aic: number;
}

export interface FitSample {
  readonly file: string;
  readonly first: CopulaColumn;
  readonly second: CopulaColumn;
  /** One family and rotation each. */
  readonly fits: readonly PeerFit[];
  /** What the peer chose with and without preselection. */
  readonly selected: readonly PeerFit[];
}

/** Ranks stand for u = rank / (rows + 1). */
type RawColumn = { readonly ranks: readonly number[] } | { readonly u: readonly number[] };
type RawFit = readonly [string, number, number[], number, number];

interface RawSample {
  readonly file: string;
  readonly first: RawColumn;
  readonly second: RawColumn;
  readonly left?: RawColumn;
  readonly fits: readonly RawFit[];
  readonly selected: readonly RawFit[];
}

export function readFitSamples(): FitSample[] {
  const { samples } = readReference('pairFits.json') as { samples: RawSample[] };
  return samples.map(({ file, first, second, left, fits, selected }) => ({
    file,
    first: { u: column(first) },
    second: left ? { u: column(second), left: column(left) } : { u: column(second) },
    fits: fits.map(peerFit),
    selected: selected.map(peerFit),
  }));
}

function column(raw: RawColumn): Float64Array {
  if ('u' in raw) return Float64Array.from(raw.u);
  return Float64Array.from(raw.ranks, (rank) => rank / (raw.ranks.length + 1));
}

function peerFit([family, rotation, parameters, logLik, aic]: RawFit): PeerFit {
  return { copula: peerCopula({ family, rotation, parameters }), logLik, aic };
}
