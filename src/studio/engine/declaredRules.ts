/** Rules that are declared, held against the table: an error says what is wrong with one, a note how often it is broken. */

import { checkConstraints, namesIn } from '../../model/checkConstraints.ts';
import { typedRuleColumn } from '../../model/ruleColumns.ts';
import { FEWEST_PEOPLE } from '../../numerics/publish.ts';
import { constraintText } from '../../rules/constraintText.ts';
import { countBroken, ruleChecks } from '../../rules/violations.ts';
import type { TypedLevels, TypedNumbers, TypedTable } from '../../table/applySchema.ts';
import { counted } from '../../table/counted.ts';
import type { TableSchema } from '../../table/schema.ts';

/** `typed`: the columns that are not left out. */
export function declaredRules(
  { columns, rows }: Pick<TypedTable, 'columns' | 'rows'>,
  schema: TableSchema,
): string[] {
  const { constraints = [] } = schema;
  checkConstraints(
    schema,
    columns.map(({ name }) => name),
  );
  if (constraints.length === 0) return [];
  const k = FEWEST_PEOPLE;
  const modelled = new Map(
    columns
      .filter((column): column is TypedNumbers | TypedLevels => !('column' in column))
      .filter(({ constant }) => !constant)
      .map((column) => [column.name, typedRuleColumn(column, k)]),
  );
  return constraints.flatMap((constraint) => {
    const text = constraintText(constraint);
    const lacking = namesIn(constraint).filter((name) => !modelled.has(name));
    if (lacking.length > 0) {
      return [`${text}: cannot be kept, as ${lacking.join(', ')} is not modelled.`];
    }
    return ruleChecks([constraint], modelled).flatMap((check) => {
      const broken = countBroken(check, rows);
      if (broken === 0) return [];
      const many = broken < k ? `fewer than ${k} rows` : counted(broken, 'row');
      return [`${check.text}: ${many} of the table break it; the synthetic table will have none.`];
    });
  });
}
