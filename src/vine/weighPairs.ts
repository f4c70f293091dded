/** The weights of candidate edges in Dissmann's algorithm: |tau| of the two columns. */

import { kendallPairs } from '../numerics/kendallTau.ts';

export interface WeighTask {
  readonly columns: readonly Float64Array[];
  /** Indices into `columns`, two for each pair. */
  readonly pairs: Int32Array;
}

export function weighPairs({ columns, pairs }: WeighTask): Float64Array {
  return kendallPairs(columns, pairs).map(Math.abs);
}
