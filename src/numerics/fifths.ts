/** Numbers in five groups of equal size, by rank. */

import { ranks } from './ranks.ts';

/** The group of missing values, after those of the others, 0 to 4. */
const MISSING = 5;

/** The fifth that each value is in, from 0; 5 where it is missing. */
export function fifthsOf(values: Float64Array): Int32Array {
  const n = values.length;
  return Int32Array.from(ranks(values, 'average'), (rank) =>
    Number.isNaN(rank) ? MISSING : Math.floor((5 * (rank - 0.5)) / n),
  );
}
