/**
 * Columns that lie close to a sum, product or ratio of others, so that what these leave open is a small part of what
 * they say, or equal another in most rows. One that another lies close to lies close to none itself, so that they can be drawn one after the other.
 */

import { screenRows } from './finding.ts';
import { nearCopies } from './nearCopies.ts';
import type { NearFormula } from './nearFormula.ts';
import { nearProducts } from './products.ts';
import type { RuleColumn } from './ruleColumn.ts';
import { nearSums } from './sums.ts';

/** `kept`: columns that are never left to others; `derived`: what some are computed from already, by name. */
export function findNear(
  columns: readonly RuleColumn[],
  kept: ReadonlySet<string>,
  derived: ReadonlyMap<string, readonly string[]>,
): NearFormula[] {
  const screen = screenRows(columns[0]?.values.length ?? 0);
  // sums are told in terms of those before them: a total of parts, not of what the parts are computed from
  const isDerived = ({ name }: RuleColumn) => derived.has(name);
  const own = columns.filter((column) => !isDerived(column));
  const inOrder = [...columns.filter(isDerived), ...own];
  const isKept = new Set([...kept, ...derived.keys()]);
  const leadsTo = (from: string, name: string): boolean =>
    from === name || (derived.get(from) ?? []).some((source) => leadsTo(source, name));
  const taken = new Set<string>();
  const sources = new Set<string>();
  const found = [
    ...nearSums(inOrder, screen, isKept),
    ...nearProducts(own, screen),
    ...nearCopies(own, screen),
  ];
  return found
    .filter(({ name, from }) => !isKept.has(name) && !from.some((each) => leadsTo(each, name)))
    .sort((a, b) => divisions(a) - divisions(b))
    .filter(({ name, from }) => {
      if (taken.has(name) || sources.has(name) || from.some((each) => taken.has(each)))
        return false;
      taken.add(name);
      for (const each of from) sources.add(each);
      return true;
    });
}

/** A product that is solved for one of its factors is a ratio. */
function divisions({ to }: NearFormula): number {
  return to.split(' / ').length - 1;
}
