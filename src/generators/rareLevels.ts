/**
 * Levels that fewer than k rows have, pooled before a fit as the vine's model does it
 * (margins/levels.ts): a name that one person has would tell of that person.
 */

import { countLevels, poolIntoOther, poolNeighbours } from '../margins/levels.ts';
import type { TypedLevels } from '../table/applySchema.ts';

export interface Pooled {
  readonly column: TypedLevels;
  /** How many levels were pooled. */
  readonly pooled: number;
}

/** The column with levels that k rows have; levels that nobody has are left out. */
export function poolRare(column: TypedLevels, k: number, other: string): Pooled {
  const { levels, codes, type, layout } = column;
  const counts = countLevels(codes, levels.length);
  const present = levels.flatMap((_, level) => (counts[level] > 0 ? [level] : []));
  // a number cannot be called 'other'
  const plan =
    type === 'nominal' && layout.kind === 'text'
      ? poolIntoOther(levels, counts, k, other)
      : poolNeighbours(levels, counts, present, k, other);
  return {
    column: {
      ...column,
      levels: plan.levels,
      codes: codes.map((code) => (code < 0 ? -1 : plan.places[code])),
    },
    pooled: plan.pooled,
  };
}
