/** Rows of a synthetic table that break a rule of the schema, after rounding and formatting. */

import { namesIn } from '../../model/checkConstraints.ts';
import { typedRuleColumn } from '../../model/ruleColumns.ts';
import { constraintText } from '../../rules/constraintText.ts';
import type { RuleColumn } from '../../rules/ruleColumn.ts';
import { combinationsOf, countBroken, ruleChecks } from '../../rules/violations.ts';
import type { TypedColumn } from '../../table/applySchema.ts';
import type { Constraint } from '../../table/schema.ts';
import type { Table } from '../../table/table.ts';
import { levelsIn, numbersOf } from './cells.ts';
import { judged, type ReleaseCheck } from './releaseCheck.ts';

/** Nothing without rules; a rule about a column that is not there is left to off-schema. */
export function brokenRules(
  constraints: readonly Constraint[],
  typed: readonly TypedColumn[],
  synthetic: Table,
  k: number,
): ReleaseCheck[] {
  if (constraints.length === 0) return [];
  const real = new Map<string, RuleColumn>();
  const made = new Map<string, RuleColumn>();
  for (const column of typed) {
    const own = synthetic.columns.find(({ name }) => name === column.name);
    if (!own || 'column' in column) continue;
    const known = typedRuleColumn(column, k);
    real.set(column.name, known);
    if (!('codes' in column)) {
      made.set(column.name, { ...known, values: numbersOf(own, column) });
      continue;
    }
    const cells = levelsIn(own);
    const levels = [...new Set([...column.levels, ...cells.filter((cell) => cell !== undefined)])];
    const places = new Map(levels.map((level, place) => [level, place]));
    const values = Float64Array.from(cells, (cell) =>
      cell === undefined ? Number.NaN : (places.get(cell) ?? Number.NaN),
    );
    made.set(column.name, { ...known, values, levels });
  }
  const judgeable = constraints.filter((each) => namesIn(each).every((name) => made.has(name)));
  const allowed = new Map(
    judgeable.flatMap((each) =>
      'combinations' in each
        ? [[constraintText(each), allowedOf(each.combinations, real, made)] as const]
        : [],
    ),
  );
  const broken = ruleChecks(judgeable, made, allowed)
    .map((check) => ({ text: check.text, rows: countBroken(check, synthetic.rows) }))
    .filter(({ rows }) => rows > 0);
  const found = broken.reduce((sum, { rows }) => sum + rows, 0);
  const where = broken.length > 0 ? `: ${broken.map(({ text }) => text).join('; ')}` : '';
  return [judged('rules', found, 0, `rows that break one of ${judgeable.length} rules${where}`)];
}

/** Combinations of the real table, and those with a level that stands for rare ones, which it does not have. */
function allowedOf(
  names: readonly string[],
  real: ReadonlyMap<string, RuleColumn>,
  made: ReadonlyMap<string, RuleColumn>,
): Set<string> {
  const pooled = [...combinationsOf(names, made)].filter((combination) =>
    (JSON.parse(combination) as string[]).some(
      (level, i) => !real.get(names[i])?.levels?.includes(level),
    ),
  );
  return new Set([...combinationsOf(names, real), ...pooled]);
}
