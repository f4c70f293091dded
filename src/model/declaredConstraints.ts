/** The rules of a schema that a fit keeps. */

import { constraintText } from '../rules/constraintText.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import { countBroken, ruleChecks } from '../rules/violations.ts';
import { counted } from '../table/counted.ts';
import type { Constraint } from '../table/schema.ts';
import { namesIn } from './checkConstraints.ts';
import type { ResolvedFit } from './settings.ts';

/** The constraints of the schema whose columns are all modelled; how well they hold is noted. */
export function declaredConstraints(
  columns: ReadonlyMap<string, RuleColumn>,
  { schema, rules, k }: ResolvedFit,
  notes: string[],
): Constraint[] {
  if (rules === 'none') return [];
  return (schema.constraints ?? []).filter((constraint) => {
    const lacking = namesIn(constraint).filter((name) => !columns.has(name));
    if (lacking.length > 0) {
      notes.push(
        `Rule "${constraintText(constraint)}": not kept, as ${lacking.join(', ')} is not modelled.`,
      );
      return false;
    }
    const rows = [...columns.values()][0].values.length;
    for (const check of ruleChecks([constraint], columns)) {
      const broken = countBroken(check, rows);
      if (broken === 0) continue;
      const many = broken < k ? `fewer than ${k} rows` : counted(broken, 'row');
      notes.push(
        `Rule "${check.text}": ${many} of the table break it; the synthetic table has none.`,
      );
    }
    return true;
  });
}
