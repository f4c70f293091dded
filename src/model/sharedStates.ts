/** Columns that are missing where others are: one state of the vine stands for all of them. */

import { sourcesOf } from '../rules/derivation.ts';
import type { Constraint } from '../table/schema.ts';
import type { DerivedPlan } from './derivedColumns.ts';
import type { PreparedColumn } from './prepareColumns.ts';

/**
 * Whose missing state stands for others: in a group that is missing together, that of a sensitive column, or of
 * the first. A derived column is missing where a source is, unless the table says otherwise.
 */
export function sharedStates(
  constraints: readonly Constraint[],
  byName: ReadonlyMap<string, PreparedColumn>,
  derived: ReadonlyMap<string, DerivedPlan>,
  sensitive: ReadonlySet<string>,
  k: number,
): Map<string, readonly string[]> {
  const missingAs = new Map<string, readonly string[]>();
  for (const constraint of constraints) {
    if (!('together' in constraint)) continue;
    const names = constraint.together.filter((name) => byName.get(name)?.keepsMissing);
    const first =
      names.find((name) => sensitive.has(name)) ??
      names.find((name) => !derived.has(name)) ??
      names[0];
    for (const name of names) {
      if (name !== first && !missingAs.has(name)) missingAs.set(name, [first]);
    }
  }
  const maskOf = (name: string) => byName.get(name)?.state ?? byName.get(name)?.missing;
  for (const [name, { by }] of derived) {
    const own = maskOf(name);
    // a column that stands for others has a state, and must keep it
    if ([...missingAs.values()].some((others) => others.includes(name))) continue;
    const sources = sourcesOf(by);
    const masks = sources.flatMap((source) => maskOf(source) ?? []);
    if (masks.length === 0) continue;
    const rows = masks[0].length;
    let differing = 0;
    for (let row = 0; row < rows; row++) {
      const isMissing = masks.some((mask) => mask[row] === 1);
      if (isMissing !== (own?.[row] === 1)) differing++;
    }
    if (differing < k) missingAs.set(name, sources);
  }
  return missingAs;
}
