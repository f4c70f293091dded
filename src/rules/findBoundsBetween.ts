/**
 * The columns that bounds are looked for among. Of a copy or a group of a column, the column itself says it; a sum or
 * a date that is computed from several others has bounds of its own, but none by what it is computed from.
 */

import { type Derivation, sourcesOf } from './derivation.ts';
import type { FoundRule } from './findBounds.ts';
import { findBounds } from './findBounds.ts';
import type { RuleColumn } from './ruleColumn.ts';

/** `derived`: how columns are computed, by name. */
export function findBoundsBetween(
  columns: readonly RuleColumn[],
  derived: ReadonlyMap<string, Derivation>,
): FoundRule[] {
  const from = (name: string) => {
    const by = derived.get(name);
    return by ? sourcesOf(by) : [];
  };
  const own = columns.filter(({ name }) => !derived.has(name) || from(name).length > 1);
  return findBounds(own).filter(
    ({ names: [low, high] }) =>
      !(derived.has(low) && derived.has(high)) &&
      !from(low).includes(high) &&
      !from(high).includes(low),
  );
}
