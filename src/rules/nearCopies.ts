/**
 * Columns that equal another in most rows, with its sign or without: days from an arrest to a screening and back, what
 * is owed of what was lent. Rows with the usual value of a column say nothing.
 */

import { mayFollow } from './formulas.ts';
import type { NearFormula } from './nearFormula.ts';
import { nameInRule } from './parseRule.ts';
import type { RuleColumn } from './ruleColumn.ts';

const LEAST_SHARE = 0.6;
/** Rows that must be there to tell, and different values in those that are equal. */
const FEWEST_ROWS = 100;
const FEWEST_VALUES = 10;
/** Rows after which a pair that has little in common is given up. */
const FIRST_LOOK = 200;

const FORMS = [
  { text: (name: string) => name, of: (x: number) => x },
  { text: (name: string) => `0 - ${name}`, of: (x: number) => -x },
  { text: (name: string) => `abs(${name})`, of: (x: number) => Math.abs(x) },
];

/** The later column by the earlier one, in the form that most rows have. */
export function nearCopies(columns: readonly RuleColumn[], screen: Uint32Array): NearFormula[] {
  const numbers = columns.filter(({ kind }) => kind === 'number');
  return numbers.flatMap((target, t): NearFormula[] => {
    if (!mayFollow(target, screen)) return [];
    const usual = usualOf(target, screen);
    const rows = screen.filter(
      (row) => target.values[row] !== usual && !Number.isNaN(target.values[row]),
    );
    const found = numbers.slice(0, t).flatMap((source) => {
      const form = bestForm(target, source, rows);
      return form ? [{ name: target.name, from: [source.name], ...form }] : [];
    });
    const [best] = found.sort((a, b) => b.share - a.share);
    return best ? [{ name: best.name, from: best.from, to: best.to }] : [];
  });
}

function usualOf({ values }: RuleColumn, screen: Uint32Array): number {
  const counts = new Map<number, number>();
  for (const row of screen) counts.set(values[row], (counts.get(values[row]) ?? 0) + 1);
  const [usual] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [Number.NaN, 0]);
  return usual;
}

function bestForm(
  target: RuleColumn,
  source: RuleColumn,
  rows: Uint32Array,
): { readonly to: string; readonly share: number } | undefined {
  const equal = FORMS.map(() => 0);
  const values = FORMS.map(() => new Set<number>());
  let known = 0;
  for (const row of rows) {
    const [y, x] = [target.values[row], source.values[row]];
    if (Number.isNaN(x)) continue;
    known++;
    FORMS.forEach(({ of }, f) => {
      if (of(x) !== y) return;
      equal[f]++;
      values[f].add(y);
    });
    if (known === FIRST_LOOK && Math.max(...equal) < known / 3) return undefined;
  }
  const most = Math.max(...equal);
  const form = equal.indexOf(most);
  if (known < FEWEST_ROWS || most < LEAST_SHARE * known) return undefined;
  if (values[form].size < FEWEST_VALUES) return undefined;
  return { to: FORMS[form].text(nameInRule(source.name)), share: most / known };
}
