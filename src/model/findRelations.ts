/**
 * What holds between the columns of a table, for people who are about to fit it: functions and rules that a fit
 * keeps, and those that nearly hold, which the schema may confirm. Counts of fewer than k rows are not told.
 */

import { FEWEST_PEOPLE } from '../numerics/publish.ts';
import { constraintText } from '../rules/constraintText.ts';
import { sourcesOf } from '../rules/derivation.ts';
import { findBoundsBetween } from '../rules/findBoundsBetween.ts';
import { findConditions } from '../rules/findConditions.ts';
import { findDerived } from '../rules/findDerived.ts';
import { findExclusive } from '../rules/findExclusive.ts';
import { isExact } from '../rules/finding.ts';
import { findMissing } from '../rules/findMissing.ts';
import { findNear } from '../rules/findNear.ts';
import { findOnBound } from '../rules/findOnBound.ts';
import { findTogether } from '../rules/findTogether.ts';
import { nearScale, nearWords } from '../rules/near.ts';
import type { NearFormula } from '../rules/nearFormula.ts';
import { applySchema, type TypedLevels, type TypedNumbers } from '../table/applySchema.ts';
import { counted } from '../table/counted.ts';
import type { Constraint, TableSchema } from '../table/schema.ts';
import type { Table } from '../table/table.ts';
import { typedRuleColumn } from './ruleColumns.ts';
import { resolveSchema } from './settings.ts';

export interface FoundRelation {
  /** As schema.json has it. */
  readonly derived?: {
    readonly name: string;
    readonly from: readonly string[];
    /** The expression of them that it lies close to, without following from them. */
    readonly near?: string;
  };
  readonly constraint?: Constraint;
  /**
   * Whether it holds in all rows but at most one in a thousand (a function: one in two hundred), and more than chance
   * would make it; a fit with rules: 'auto' keeps it.
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
  const near = findNear(
    columns,
    new Set(nearly.map(({ name }) => name)),
    new Map(exact.map(({ name, by }) => [name, sourcesOf(by)])),
  );
  const derivedNames = new Set(exact.map(({ name }) => name));
  const free = columns.filter(({ name }) => !derivedNames.has(name));
  const { sure, likely, unsure } = findConditions(free, { k });
  const bounds = findBoundsBetween(columns, new Map(exact.map(({ name, by }) => [name, by])));
  const holding = bounds.filter((each) => isExact(each.exceptions, each.rows));
  // of a column that mostly equals another the bound between them says more
  const isUnbound = ({ name, from }: NearFormula) =>
    from.length > 1 ||
    !holding.some(({ names }) => names.includes(name) && names.includes(from[0]));
  const together = findTogether(columns, k);
  const missing = findMissing(columns, together, k);
  const rules = [
    ...missing,
    ...bounds,
    ...findOnBound(holding, columns),
    ...findExclusive(free),
    ...sure,
    ...likely,
  ];
  return [
    ...[...exact, ...nearly].map((finding) => {
      const { name, by, exceptions, rows } = finding;
      const from = [...new Set(sourcesOf(by))];
      const how = by.kind === 'rule' ? `, ${by.rule}` : '';
      const what = `${name} follows from ${from.join(' and ')}${how}`;
      return {
        derived: { name, from },
        ...told(what, exceptions, rows, k, exact.includes(finding)),
      };
    }),
    ...near.filter(isUnbound).map(({ name, from, to }) => ({
      derived: { name, from, near: to },
      isExact: true,
      exceptions: 0,
      rows: table.rows,
      text: `${name} lies close to ${to}: drawn as that ${nearWords[nearScale(to)]}`,
    })),
    ...together.map((together) => {
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

function told(
  what: string,
  exceptions: number,
  rows: number,
  k: number,
  holds = isExact(exceptions, rows),
) {
  const shown = holds && exceptions < k ? 0 : Math.max(exceptions, k);
  const where = shown === 0 ? 'in every row' : `in all of ${counted(rows, 'row')} but ${shown}`;
  const text = holds
    ? `${what}: ${where}`
    : `${what}: ${where}; confirm it in the schema if it is meant to hold`;
  return { isExact: holds, exceptions: shown, rows, text };
}
