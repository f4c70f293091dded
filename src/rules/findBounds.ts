/**
 * Pairs of columns of which one is never above the other, though it would be if they had nothing to do with each
 * other: an admission and a discharge, a part and a whole. Rows of one column are set against other rows of the
 * second to see how often chance would break the rule.
 */

import { isExact, leastSurprise, screenRows } from './finding.ts';
import { nameInRule } from './parseRule.ts';
import type { RuleColumn } from './ruleColumn.ts';

export interface FoundRule {
  readonly rule: string;
  readonly names: readonly string[];
  /** Rows in which it is known whether it holds, and those in which it does not. */
  readonly rows: number;
  readonly exceptions: number;
}

const MOST_STRAY_SHARE = 0.05;
/**
 * Share of rows in which chance breaks a bound of columns of other sizes: that few defaults are below an income says
 * nothing of either. Of the same size are columns if a few values of the lower reach half the middle of the other.
 */
const LEAST_CHANCE = 0.02;
const FEW = 5;
/** Counts with no more values than this are below most numbers anyway. */
const COARSE = 30;
/** The same of a bound that has exceptions: else small numbers nearly bound large ones. */
const LEAST_CHANCE_NEARLY = 0.15;
/** Rules beyond it are not told. */
const MOST_RULES = 40;

export function findBounds(columns: readonly RuleColumn[]): FoundRule[] {
  const numbers = columns.filter(({ kind }) => kind !== 'category');
  const rows = columns[0]?.values.length ?? 0;
  const screen = screenRows(rows);
  const surprise = leastSurprise(numbers.length * (numbers.length - 1));
  const found = numbers.flatMap((low) =>
    numbers.flatMap((high): (FoundRule & { chance: number })[] => {
      if (low === high || low.kind !== high.kind || !mayBound(low, high, screen)) return [];
      const chance = chanceOf(low, high, screen);
      if (chance * rows < surprise) return [];
      if (chance < LEAST_CHANCE && !areAlike(low, high, screen)) return [];
      const rule = `${nameInRule(low.name)} <= ${nameInRule(high.name)}`;
      const [known, exceptions] = counted(low, high);
      const isNearly = exceptions <= MOST_STRAY_SHARE * known && chance >= LEAST_CHANCE_NEARLY;
      const isKept = isExact(exceptions, known) || isNearly;
      if (!isKept || chance * known < surprise) return [];
      return [{ rule, names: [low.name, high.name], rows: known, exceptions, chance }];
    }),
  );
  const holds = ({ exceptions, rows: known }: FoundRule) => isExact(exceptions, known);
  const isBelow = (a: string, b: string) =>
    found.some((each) => each.names[0] === a && each.names[1] === b && holds(each));
  // columns that are nearly equal bound each other, which says less than that they are
  const isMutual = ({ names: [a, b] }: FoundRule) =>
    found.some(({ names }) => names[0] === b && names[1] === a);
  const between = (a: string, b: string) =>
    numbers.some(({ name }) => name !== a && name !== b && isBelow(a, name) && isBelow(name, b));
  return found
    .filter((each) => (holds(each) ? !between(each.names[0], each.names[1]) : !isMutual(each)))
    .sort((a, b) => b.chance - a.chance)
    .slice(0, MOST_RULES)
    .map(({ chance: _, ...rule }) => rule);
}

function areAlike(low: RuleColumn, high: RuleColumn, screen: Uint32Array): boolean {
  const known = Float64Array.from(screen, (row) => high.values[row] * unit(high))
    .filter((value) => !Number.isNaN(value))
    .sort();
  const middle = known[known.length >> 1];
  const different = new Set(Array.from(screen, (row) => low.values[row]));
  if (different.size <= COARSE) return false;
  let beyond = 0;
  for (const value of low.values)
    if (2 * value * unit(low) >= middle && ++beyond >= FEW) return true;
  return false;
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
