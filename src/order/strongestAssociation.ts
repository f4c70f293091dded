/** The strongest association of two columns: in the whole table, or within a class of the response. */

import type { ClassAssociations } from './classAssociations.ts';

/** Associations between columns, by their indices. */
export interface Associations {
  readonly association: readonly Float64Array[];
  /** None where columns are compared in the whole table alone. */
  readonly classes: readonly ClassAssociations[];
}

export interface Strongest {
  /** Signed, in [-1, 1]. */
  readonly association: number;
  /** The class of the response in which it was found; null: in the whole table. */
  readonly within: string | null;
  /** What it counts for: its size, within a class what it is at least (classAssociations.ts). */
  readonly size: number;
}

/**
 * Of equals the first; the whole table comes before the classes. Undefined if it counts for no more than
 * `than`, which saves work where the strongest of many is sought.
 */
export function strongestAssociation(
  { association, classes }: Associations,
  j: number,
  k: number,
  than = -1,
): Strongest | undefined {
  let best = than;
  let strongest: Strongest | undefined;
  const pooled = association[j][k];
  if (Math.abs(pooled) > best) {
    best = Math.abs(pooled);
    strongest = { association: pooled, within: null, size: best };
  }
  for (const { label, association: own, sizeAtLeast } of classes) {
    // what it is at least is less than what it is, and takes longer to find out
    const signed = own(j, k);
    if (Math.abs(signed) <= best) continue;
    const size = sizeAtLeast(j, k);
    if (size <= best) continue;
    best = size;
    strongest = { association: signed, within: label, size };
  }
  return strongest;
}

/** In words: the association, with what, where, and what it counts for. */
export function associationInWords(
  { association, within, size }: Strongest,
  other: string,
  response: string,
): string {
  const said = `${association.toFixed(3)} with ${other}`;
  return within === null
    ? said
    : `${said} where ${response} = ${within} (at least ${size.toFixed(3)})`;
}
