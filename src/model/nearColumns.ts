/** The columns of a fit that lie close to an expression of others (rules/near.ts). */

import { InputError } from '../numerics/inputError.ts';
import { sourcesOf } from '../rules/derivation.ts';
import { findNear } from '../rules/findNear.ts';
import { sourcesOfNear } from '../rules/near.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import type { DerivedPlan } from './derivedColumns.ts';
import type { Prepared } from './prepareColumns.ts';
import type { ResolvedFit } from './settings.ts';

/** What is found is kept in tables of at least so many rows, and of no sensitive column, of which it would tell. */
const FEWEST_ROWS = 500;

/** By name, the expression: those that the schema declares, and those that are found. */
export function nearColumns(
  { rows, response }: Prepared,
  columns: ReadonlyMap<string, RuleColumn>,
  derived: ReadonlyMap<string, DerivedPlan>,
  sensitive: ReadonlySet<string>,
  { rules, schema }: ResolvedFit,
  notes: string[],
): ReadonlyMap<string, string> {
  const near = new Map<string, string>();
  if (rules === 'none') return near;
  for (const [name, own] of schema.derived ?? []) {
    if (own === false || !('near' in own) || !columns.has(name)) continue;
    if (sourcesOfNear(own.near).includes(name)) {
      throw new InputError(
        `Derived columns: '${name}' is declared to lie close to ${own.near}, of which it is a part itself. Take it out of the expression.`,
      );
    }
    const lacking = sourcesOfNear(own.near).filter((each) => !columns.has(each));
    const why =
      name === response.name
        ? 'it is the response, which is modelled itself'
        : lacking.length > 0
          ? `${lacking.join(', ')} is not modelled`
          : columns.get(name)?.kind !== 'number'
            ? 'it is no column of numbers'
            : undefined;
    if (why) notes.push(`${name}: declared to lie close to ${own.near}, but ${why}.`);
    else near.set(name, own.near);
  }
  if (rules !== 'auto' || rows < FEWEST_ROWS) return near;
  const open = [...columns.values()].filter(({ name }) => !sensitive.has(name));
  const kept = new Set([response.name, ...near.keys(), ...(schema.derived?.keys() ?? [])]);
  const functions = new Map([...derived].map(([name, { by }]) => [name, sourcesOf(by)]));
  for (const { name, to } of findNear(open, kept, functions)) near.set(name, to);
  return near;
}
