/** Columns that tell of each other by a function or a rule: what protects one must protect the others. */

import { sourcesOf } from '../rules/derivation.ts';
import type { Constraint } from '../table/schema.ts';
import { namesIn } from './checkConstraints.ts';
import type { DerivedPlan } from './derivedColumns.ts';

/** Pairs of columns of which one tells of the other: a derived one of its sources, those under one rule. */
function tiesOf(
  derived: ReadonlyMap<string, DerivedPlan>,
  constraints: readonly Constraint[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const ties = new Map<string, Set<string>>();
  const tie = (a: string, b: string) => ties.set(a, (ties.get(a) ?? new Set()).add(b));
  for (const [name, { by }] of derived) for (const source of sourcesOf(by)) tie(name, source);
  for (const constraint of constraints) {
    if ('together' in constraint) continue;
    for (const a of namesIn(constraint))
      for (const b of namesIn(constraint)) if (a !== b) tie(a, b);
  }
  return ties;
}

/** Sensitive columns, and right behind each those that it is computed from or that a rule ties to it. */
export function tiedColumns(
  sensitive: readonly string[],
  derived: ReadonlyMap<string, DerivedPlan>,
  constraints: readonly Constraint[],
  notes: string[],
): string[] {
  const ties = tiesOf(derived, constraints);
  const all: string[] = [];
  const visit = (name: string, because?: string) => {
    if (all.includes(name)) return;
    all.push(name);
    if (because !== undefined) notes.push(`${name}: protected like ${because}, which it tells of.`);
    for (const other of ties.get(name) ?? []) visit(other, name);
  };
  for (const name of sensitive) visit(name);
  return all;
}
