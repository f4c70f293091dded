/** Columns that are missing where others are, or where a condition holds: no state of the vine need stand for it. */

import { bindRule } from '../rules/bindRule.ts';
import { sourcesOf } from '../rules/derivation.ts';
import { columnsIn } from '../rules/expression.ts';
import { parseRule } from '../rules/parseRule.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import type { ConditionalGap } from '../rules/sortRules.ts';
import type { Constraint } from '../table/schema.ts';
import type { DerivedPlan } from './derivedColumns.ts';
import type { PreparedColumn } from './prepareColumns.ts';

export interface SharedStates {
  /** By column, others: it is missing where one of them is. */
  readonly missingAs: ReadonlyMap<string, readonly string[]>;
  /** By column, conditions: it is missing where one of them holds. */
  readonly missingIf: ReadonlyMap<string, readonly string[]>;
  /** Columns that are missing for no other reason: the vine has no state of theirs. */
  readonly decided: ReadonlySet<string>;
}

/** The columns that must be known for it to be known where one is missing, besides a state of its own. */
export function gapSources(
  missingAs: readonly string[] = [],
  missingIf: readonly string[] = [],
): string[] {
  return [...missingAs, ...missingIf.flatMap((condition) => columnsIn(parseRule(condition)))];
}

export interface StateSources {
  readonly constraints: readonly Constraint[];
  readonly gaps: readonly ConditionalGap[];
  readonly byName: ReadonlyMap<string, PreparedColumn>;
  readonly columns: ReadonlyMap<string, RuleColumn>;
  readonly derived: ReadonlyMap<string, DerivedPlan>;
  readonly sensitive: ReadonlySet<string>;
  readonly k: number;
}

/**
 * Whose missing state stands for others: in a group that is missing together, that of a sensitive column, or of
 * the first. A derived column is missing where a source is, unless the table says otherwise. Where a category or
 * another column decides that a cell is missing, and nothing else does, there is no state at all.
 */
export function sharedStates(sources: StateSources): SharedStates {
  const { constraints, byName, derived, sensitive, k } = sources;
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
    const from = sourcesOf(by);
    const masks = from.flatMap((source) => maskOf(source) ?? []);
    if (masks.length === 0) continue;
    const rows = masks[0].length;
    let differing = 0;
    for (let row = 0; row < rows; row++) {
      const isMissing = masks.some((mask) => mask[row] === 1);
      if (isMissing !== (own?.[row] === 1)) differing++;
    }
    if (differing < k) missingAs.set(name, from);
  }
  const decided = new Set(missingAs.keys());
  const { missingIf, decidedBy } = conditionalStates(sources, missingAs, maskOf);
  for (const [name, others] of decidedBy.as) missingAs.set(name, others);
  for (const name of decidedBy.alone) decided.add(name);
  return { missingAs, missingIf, decided };
}

/** What conditions decide of the columns that have a state of their own. */
function conditionalStates(
  { gaps, byName, columns, sensitive, k }: StateSources,
  missingAs: ReadonlyMap<string, readonly string[]>,
  maskOf: (name: string) => Uint8Array | undefined,
) {
  const missingIf = new Map<string, string[]>();
  const as = new Map<string, string[]>();
  const alone: string[] = [];
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(missingAs.get(from) ?? []), ...(as.get(from) ?? [])].some((next) =>
      reaches(next, to, seen),
    );
  };
  for (const { condition, name, as: other } of gaps) {
    if (!byName.get(name)?.keepsMissing || missingAs.has(name) || sensitive.has(name)) continue;
    const isThere = columnsIn(parseRule(condition)).every((each) => columns.has(each));
    if (other !== undefined) {
      const hasState = byName.get(other)?.keepsMissing === true;
      if (hasState && !reaches(other, name)) as.set(name, [...(as.get(name) ?? []), other]);
    } else if (isThere && !/\bmissing\b/i.test(condition)) {
      missingIf.set(name, [...(missingIf.get(name) ?? []), condition]);
    }
  }
  for (const name of new Set([...missingIf.keys(), ...as.keys()])) {
    const own = maskOf(name);
    if (!own) continue;
    const holds = (missingIf.get(name) ?? []).map((each) => bindRule(each, columns));
    const masks = (as.get(name) ?? []).flatMap((other) => maskOf(other) ?? []);
    let differing = 0;
    for (let row = 0; row < own.length; row++) {
      const isMissing =
        holds.some((each) => each(row) === 1) || masks.some((mask) => mask[row] === 1);
      if (isMissing !== (own[row] === 1)) differing++;
    }
    if (differing < k) alone.push(name);
  }
  return { missingIf, decidedBy: { as, alone } };
}
