/** The samples of the peer's fits. */

import type { TestContext } from 'vitest';
import type { CopulaColumn } from '../../src/copula/copulaColumn.ts';
import type { PairCopula } from '../../src/copula/evaluate.ts';
import { peerCopula } from './peerCases.ts';
import { readShared, readSharedColumns } from './shared.ts';

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

interface RawFit {
  readonly family: string;
  readonly rotation: number;
  readonly parameters: number[];
  readonly loglik: number;
  readonly aic: number;
}

export function readFitSamples(context: TestContext): FitSample[] {
  const { samples } = JSON.parse(readShared('reference/bicop_fit.json', context));
  return samples.map((raw: Record<string, unknown>) => {
    const file = raw.file as string;
    const [u1, u2, , left2] = readSharedColumns(`reference/${file}`, context);
    return {
      file,
      first: { u: u1 },
      second: (raw.var_types as string[])[1] === 'd' ? { u: u2, left: left2 } : { u: u2 },
      fits: (raw.fits as RawFit[]).filter(({ family }) => family !== 'tawn').map(peerFit),
      selected: [raw.select_all as RawFit, raw.select_presel as RawFit].map(peerFit),
    };
  });
}

function peerFit(raw: RawFit): PeerFit {
  return { copula: peerCopula(raw), logLik: raw.loglik, aic: raw.aic };
}
