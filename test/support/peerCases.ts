/** The cases of the peer's reference files, in this project's names. */

import type { PairCopula } from '../../src/copula/evaluate.ts';
import { readReference } from './reference.ts';

/** A pair copula with the columns of values that the file holds for it. */
export interface PeerCase {
  readonly copula: PairCopula;
  readonly [name: string]: unknown;
}

/** Numbers as the file writes them: those that are not finite are strings. */
export function peerNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return { Inf: Infinity, '-Inf': -Infinity }[value as string] ?? Number.NaN;
}

export function peerCopula(raw: {
  family: string;
  rotation: number;
  parameters: number[];
}): PairCopula {
  const family = raw.family === 'indep' ? 'independence' : raw.family;
  return { family, rotation: raw.rotation, parameters: raw.parameters } as PairCopula;
}

/** The file's `cases`, each with its copula. */
export function readPeerCases(name: string): PeerCase[] {
  const { cases } = readReference(name) as { cases: Parameters<typeof peerCopula>[0][] };
  return cases.map((each) => ({ ...each, copula: peerCopula(each) }));
}

/** The points of the file, as two columns. */
export function peerPoints(name: string): [Float64Array, Float64Array] {
  const { points } = readReference(name) as { points: number[][] };
  const column = (k: number) => Float64Array.from(points, (point) => point[k]);
  return [column(0), column(1)];
}
