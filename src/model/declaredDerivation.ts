/** The function that a schema says a column follows by: which one it is, the table shows. */

import { InputError } from '../numerics/inputError.ts';
import { fitAge } from '../rules/ages.ts';
import { fitBins } from '../rules/bins.ts';
import type { Derivation } from '../rules/derivation.ts';
import { isExact, screenRows, tested } from '../rules/finding.ts';
import { formulasOfOne } from '../rules/formulas.ts';
import { formulasOfTwo } from '../rules/products.ts';
import type { RuleColumn } from '../rules/ruleColumn.ts';
import { findEquations, solvedFor } from '../rules/sums.ts';
import { fitMap } from '../rules/valueMap.ts';

/** A function that explains less of the rows is none. */
const LEAST_SHARE = 0.9;

/** The function that holds in most rows; nothing if a source is not modelled. */
export function declaredDerivation(
  name: string,
  from: string | readonly string[],
  columns: ReadonlyMap<string, RuleColumn>,
  k: number,
  notes: string[],
): Derivation | undefined {
  const target = columns.get(name) as RuleColumn;
  const names = [from].flat();
  const lacking = names.filter((source) => !columns.has(source));
  if (lacking.length > 0) {
    notes.push(`${name}: declared to follow from ${lacking.join(', ')}, which is not modelled.`);
    return undefined;
  }
  const sources = names.map((source) => columns.get(source) as RuleColumn);
  const screen = screenRows(target.values.length);
  const tries: (Derivation | undefined)[] = [
    ...equation(target, sources, screen),
    ...fitAge(
      target,
      sources.filter(({ kind }) => kind === 'date'),
      screen,
      k - 1,
    ),
    ...[
      ...formulasOfOne([...sources, target], screen),
      ...formulasOfTwo([...sources, target], screen),
    ].flatMap(({ name: own, rule }): Derivation[] =>
      own === name ? [{ kind: 'rule', rule }] : [],
    ),
    ...sources.flatMap((source) => [
      source.kind === 'category' && !source.isOrdered ? undefined : fitBins(target, source, k),
      fitMap(target, source, k),
    ]),
  ];
  const found = tries.flatMap((by) => (by ? [tested(target, by, columns, false)] : []));
  const [best] = [...found].sort((a, b) => a.exceptions - b.exceptions);
  if (!best || best.exceptions > (1 - LEAST_SHARE) * best.rows) {
    const share = best
      ? `at best ${Math.floor(100 * (1 - best.exceptions / best.rows))} %`
      : 'no part';
    throw new InputError(
      `Derived column '${name}': no function of ${names.join(', ')} gives it: ${share} of the rows follow one. Take it out of the schema, or give a rule under constraints such as "${name} = ...".`,
    );
  }
  if (!isExact(best.exceptions, best.rows)) {
    notes.push(
      `${name}: ${best.exceptions} of ${best.rows} rows do not follow from ${names.join(', ')}; in the synthetic table all do.`,
    );
  }
  return best.by;
}

function equation(
  target: RuleColumn,
  sources: readonly RuleColumn[],
  screen: Uint32Array,
): Derivation[] {
  return findEquations([...sources, target], screen)
    .filter(({ members }) => members.some(({ name }) => name === target.name))
    .map((found) => solvedFor(found, target.name));
}
