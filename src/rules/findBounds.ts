/**
 * Pairs of columns of which one is never above the other, though it would be if they had nothing to do with each
 * other: an admission and a discharge, a part and a whole. Rows of one column are set against other rows of the
 * second to see how often chance would break the rule.
 */

import { isExact, leastSurprise, NEARLY, screenRows } from './finding.ts';
import { nameInRule } from './parseRule.ts';
import type { RuleColumn } from './ruleColumn.ts';

export interface FoundRule {
  readonly rule: string;
  readonly names: readonly string[];
  /** Rows in which it is known whether it holds, and those in which it does not. */
  readonly rows: number;
  readonly exceptions: number;
}

const MOST_STRAY_SHARE = 0.03;
/** Rules beyond it are not told. */
const MOST_RULES = 40;

export function findBounds(columns: readonly RuleColumn[], k: number): FoundRule[] {
  const numbers = columns.filter(({ kind }) => kind !== 'category');
  const rows = columns[0]?.values.length ?? 0;
  const screen = screenRows(rows);
  const surprise = leastSurprise(numbers.length * (numbers.length - 1));
  const found = numbers.flatMap((low) =>
    numbers.flatMap((high): (FoundRule & { chance: number })[] => {
      if (low === high || low.kind !== high.kind || !mayBound(low, high, screen)) return [];
      const chance = chanceOf(low, high, screen);
      if (chance * rows < surprise) return [];
      const rule = `${nameInRule(low.name)} <= ${nameInRule(high.name)}`;
      const [known, exceptions] = counted(low, high);
      const isKept = isExact(exceptions, known, k) || exceptions <= NEARLY * 3 * known;
      if (!isKept || chance * known < surprise) return [];
      return [{ rule, names: [low.name, high.name], rows: known, exceptions, chance }];
    }),
  );
  const isBelow = (a: string, b: string) =>
    found.some(({ names, exceptions }) => names[0] === a && names[1] === b && exceptions === 0);
  const between = (a: string, b: string) =>
    numbers.some(({ name }) => name !== a && name !== b && isBelow(a, name) && isBelow(name, b));
  return found
    .filter(({ names: [a, b], exceptions }) => exceptions > 0 || !between(a, b))
    .sort((a, b) => b.chance - a.chance)
    .slice(0, MOST_RULES)
    .map(({ chance: _, ...rule }) => rule);
}

const unit = ({ days = 1 }: RuleColumn) => days;

function mayBound(low: RuleColumn, high: RuleColumn, screen: Uint32Array): boolean {
  const most = Math.max(4, MOST_STRAY_SHARE * screen.length);
  const [a, b] = [unit(low), unit(high)];
  let [above, below] = [0, 0];
  for (const row of screen) {
    const [x, y] = [low.values[row] * a, high.values[row] * b];
    if (x > y && ++above > most) return false;
    if (x < y) below++;
  }
  return below > 0;
}

/** How often the rule would be broken if rows of the two had nothing to do with each other. */
function chanceOf(low: RuleColumn, high: RuleColumn, screen: Uint32Array): number {
  const own = screen.filter((row) => !Number.isNaN(low.values[row]));
  const other = screen.filter((row) => !Number.isNaN(high.values[row]));
  const [a, b] = [unit(low), unit(high)];
  let [broken, all] = [0, 0];
  for (const shift of [1, 7, 61]) {
    for (let i = 0; i < own.length; i++) {
      const row = other[(i * 31 + shift) % other.length];
      all++;
      if (low.values[own[i]] * a > high.values[row] * b) broken++;
    }
  }
  return all === 0 ? 0 : broken / all;
}

function counted(low: RuleColumn, high: RuleColumn): readonly [number, number] {
  const [a, b] = [unit(low), unit(high)];
  let [known, broken] = [0, 0];
  for (let i = 0; i < low.values.length; i++) {
    const [x, y] = [low.values[i] * a, high.values[i] * b];
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    known++;
    if (x > y) broken++;
  }
  return [known, broken];
}
