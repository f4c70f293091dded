/**
 * Ranges that depend on a category: no widow is a child. Found where a level with rows enough leaves out a part of
 * a number's range that the other rows fill, or all but one level of another category. The end of a range is the
 * roundest number outside it (roundest.ts).
 */

import { snapDown, stepOf } from '../margins/grid.ts';
import type { FoundRule } from './findBounds.ts';
import { nameInRule, textInRule } from './parseRule.ts';
import { roundest } from './roundest.ts';
import type { RuleColumn } from './ruleColumn.ts';

/** Rows that a level must have, and that chance would put outside its range. */
const LEAST_ROWS = 50;
const LEAST_SURPRISE = 100;
/** Share of the other rows that lie outside. */
const LEAST_SHARE = 0.2;
const MOST_RULES = 30;
const MOST_LEVELS = 40;

/** `response`: the vine knows best what depends on it. */
export function findConditions(columns: readonly RuleColumn[], response?: string): FoundRule[] {
  const categories = columns.filter(
    ({ kind, name, levels = [] }) =>
      kind === 'category' && name !== response && levels.length <= MOST_LEVELS,
  );
  const found = categories.flatMap((category) =>
    columns.flatMap((column) =>
      column === category || column.name === response
        ? []
        : column.kind === 'number'
          ? ranges(category, column)
          : column.kind === 'category'
            ? onlyLevels(category, column)
            : [],
    ),
  );
  return found
    .sort((a, b) => b.surprise - a.surprise)
    .slice(0, MOST_RULES)
    .map(({ surprise: _, ...rule }) => rule);
}

type Surprising = FoundRule & { readonly surprise: number };

function ranges(category: RuleColumn, column: RuleColumn): Surprising[] {
  const { levels = [], values: codes, rare } = category;
  const groups = levels.map(() => [] as number[]);
  for (let i = 0; i < codes.length; i++) {
    if (Number.isNaN(codes[i]) || Number.isNaN(column.values[i]) || rare?.[i] === 1) continue;
    groups[codes[i]].push(column.values[i]);
  }
  const sorted = groups.map((own) => Float64Array.from(own).sort());
  const all = Float64Array.from(groups.flat()).sort();
  return levels.flatMap((level, l) => {
    const own = sorted[l];
    const others = all.length - own.length;
    if (own.length < LEAST_ROWS || others < LEAST_ROWS) return [];
    const [least, most] = [own[0], own[own.length - 1]];
    const below = countBelow(all, least) / others;
    const above = (all.length - countBelow(all, most, true)) / others;
    const when = `if ${nameInRule(category.name)} = ${textInRule(level)} then`;
    const rule = (text: string, share: number): Surprising[] => {
      const surprise = share * own.length;
      if (share < LEAST_SHARE || surprise < LEAST_SURPRISE) return [];
      const names = [category.name, column.name];
      return [
        {
          rule: `${when} ${nameInRule(column.name)} ${text}`,
          names,
          rows: own.length,
          exceptions: 0,
          surprise,
        },
      ];
    };
    // room towards the nearest rows outside: a fifth of the way to the far end
    const low = roundest(least - (least - all[0]) / 5 - stepOf(column.grid), least, column);
    const high = -roundest(-most - (all[all.length - 1] - most) / 5 - stepOf(column.grid), -most, {
      ...column,
      kind: 'number',
    });
    return [...rule(`>= ${snapDown(low, column.grid)}`, below), ...rule(`<= ${high}`, above)];
  });
}

/** How many of an ascending list are below a value, or not above it. */
function countBelow(sorted: Float64Array, value: number, orEqual = false): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value || (orEqual && sorted[middle] === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A level of one category that goes with one level of another alone. */
function onlyLevels(category: RuleColumn, column: RuleColumn): Surprising[] {
  const { levels = [] } = category;
  const { levels: others = [] } = column;
  const counts = levels.map(() => new Float64Array(others.length));
  const totals = new Float64Array(others.length);
  for (let i = 0; i < category.values.length; i++) {
    const [own, other] = [category.values[i], column.values[i]];
    if (Number.isNaN(own) || Number.isNaN(other)) continue;
    if (category.rare?.[i] === 1 || column.rare?.[i] === 1) continue;
    counts[own][other]++;
    totals[other]++;
  }
  const all = totals.reduce((sum, x) => sum + x, 0);
  return levels.flatMap((level, l) => {
    const rows = counts[l].reduce((sum, x) => sum + x, 0);
    const only = counts[l].indexOf(rows);
    if (rows < LEAST_ROWS || only < 0 || all === rows) return [];
    const share = 1 - (totals[only] - rows) / (all - rows);
    const surprise = share * rows;
    if (share < LEAST_SHARE || surprise < LEAST_SURPRISE) return [];
    const rule = `if ${nameInRule(category.name)} = ${textInRule(level)} then ${nameInRule(column.name)} = ${textInRule(others[only])}`;
    return [{ rule, names: [category.name, column.name], rows, exceptions: 0, surprise }];
  });
}
