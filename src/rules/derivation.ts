/**
 * A column as a function of others: what a model keeps of a derived column in place of a margin. Plain data.
 * Numbers are those of the columns themselves (dates in their unit, categories by place); what comes out is
 * rounded to the column's grid.
 */

import { type Grid, snap } from '../margins/grid.ts';
import { bindNumber } from './bindRule.ts';
import { columnsIn, type Expression } from './expression.ts';
import { parseRule, ruleError } from './parseRule.ts';
import type { RuleColumn } from './ruleColumn.ts';
import { fullYears } from './years.ts';

export type Derivation =
  /** Bins of a number: below edges[0], below edges[1], ..., from the last edge on. */
  | {
      readonly kind: 'bins';
      readonly from: string;
      readonly edges: readonly number[];
      readonly results: readonly number[];
    }
  /** A value for each value of the source, of which the nearest counts. */
  | {
      readonly kind: 'map';
      readonly from: string;
      readonly keys: readonly number[];
      readonly results: readonly number[];
    }
  /** plus + sum of times * from. */
  | {
      readonly kind: 'linear';
      readonly terms: readonly { readonly from: string; readonly times: number }[];
      readonly plus: number;
    }
  /** Whole years from a date to another, or to a day (days since 1970). */
  | { readonly kind: 'years'; readonly from: string; readonly to: string | number }
  /** The right side of a rule `column = expression`. */
  | { readonly kind: 'rule'; readonly rule: string }
  /** By combination of several categories, of which `from` is the first, the level of this one. */
  | { readonly kind: 'part'; readonly from: string; readonly results: readonly number[] };

/** What the combination that a column is the first of is called among the columns that are drawn. */
export function combinationKey(name: string): string {
  return `\u0000combination ${name}`;
}

/** The columns that it is computed from. */
export function sourcesOf(derivation: Derivation): readonly string[] {
  switch (derivation.kind) {
    case 'bins':
    case 'map':
    case 'part':
      return [derivation.from];
    case 'linear':
      return derivation.terms.map(({ from }) => from);
    case 'years': {
      const { from, to } = derivation;
      return typeof to === 'string' ? [from, to] : [from];
    }
    case 'rule':
      return columnsIn(definitionOf(derivation.rule).right);
  }
}

/** A rule that defines a column: its name, and what it equals. */
export function definitionOf(rule: string): {
  readonly name: string;
  readonly right: Expression;
} {
  const found = parseRule(rule);
  if (found.kind !== 'comparison' || found.operator !== '=' || found.left.kind !== 'column') {
    throw ruleError(rule, found.at, 'it must define a column, as in total = food + rent');
  }
  const { name } = found.left;
  if (columnsIn(found.right).includes(name)) {
    throw ruleError(rule, found.at, `'${name}' stands on both sides`);
  }
  return { name, right: found.right };
}

/** The values of a derived column, for as many rows as its sources have. */
export function derive(
  derivation: Derivation,
  columns: ReadonlyMap<string, RuleColumn>,
  target: { readonly grid: Grid; readonly days?: number; readonly isCategory: boolean },
): Float64Array {
  const of = rowFunction(derivation, columns, target.days ?? 1);
  const rows = (columns.get(sourcesOf(derivation)[0]) as RuleColumn).values.length;
  const result = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    const value = of(i);
    result[i] = target.isCategory || !Number.isFinite(value) ? value : snap(value, target.grid);
    if (!Number.isFinite(value)) result[i] = Number.NaN;
  }
  return result;
}

function rowFunction(
  derivation: Derivation,
  columns: ReadonlyMap<string, RuleColumn>,
  days: number,
): (row: number) => number {
  const valuesOf = (name: string) => (columns.get(name) as RuleColumn).values;
  const daysOf = (name: string) => (columns.get(name) as RuleColumn).days ?? 1;
  switch (derivation.kind) {
    case 'bins': {
      const { from, edges, results } = derivation;
      const values = valuesOf(from);
      return (row) => {
        const value = values[row];
        return Number.isNaN(value) ? Number.NaN : results[countNotAbove(edges, value)];
      };
    }
    case 'map': {
      const { from, keys, results } = derivation;
      const values = valuesOf(from);
      return (row) => {
        const value = values[row];
        return Number.isNaN(value) ? Number.NaN : results[nearest(keys, value)];
      };
    }
    case 'linear': {
      const { terms, plus } = derivation;
      const parts = terms.map(({ from, times }) => ({ values: valuesOf(from), times }));
      return (row) => {
        let sum = plus;
        for (const { values, times } of parts) sum += times * values[row];
        return sum;
      };
    }
    case 'years': {
      const { from, to } = derivation;
      const born = valuesOf(from);
      const unit = daysOf(from);
      if (typeof to === 'number') return (row) => fullYears(born[row] * unit, to);
      const then = valuesOf(to);
      const other = daysOf(to);
      return (row) => fullYears(born[row] * unit, then[row] * other);
    }
    case 'part': {
      const { from, results } = derivation;
      const values = valuesOf(combinationKey(from));
      return (row) => (Number.isNaN(values[row]) ? Number.NaN : results[values[row]]);
    }
    case 'rule': {
      const { rule } = derivation;
      const of = bindNumber(rule, definitionOf(rule).right, columns);
      return (row) => of(row) / days;
    }
  }
}

/** How many of an ascending list are not above a value. */
export function countNotAbove(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of the nearest key of an ascending list; of two as near, the lower. */
function nearest(keys: readonly number[], value: number): number {
  const above = countNotAbove(keys, value);
  if (above === 0) return 0;
  if (above === keys.length) return above - 1;
  return value - keys[above - 1] <= keys[above] - value ? above - 1 : above;
}
