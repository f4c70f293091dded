/** Pairs drawn from a copula, from fixed uniforms. */

import { hinv1, type PairCopula } from '../../src/copula/evaluate.ts';
import type { KeyElement } from '../../src/random/keyPath.ts';
import { rngFromSeed } from '../../src/random/rng.ts';

export interface Pairs {
  readonly u1: Float64Array;
  readonly u2: Float64Array;
}

/** `n` pairs; other `path`s give other draws. */
export function simulatePairs(copula: PairCopula, n: number, ...path: KeyElement[]): Pairs {
  const rng = rngFromSeed(1).split(copula.family, copula.rotation, ...path);
  const u1 = rng.split('first').uniforms(n);
  return { u1, u2: hinv1(copula, { u: u1 }, rng.split('second').uniforms(n)) };
}
