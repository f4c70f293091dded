/** The columns of a fit that are functions of others. */

import { InputError } from '../numerics/inputError.ts';
import { type Derivation, sourcesOf } from '../rules/derivation.ts';
import { columnsIn } from '../rules/expression.ts';
import { findDerived } from '../rules/findDerived.ts';
import { parseRule } from '../rules/parseRule.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import { sortRules } from '../rules/sortRules.ts';
import { declaredDerivation } from './declaredDerivation.ts';
import type { Prepared } from './prepareColumns.ts';
import type { ResolvedFit } from './settings.ts';

export interface DerivedPlan {
  readonly by: Derivation;
  readonly levels?: readonly string[];
}

/** Functions that the schema declares, defines by rules, or that are found. */
export function derivedColumns(
  { columns: all, response }: Prepared,
  columns: ReadonlyMap<string, RuleColumn>,
  { schema, rules, k }: ResolvedFit,
  notes: string[],
): Map<string, DerivedPlan> {
  const derived = new Map<string, DerivedPlan>();
  if (rules === 'none') return derived;
  const add = (name: string, by: Derivation) => {
    const levels = columns.get(name)?.levels;
    derived.set(name, { by, ...(levels && { levels }) });
  };
  const leadsTo = (name: string, to: string): boolean =>
    name === to ||
    (derived.has(name) &&
      sourcesOf(derived.get(name)?.by as Derivation).some((source) => leadsTo(source, to)));
  const declare = (name: string, by: Derivation, what: string) => {
    if (name === response.name) {
      notes.push(`${name}: ${what}, but it is the response, which is modelled itself.`);
      return;
    }
    if (sourcesOf(by).some((source) => leadsTo(source, name))) {
      throw new InputError(`Derived columns: '${name}' follows from itself. Take out ${what}.`);
    }
    add(name, by);
    notes.push(`${name}: computed from ${sourcesOf(by).join(', ')}, as declared.`);
  };
  for (const [name, from] of schema.derived ?? []) {
    if (from === false || 'near' in from || !columns.has(name)) continue;
    const by = declaredDerivation(name, from.from, columns, k, notes);
    if (by) declare(name, by, 'its entry under derived');
  }
  const texts = (schema.constraints ?? []).flatMap((each) => ('rule' in each ? [each.rule] : []));
  for (const [name, rule] of sortRules(texts).defined) {
    const target = columns.get(name);
    const isThere = columnsIn(parseRule(rule)).every((each) => columns.has(each));
    if (!target || !isThere || derived.has(name)) continue;
    if (target.kind === 'category') {
      const [source] = columnsIn(parseRule(rule)).filter((each) => each !== name);
      const by = declaredDerivation(name, source, columns, k, notes);
      if (by) declare(name, by, `the rule "${rule}"`);
    } else declare(name, { kind: 'rule', rule }, `the rule "${rule}"`);
  }
  if (rules !== 'auto') return derived;
  const refused = [...(schema.derived ?? [])].flatMap(([name, from]) =>
    from && 'from' in from ? [] : [name],
  );
  const free = all
    .filter(({ name }) => !derived.has(name))
    .map(({ name }) => columns.get(name) as RuleColumn);
  const kept = new Set([
    response.name,
    ...refused,
    ...[...derived.values()].flatMap(({ by }) => sourcesOf(by)),
  ]);
  for (const { name, by } of findDerived(free, { k, kept }).exact) {
    add(name, by);
    const how = by.kind === 'rule' ? ` by ${by.rule}` : '';
    notes.push(
      `${name}: found to follow from ${sourcesOf(by).join(', ')}${how}, and computed from it. If this is chance, declare it in the schema: "derived": {${JSON.stringify(name)}: false}.`,
    );
  }
  return derived;
}
