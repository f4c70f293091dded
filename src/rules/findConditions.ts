/**
 * Conditions that a table keeps: ranges of a number that depend on a category (findRanges.ts), and levels of two
 * categories that do not go together (findEmptyCells.ts). Sure are those that chance would have broken.
 */

import type { FoundRule } from './findBounds.ts';
import { findEmptyCells } from './findEmptyCells.ts';
import { leastSurprise } from './finding.ts';
import { findRanges, rowsInOrder } from './findRanges.ts';
import type { RuleColumn } from './ruleColumn.ts';

const MOST_RULES = 60;
const MOST_LEVELS = 40;
/** Rows that chance must put where none is, for a rule to be worth asking about: it is so by chance once in twenty. */
const LEAST_UNSURE = 3;
const MOST_UNSURE = 10;

export interface ConditionSettings {
  readonly k: number;
  /** May decide what others can be, but no other column decides it: the vine knows best what it depends on. */
  readonly response?: string;
}

export type ConditionFound = FoundRule & {
  /** Rows that chance would put where none is. */
  readonly surprise: number;
  /** Whether it may well not hold in other rows, however surprising it is that it holds in these. */
  readonly isUnsure?: boolean;
  /** The level that the rule is about. */
  readonly level: string;
  /** Levels of the other category that do not go with it. */
  readonly cells?: readonly string[];
};

/**
 * Those that may be taken to hold; those that are no chance either, but whose edge the outermost few rows decide, so
 * that it lies further out; and others that hold in all rows, but that too few could break to be sure. These are not
 * to be kept: that nobody happens to be where a few were expected would tell of everybody who might have been.
 */
export interface FoundConditions {
  readonly sure: readonly FoundRule[];
  readonly likely: readonly FoundRule[];
  readonly unsure: readonly FoundRule[];
}

export function findConditions(
  columns: readonly RuleColumn[],
  { k, response }: ConditionSettings,
): FoundConditions {
  const categories = columns.filter(
    ({ kind, levels = [] }) => kind === 'category' && levels.length <= MOST_LEVELS,
  );
  const numbers = columns.filter(({ kind, name }) => kind === 'number' && name !== response);
  const levels = categories.reduce((sum, each) => sum + (each.levels?.length ?? 0), 0);
  const least = leastSurprise(levels * (2 * numbers.length + Math.max(0, categories.length - 1)));
  const inOrder = categories.length > 0 ? numbers.map(rowsInOrder) : [];
  const found = categories.flatMap((category) => [
    ...numbers.flatMap((column, c) => findRanges(category, column, inOrder[c], k)),
    ...categories.flatMap((column) =>
      column === category || column.name === response ? [] : findEmptyCells(category, column, k),
    ),
  ]);
  const told = withoutRepeats(
    [...found].sort((a, b) => b.surprise - a.surprise),
    firstLevels(categories),
  );
  const isNoChance = ({ surprise }: ConditionFound) => surprise >= least;
  const plain = ({ rule, names, rows, exceptions }: ConditionFound): FoundRule => ({
    rule,
    names,
    rows,
    exceptions,
  });
  const [beyond, chance] = [told.filter(isNoChance), told.filter((each) => !isNoChance(each))];
  const unsure = chance.filter(({ surprise }) => surprise >= LEAST_UNSURE);
  return {
    sure: beyond
      .filter(({ isUnsure }) => !isUnsure)
      .slice(0, MOST_RULES)
      .map(plain),
    likely: beyond
      .filter(({ isUnsure }) => isUnsure)
      .slice(0, MOST_UNSURE)
      .map(plain),
    unsure: unsure.slice(0, MOST_UNSURE).map(plain),
  };
}

/** By category and level, the first category and level that the same rows have: "no internet" in six columns. */
function firstLevels(
  categories: readonly RuleColumn[],
): (name: string, level: string) => readonly [string, string] {
  const firsts = new Map<string, readonly [string, string]>();
  const byName = new Map(
    categories.map(({ name, values, levels = [] }) => {
      const sums = levels.map(() => [0, 0, 0]);
      values.forEach((level, row) => {
        if (Number.isNaN(level)) return;
        const own = sums[level];
        own[0]++;
        own[1] += row;
        own[2] = (Math.imul(own[2], 31) + Math.imul(row, 0x9e3779b1)) | 0;
      });
      const byLevel = levels.map((level, l) => {
        const rows = sums[l].join(' ');
        const first = firsts.get(rows) ?? ([name, level] as const);
        firsts.set(rows, first);
        return [level, first] as const;
      });
      return [name, new Map(byLevel)];
    }),
  );
  return (name, level) => byName.get(name)?.get(level) ?? [name, level];
}

/**
 * That no husband is a woman says that no woman is a husband. Of levels that the same rows have, what follows is told
 * of the first, and of the others only that they go with it.
 */
function withoutRepeats(
  found: readonly ConditionFound[],
  firstOf: ReturnType<typeof firstLevels>,
): ConditionFound[] {
  const known = new Set<string>();
  return found.filter(({ names: [category, column], level, cells = [] }) => {
    const [first] = firstOf(category, level);
    if (first !== category && first !== column) return false;
    const keys = cells.flatMap((other) => {
      const own = [firstOf(category, level), firstOf(column, other)];
      // the two ways between a level and its first are both told
      if (first === column) return [`${category}\n${level}\n${other}`];
      return own[0][0] === own[1][0]
        ? []
        : [
            own
              .map((each) => each.join('\n'))
              .sort()
              .join('\n'),
          ];
    });
    const isNew = cells.length === 0 || keys.some((key) => !known.has(key));
    for (const key of keys) known.add(key);
    return isNew;
  });
}
