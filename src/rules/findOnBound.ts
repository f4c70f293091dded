/**
 * Levels of a category that say where a column lies on its bound: somebody who died in hospital was followed up
 * to the day he left it, and nobody else was. Told for pairs of columns of which one is never above the other.
 */

import type { FoundRule } from './findBounds.ts';
import { leastSurprise } from './finding.ts';
import { nameInRule, textInRule } from './parseRule.ts';
import type { RuleColumn } from './ruleColumn.ts';

/** Rows that a level must have. */
const LEAST_OF_LEVEL = 20;
const MOST_LEVELS = 40;

/** `bounds`: rules `a <= b` that hold, with the names in this order. */
export function findOnBound(
  bounds: readonly FoundRule[],
  columns: readonly RuleColumn[],
): FoundRule[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const categories = columns.filter(
    ({ kind, levels = [] }) => kind === 'category' && levels.length <= MOST_LEVELS,
  );
  const levels = categories.reduce((sum, each) => sum + (each.levels?.length ?? 0), 0);
  const least = leastSurprise(2 * bounds.length * levels);
  return bounds.flatMap(({ names: [low, high] }) => {
    const [a, b] = [low, high].map((name) => byName.get(name) as RuleColumn);
    const isOn = onBound(a, b);
    const found = categories
      .flatMap((category) => rulesOf(category, isOn, [low, high], least))
      .sort((x, y) => y.rows - x.rows);
    return withoutRepeats(found).map(({ rule, names, rows }) => ({
      rule,
      names,
      rows,
      exceptions: 0,
    }));
  });
}

/** 1 where both are equal, 0 where they are not, NaN where one is missing. */
function onBound(a: RuleColumn, b: RuleColumn): Float64Array {
  const [unitA, unitB] = [a.days ?? 1, b.days ?? 1];
  return a.values.map((x, row) => {
    const y = b.values[row];
    if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
    return x * unitA === y * unitB ? 1 : 0;
  });
}

interface Found extends FoundRule {
  readonly isEqual: boolean;
  readonly covers: (row: number) => boolean;
  readonly length: number;
}

function rulesOf(
  { name, levels = [], values, rare }: RuleColumn,
  isOn: Float64Array,
  names: readonly [string, string],
  least: number,
): Found[] {
  const [on, all] = [levels.map(() => 0), levels.map(() => 0)];
  for (let row = 0; row < values.length; row++) {
    if (Number.isNaN(values[row]) || Number.isNaN(isOn[row]) || rare?.[row] === 1) continue;
    all[values[row]]++;
    on[values[row]] += isOn[row];
  }
  const sum = (counts: readonly number[]) => counts.reduce((total, x) => total + x, 0);
  const [allOn, rows] = [sum(on), sum(all)];
  return levels.flatMap((level, l): Found[] => {
    if (all[l] < LEAST_OF_LEVEL || rows === all[l]) return [];
    const share = (allOn - on[l]) / (rows - all[l]);
    const isEqual = on[l] === all[l] && all[l] * (1 - share) >= least;
    const isApart = on[l] === 0 && all[l] * share >= least;
    if (!isEqual && !isApart) return [];
    const [a, b] = names.map(nameInRule);
    return [
      {
        rule: `if ${nameInRule(name)} = ${textInRule(level)} then ${a} ${isEqual ? '=' : '<'} ${b}`,
        names: [name, ...names],
        rows: all[l],
        exceptions: 0,
        isEqual,
        covers: (row) => values[row] === l,
        length: values.length,
      },
    ];
  });
}

/** Rules that tell of rows that none before them told of: columns that go along with the one that decides do not. */
function withoutRepeats(found: readonly Found[]): Found[] {
  const told = new Uint8Array(found[0]?.length ?? 0);
  return found.filter(({ covers }) => {
    let isNew = 0;
    for (let row = 0; row < told.length; row++) {
      if (told[row] === 0 && covers(row)) {
        told[row] = 1;
        isNew++;
      }
    }
    return isNew >= LEAST_OF_LEVEL;
  });
}
