/**
 * What holds between the columns of a table, for people who are about to fit it: functions and rules that a fit
 * keeps, and those that nearly hold, which the schema may confirm. Counts of fewer than k rows are not told.
 */

import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import { constraintText } from '../rules/constraintText.ts';
import { sourcesOf } from '../rules/derivation.ts';
import { findBounds } from '../rules/findBounds.ts';
import { findConditions } from '../rules/findConditions.ts';
import { findDerived } from '../rules/findDerived.ts';
import { isExact } from '../rules/finding.ts';
import { findTogether } from '../rules/findTogether.ts';
import { applySchema, type TypedLevels, type TypedNumbers } from '../table/applySchema.ts';
import { counted } from '../table/counted.ts';
import type { Constraint, TableSchema } from '../table/schema.ts';
import type { Table } from '../table/table.ts';
import { typedRuleColumn } from './ruleColumns.ts';
import { resolveSchema } from './settings.ts';

export interface FoundRelation {
  /** As schema.json has it. */
  readonly derived?: { readonly name: string; readonly from: readonly string[] };
  readonly constraint?: Constraint;
  /**
   * Whether it holds in all rows, but fewer than k, and more than chance would make it; a fit with rules: 'auto'
   * keeps it.
   */
  readonly isExact: boolean;
  /** Rows in which it does not hold, at least k, and of how many; 0 where it holds in all, be it by chance. */
  readonly exceptions: number;
  readonly rows: number;
  readonly text: string;
}

export function findRelations(table: Table, schema?: TableSchema | object): FoundRelation[] {
  const k = FEWEST_PEOPLE;
  const columns = applySchema(table, resolveSchema(schema))
    .columns.filter((column): column is TypedNumbers | TypedLevels => !('column' in column))
    .filter(({ constant }) => !constant)
    .map((column) => typedRuleColumn(column, k));
  const { exact, nearly } = findDerived(columns, { k, kept: new Set() });
  const derivedNames = new Set(exact.map(({ name }) => name));
  const free = columns.filter(({ name }) => !derivedNames.has(name));
  const { sure, unsure } = findConditions(free, { k });
  const rules = [...findBounds(free, k), ...sure];
  return [
    ...[...exact, ...nearly].map(({ name, by, exceptions, rows }) => {
      const from = [...new Set(sourcesOf(by))];
      const what = `${name} follows from ${from.join(' and ')}`;
      return { derived: { name, from }, ...told(what, exceptions, rows, k) };
    }),
    ...findTogether(columns, k).map((together) => {
      const constraint = { together };
      return { constraint, ...told(constraintText(constraint), 0, table.rows, k) };
    }),
    ...rules.map(({ rule, exceptions, rows }) => ({
      constraint: { rule },
      ...told(rule, exceptions, rows, k),
    })),
    ...unsure.map(({ rule, rows }) => ({
      constraint: { rule },
      isExact: false,
      exceptions: 0,
      rows,
      text: `${rule}: in every row, but so few could break it that it may be chance; confirm it in the schema if it is meant to hold`,
    })),
  ];
}

function told(what: string, exceptions: number, rows: number, k: number) {
  const holds = isExact(exceptions, rows, k);
  const shown = holds ? 0 : Math.max(exceptions, k);
  const text = holds
    ? `${what}: in every row`
    : `${what}: in all of ${counted(rows, 'row')} but ${shown}; confirm it in the schema if it is meant to hold`;
  return { isExact: holds, exceptions: shown, rows, text };
}
