/** What a private fit promises, in words: nothing, where anything that shapes it is read from the data. */

import type { FitNoise } from './noise.ts';

/** What a private fit promises, as plain data. */
export interface PrivacyPromise {
  readonly epsilon: number;
  /** The chance that epsilon does not hold. */
  readonly delta: number;
  /** Of Gaussian differential privacy, which (epsilon, delta) follow from. */
  readonly mu: number;
  /** Not, if anything that shapes the fit was read from the data, or its noise is known to everybody. */
  readonly holds: boolean;
  /** The promise in words, or why there is none. */
  readonly statement: string;
}

/** `voids`: why there is no guarantee; empty if there is one. */
export function promiseOf(
  voids: readonly string[],
  budget: string,
  known: FitNoise['known'],
): string[] {
  const reasons =
    known === 'everybody' ? [...voids, 'Its noise follows from the public seed.'] : voids;
  const unknown =
    'Its noise is secret and kept nowhere, so that the seed alone does not give this fit again.';
  if (reasons.length > 0) {
    const said = known === 'nobody' ? [...reasons, unknown] : reasons;
    return [`THERE IS NO GUARANTEE of differential privacy. ${said.join(' ')}`];
  }
  const secret =
    known === 'nobody'
      ? unknown
      : 'Its noise follows from the noise seed: this holds while nobody else knows that seed, and while it serves one table only.';
  return [
    `Differentially private for the replacement of one row: ${budget} for each fit. Taken for public: the number of rows, the names and order of columns, and how the file is delimited. It covers the fit and what is drawn from it, not the figures of attacks and measures, which are computed from real rows. ${secret}`,
  ];
}
