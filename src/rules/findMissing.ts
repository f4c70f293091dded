/**
 * What decides that a cell is missing: a level of a category (who did not offend again has no second charge), or
 * another column that is missing (where there is no charge there is no description of it). Only what chance would
 * have broken. Columns that are missing in the same rows (findTogether.ts) are told of by the first of them.
 */

import type { FoundRule } from './findBounds.ts';
import { isExact, leastSurprise } from './finding.ts';
import { nameInRule, textInRule } from './parseRule.ts';
import type { RuleColumn } from './ruleColumn.ts';

/** Rows that a level must have. */
const LEAST_OF_LEVEL = 20;
const MOST_LEVELS = 40;
const MOST_RULES = 60;

/** The cells that a column has no value in; the columns that share them. */
interface Gaps {
  readonly name: string;
  readonly isMissing: Uint8Array;
  readonly rows: number;
}

/** `together`: groups of columns that are missing in the same rows. */
export function findMissing(
  columns: readonly RuleColumn[],
  together: readonly (readonly string[])[],
  k: number,
): FoundRule[] {
  const rows = columns[0]?.values.length ?? 0;
  const follows = new Set(together.flatMap(([, ...others]) => others));
  const gaps = columns.flatMap(({ name, values }): Gaps[] => {
    if (follows.has(name)) return [];
    const isMissing = Uint8Array.from(values, (value) => (Number.isNaN(value) ? 1 : 0));
    const count = isMissing.reduce((sum, is) => sum + is, 0);
    return count >= k && rows - count >= k ? [{ name, isMissing, rows: count }] : [];
  });
  const categories = columns.filter(
    ({ kind, levels = [] }) => kind === 'category' && levels.length <= MOST_LEVELS,
  );
  const levels = categories.reduce((sum, each) => sum + (each.levels?.length ?? 0), 0);
  const least = leastSurprise(gaps.length * (2 * levels + gaps.length));
  const byLevel = new Map(
    gaps.map((own) => [
      own.name,
      categories.flatMap((category) =>
        category.name === own.name ? [] : byLevels(category, own, least),
      ),
    ]),
  );
  const found = gaps.flatMap((own) => {
    const inside = within(own, gaps, rows, least);
    // what decides the others that are missing with it is told of those
    const isTold = ({ state }: LevelRule) =>
      inside.some(({ names: [other] }) => byLevel.get(other)?.some((each) => each.state === state));
    const ownLevels = (byLevel.get(own.name) ?? []).filter((each) => !isTold(each));
    return [...ownLevels.map(({ state: _, ...rule }) => rule), ...inside];
  });
  return found.slice(0, MOST_RULES);
}

/** `state`: the level, and whether the cells are there. */
type LevelRule = FoundRule & { readonly state: string };

/** Levels whose rows are all missing; where there is one, also levels of which none is. */
function byLevels(
  { name, values, levels = [], rare }: RuleColumn,
  { name: own, isMissing }: Gaps,
  least: number,
): LevelRule[] {
  const [counts, missing] = [levels.map(() => 0), levels.map(() => 0)];
  for (let row = 0; row < values.length; row++) {
    if (Number.isNaN(values[row]) || rare?.[row] === 1) continue;
    counts[values[row]]++;
    missing[values[row]] += isMissing[row];
  }
  const sum = (parts: readonly number[]) => parts.reduce((total, x) => total + x, 0);
  const [all, allMissing] = [sum(counts), sum(missing)];
  const told = (level: number, isGap: boolean): LevelRule[] => {
    const [rows, others] = [counts[level], all - counts[level]];
    if (rows < LEAST_OF_LEVEL || others < LEAST_OF_LEVEL) return [];
    const exceptions = isGap ? rows - missing[level] : missing[level];
    const shareOfOthers = (allMissing - missing[level]) / others;
    const expected = rows * (isGap ? 1 - shareOfOthers : shareOfOthers);
    if (!isExact(exceptions, rows) || expected < least) return [];
    const state = `${nameInRule(own)} is ${isGap ? '' : 'not '}missing`;
    const rule = `if ${nameInRule(name)} = ${textInRule(levels[level])} then ${state}`;
    const which = [name, levels[level], isGap].join('\n');
    return [{ rule, names: [name, own], rows, exceptions, state: which }];
  };
  const decided = levels.flatMap((_, level) => told(level, true));
  if (decided.length === 0) return [];
  return [...decided, ...levels.flatMap((_, level) => told(level, false))];
}

/** The largest gaps of other columns that lie within those of this one. */
function within(
  { name, isMissing, rows: size }: Gaps,
  gaps: readonly Gaps[],
  rows: number,
  least: number,
): FoundRule[] {
  const inside = gaps
    .filter((other) => other.name !== name && other.rows < size)
    .flatMap((other) => {
      let both = 0;
      for (let row = 0; row < rows; row++) both += other.isMissing[row] & isMissing[row];
      const exceptions = other.rows - both;
      const shareOfOthers = (size - both) / (rows - other.rows);
      const expected = other.rows * (1 - shareOfOthers);
      return isExact(exceptions, other.rows) && expected >= least ? [{ other, exceptions }] : [];
    });
  const isWithin = (a: Gaps, b: Gaps) => a.isMissing.every((is, row) => is <= b.isMissing[row]);
  return inside
    .filter(
      ({ other: a }) =>
        !inside.some(({ other: b }) => a !== b && a.rows < b.rows && isWithin(a, b)),
    )
    .map(({ other, exceptions }) => ({
      rule: `if ${nameInRule(other.name)} is missing then ${nameInRule(name)} is missing`,
      names: [other.name, name],
      rows: other.rows,
      exceptions,
    }));
}
