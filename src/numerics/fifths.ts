import { ranks } from './ranks.ts';

/** By value, the fifth of all values that it is in, from 0 to 4; 5 where it is missing. */
export function fifths(values: Float64Array): Int32Array {
  const n = values.length;
  return Int32Array.from(ranks(values, 'average'), (rank) =>
    Number.isNaN(rank) ? 5 : Math.min(4, Math.floor((5 * (rank - 0.5)) / n)),
  );
}
