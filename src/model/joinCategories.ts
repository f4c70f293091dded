/** Combinations of categories that a rule allows, as one column of the vine. */

import type { Given } from '../rules/given.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import type { DerivedPlan } from './derivedColumns.ts';
import { encodeJoint } from './encodeJoint.ts';
import type { PreparedColumn } from './prepareColumns.ts';

interface Joining {
  readonly byName: Map<string, PreparedColumn>;
  readonly columns: ReadonlyMap<string, RuleColumn>;
  readonly derived: Map<string, DerivedPlan>;
  readonly given: Map<string, Given>;
  readonly response: PreparedColumn;
  readonly score: Float64Array;
}

/** Makes one column of several categories; the reason why this cannot be. */
export function joinCategories(
  names: readonly string[],
  { byName, columns, derived, given, response, score }: Joining,
  k: number,
): string | undefined {
  const wrong = names.find((name) => columns.get(name)?.kind !== 'category');
  if (wrong !== undefined) return `${wrong} is no category`;
  if (names.includes(response.name)) return `${response.name} is the response`;
  const taken = names.find((name) => derived.has(name) || given.has(name));
  if (taken !== undefined) return `${taken} follows from others already`;
  const made = encodeJoint(
    names.map((name) => byName.get(name) as PreparedColumn),
    score,
    k,
  );
  if (!made) return `fewer than two combinations have ${k} rows`;
  byName.set(names[0], made.column);
  given.set(names[0], made.given);
  made.parts.forEach((by, m) => {
    const name = names[m + 1];
    derived.set(name, { by, levels: columns.get(name)?.levels ?? [] });
  });
  return undefined;
}
