/** The names in what a schema says holds between columns. */

import { checkColumnName } from '../numerics/checkName.ts';
import { checkRuleNames } from '../rules/bindRule.ts';
import { columnsIn } from '../rules/expression.ts';
import { parseRule } from '../rules/parseRule.ts';
import type { Constraint, TableSchema } from '../table/schema.ts';

/** The columns that a constraint is about. */
export function namesIn(constraint: Constraint): readonly string[] {
  if ('rule' in constraint) return columnsIn(parseRule(constraint.rule));
  return 'combinations' in constraint ? constraint.combinations : constraint.together;
}

/** Refuses constraints that name columns that are not in the table. */
export function checkConstraints(
  { constraints = [], derived }: TableSchema,
  names: readonly string[],
): void {
  for (const constraint of constraints) {
    if ('rule' in constraint) checkRuleNames(constraint.rule, parseRule(constraint.rule), names);
    else for (const name of namesIn(constraint)) checkColumnName(name, names, 'Constraints');
  }
  for (const [name, from] of derived ?? []) {
    checkColumnName(name, names, 'Derived columns');
    if (from && 'near' in from) {
      checkRuleNames(from.near, parseRule(from.near), names);
      continue;
    }
    for (const source of from === false ? [] : [from.from].flat()) {
      checkColumnName(source, names, `Derived column '${name}'`);
    }
  }
}
