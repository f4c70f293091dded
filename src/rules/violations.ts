/** Which rows break which rules. */

import type { Constraint } from '../table/schema.ts';
import { bindRule, type RowNumber } from './bindRule.ts';
import { constraintText } from './constraintText.ts';
import type { RuleColumn } from './ruleColumn.ts';

export interface RuleCheck {
  readonly text: string;
  /** Whether the rule holds in a row: 1, 0, or NaN where it is not known. */
  readonly holds: RowNumber;
}

/** The rules of a model or a schema on columns that are there; combinations are those of `allowed`. */
export function ruleChecks(
  constraints: readonly Constraint[],
  columns: ReadonlyMap<string, RuleColumn>,
  allowed: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
  isReal = false,
): RuleCheck[] {
  return constraints.flatMap((constraint): RuleCheck[] => {
    const text = constraintText(constraint);
    if ('rule' in constraint) return [{ text, holds: bindRule(constraint.rule, columns, isReal) }];
    if ('together' in constraint) {
      const masks = constraint.together.map((name) => (columns.get(name) as RuleColumn).values);
      const isMissing = (row: number) => masks.filter((values) => Number.isNaN(values[row])).length;
      return [{ text, holds: (row) => ([0, masks.length].includes(isMissing(row)) ? 1 : 0) }];
    }
    const known = allowed.get(text);
    if (!known) return [];
    const of = combinationOf(constraint.combinations, columns);
    return [
      {
        text,
        holds: (row) => {
          const found = of(row);
          return found === undefined ? Number.NaN : known.has(found) ? 1 : 0;
        },
      },
    ];
  });
}

/** The combinations of categories that a table has, as texts. */
export function combinationsOf(
  names: readonly string[],
  columns: ReadonlyMap<string, RuleColumn>,
): Set<string> {
  const of = combinationOf(names, columns);
  const rows = (columns.get(names[0]) as RuleColumn).values.length;
  const found = new Set<string>();
  for (let row = 0; row < rows; row++) {
    const own = of(row);
    if (own !== undefined) found.add(own);
  }
  return found;
}

/** What a row has in some categories, as a text; nothing where one is missing. */
export function combinationOf(
  names: readonly string[],
  columns: ReadonlyMap<string, RuleColumn>,
): (row: number) => string | undefined {
  const parts = names.map((name) => columns.get(name) as RuleColumn);
  return (row) => {
    const own: string[] = [];
    for (const { values, levels } of parts) {
      if (Number.isNaN(values[row])) return undefined;
      own.push(levels?.[values[row]] ?? String(values[row]));
    }
    return JSON.stringify(own);
  };
}

/** Rows that break a rule. */
export function countBroken({ holds }: RuleCheck, rows: number): number {
  let broken = 0;
  for (let row = 0; row < rows; row++) if (holds(row) === 0) broken++;
  return broken;
}
