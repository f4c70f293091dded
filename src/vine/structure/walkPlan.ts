import type { VineStructure } from './vineStructure.ts';

/**
 * Where the arguments of every pair copula come from, and which conditional distributions are
 * needed later. Rows are trees and columns positions, as in `VineStructure.partners`.
 *
 * A walk keeps two values per column i after tree k: `direct[k][i]` = F(i | partners[0..k-1][i]),
 * with `direct[0]` the data, and `indirect[k][i]` = F(partners[k-1][i] | i, partners[0..k-2][i]).
 * The first argument of edge (k, i) is `direct[k][i]`; its outputs are `direct[k+1][i]` (hfunc2)
 * and `indirect[k+1][i]` (hfunc1).
 */
export interface WalkPlan {
  /** The column m whose value is the second argument of edge (k, i); -1 for i <= k. */
  readonly column: readonly Int32Array[];
  /** 1 if this second argument is `indirect[k][m]`, 0 if it is `direct[k][m]`. */
  readonly indirect: readonly Uint8Array[];
  /** 1 if some edge of the next tree takes the direct output of edge (k, i). */
  readonly needsDirect: readonly Uint8Array[];
  /** 1 if some edge of the next tree takes the indirect output of edge (k, i). */
  readonly needsIndirect: readonly Uint8Array[];
}

/** The plan for a valid structure, in O(d t) steps. */
export function walkPlan({ order, truncation, partners }: VineStructure): WalkPlan {
  const d = order.length;
  const flags = (): Uint8Array[] => Array.from({ length: truncation }, () => new Uint8Array(d));
  const column: Int32Array[] = [];
  const indirect = flags();
  const needsDirect = flags();
  const needsIndirect = flags();
  const highest = new Int32Array(d).fill(-1);

  for (let k = 0; k < truncation; k++) {
    const row = new Int32Array(d).fill(-1);
    for (let i = k + 1; i < d; i++) {
      const partner = partners[k][i];
      if (partner > highest[i]) highest[i] = partner;
      const m = highest[i];
      row[i] = m;
      // the partner is either the highest position of its node, or was joined with it just before
      indirect[k][i] = partner === m ? 0 : 1;
      if (k === 0) continue;
      needsDirect[k - 1][i] = 1;
      if (partner === m) needsDirect[k - 1][m] = 1;
      else needsIndirect[k - 1][m] = 1;
    }
    column.push(row);
  }
  return { column, indirect, needsDirect, needsIndirect };
}
