/**
 * Ranges that depend on a category: no widow is a child. Found where a level with rows enough leaves out a part of
 * a number's range that the other rows fill, or levels of another category that chance would have put there. The
 * end of a range is a value of at least k rows, or the roundest number near its k-th row (roundest.ts).
 */

import { snapDown, stepOf } from '../margins/grid.ts';
import type { FoundRule } from './findBounds.ts';
import { leastSurprise } from './finding.ts';
import { nameInRule, textInRule } from './parseRule.ts';
import { roundest } from './roundest.ts';
import type { RuleColumn } from './ruleColumn.ts';

/** Rows that a level must have: for the end of a range, and for levels of another category. */
const LEAST_ROWS = 50;
const LEAST_OF_LEVEL = 20;
/** Share of the other rows that lie outside a range: a tail that few reach has no end that means something. */
const LEAST_SHARE = 0.05;
/** Rows just inside the edge of a range, as a share of those that chance would put as far outside it. */
const LEAST_AT_EDGE = 0.5;
/** Rows that chance would put into a cell, for its being empty to say something. */
const LEAST_EXPECTED = 2;
const MOST_RULES = 60;
const MOST_LEVELS = 40;

export interface ConditionSettings {
  readonly k: number;
  /** The vine knows best what depends on it. */
  readonly response?: string;
}

export function findConditions(
  columns: readonly RuleColumn[],
  { k, response }: ConditionSettings,
): FoundRule[] {
  const categories = columns.filter(
    ({ kind, name, levels = [] }) =>
      kind === 'category' && name !== response && levels.length <= MOST_LEVELS,
  );
  const numbers = columns.filter(({ kind, name }) => kind === 'number' && name !== response);
  const levels = categories.reduce((sum, each) => sum + (each.levels?.length ?? 0), 0);
  const least = leastSurprise(levels * (2 * numbers.length + Math.max(0, categories.length - 1)));
  const found = categories.flatMap((category) => [
    ...numbers.flatMap((column) => ranges(category, column, k)),
    ...categories.flatMap((column) => (column === category ? [] : emptyCells(category, column, k))),
  ]);
  const surprising = found
    .filter(({ surprise }) => surprise >= least)
    .sort((a, b) => b.surprise - a.surprise);
  return withoutRepeats(surprising)
    .slice(0, MOST_RULES)
    .map(({ surprise: _, cells: __, ...rule }) => rule);
}

/** That no husband is a woman says that no woman is a husband. */
function withoutRepeats(found: readonly Surprising[]): Surprising[] {
  const known = new Set<string>();
  return found.filter(({ cells = [] }) => {
    const isNew = cells.length === 0 || cells.some((cell) => !known.has(cell));
    for (const cell of cells) known.add(cell);
    return isNew;
  });
}

type Surprising = FoundRule & {
  /** Rows that chance would put where none is. */
  readonly surprise: number;
  /** Combinations of levels that do not occur. */
  readonly cells?: readonly string[];
};

function ranges(category: RuleColumn, column: RuleColumn, k: number): Surprising[] {
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
    const when = `if ${nameInRule(category.name)} = ${textInRule(level)} then`;
    /** `beyond`: others beyond the rows of the level; `outside`: those left out; `inside`: up to which value as many lie within. */
    const rule = (
      text: string,
      beyond: number,
      outside: number,
      inside: (value: number) => boolean,
    ): Surprising[] => {
      const share = beyond / others;
      if (share < LEAST_SHARE || outside < k) return [];
      // a tail that thins out has no edge
      if (own.filter(inside).length < LEAST_AT_EDGE * share * own.length) return [];
      return [
        {
          rule: `${when} ${nameInRule(column.name)} ${text}`,
          names: [category.name, column.name],
          rows: own.length,
          exceptions: 0,
          surprise: share * own.length,
        },
      ];
    };
    const isShared = (end: number) => own.filter((value) => value === end).length >= k;
    // an end that k rows have; else a round number near the k-th row, with room of a fifth of the way to the far end:
    // how far out fewer than k rows lie does not move it
    const step = stepOf(column.grid);
    const place = Math.min(k, own.length) - 1;
    const [near, far] = [own[place], all[place]];
    const low = isShared(least)
      ? least
      : roundest(near - Math.max(0, near - far) / 5 - step, near, column);
    const [nearHigh, farHigh] = [own[own.length - 1 - place], all[all.length - 1 - place]];
    const high = isShared(most)
      ? most
      : -roundest(-nearHigh - Math.max(0, farHigh - nearHigh) / 5 - step, -nearHigh, {
          ...column,
          kind: 'number',
        });
    const from = snapDown(low, column.grid);
    const above = (value: number) => all.length - countBelow(all, value, true);
    const [under, over] = [countBelow(all, least), above(most)];
    const [first, last] = [
      all[Math.min(2 * under, all.length - 1)],
      all[Math.max(all.length - 1 - 2 * over, 0)],
    ];
    // rows beyond the end break it
    return [
      ...(from <= least
        ? rule(`>= ${from}`, under, countBelow(all, from), (value) => value <= first)
        : []),
      ...(high >= most ? rule(`<= ${high}`, over, above(high), (value) => value >= last) : []),
    ];
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

/** Levels of one category that no row of a level of another has. */
function emptyCells(category: RuleColumn, column: RuleColumn, k: number): Surprising[] {
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
  return levels.flatMap((level, l): Surprising[] => {
    const rows = counts[l].reduce((sum, x) => sum + x, 0);
    if (rows < LEAST_OF_LEVEL || all === rows) return [];
    const expected = totals.map((total, o) => (rows * (total - counts[l][o])) / (all - rows));
    const places = others.flatMap((_, o) => (totals[o] > 0 ? [o] : []));
    const told = places.filter((o) => expected[o] >= LEAST_EXPECTED);
    // what a rule does not name is then known to occur: not where a few people are all of it
    if (told.some((o) => counts[l][o] > 0 && counts[l][o] < k)) return [];
    const empty = told.filter((o) => counts[l][o] === 0);
    if (empty.length === 0) return [];
    const there = places.filter((o) => counts[l][o] >= k);
    const isWhole = there.length + empty.length === places.length;
    const text = (o: number) => textInRule(others[o]);
    const name = nameInRule(column.name);
    const list = (own: readonly number[]) => `${name} in (${own.map(text).join(', ')})`;
    const then =
      isWhole && there.length === 1
        ? `${name} = ${text(there[0])}`
        : isWhole && there.length <= empty.length
          ? list(there)
          : empty.length === 1
            ? `${name} != ${text(empty[0])}`
            : `not (${list(empty)})`;
    return [
      {
        rule: `if ${nameInRule(category.name)} = ${textInRule(level)} then ${then}`,
        names: [category.name, column.name],
        rows,
        exceptions: 0,
        surprise: empty.reduce((sum, o) => sum + expected[o], 0),
        cells: empty.map((o) =>
          [`${category.name}\n${level}`, `${column.name}\n${others[o]}`].sort().join('\n'),
        ),
      },
    ];
  });
}
