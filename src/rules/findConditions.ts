/**
 * Conditions that a table keeps: ranges of a number that depend on a category (findRanges.ts), and levels of two
 * categories that do not go together (findEmptyCells.ts). Sure are those that chance would have broken.
 */

import type { FoundRule } from './findBounds.ts';
import { findEmptyCells } from './findEmptyCells.ts';
import { leastSurprise } from './finding.ts';
import { findRanges } from './findRanges.ts';
import type { RuleColumn } from './ruleColumn.ts';

const MOST_RULES = 60;
const MOST_LEVELS = 40;
/** Rows that chance must put where none is, for a rule to be worth asking about: it is so by chance once in twenty. */
const LEAST_UNSURE = 3;
const MOST_UNSURE = 10;

export interface ConditionSettings {
  readonly k: number;
  /** The vine knows best what depends on it. */
  readonly response?: string;
}

export type ConditionFound = FoundRule & {
  /** Rows that chance would put where none is. */
  readonly surprise: number;
  /** Whether it may well not hold in other rows, however surprising it is that it holds in these. */
  readonly isUnsure?: boolean;
  /** Combinations of levels that do not occur. */
  readonly cells?: readonly string[];
};

/** Those that may be taken to hold; and others that hold in all rows, but that too few could break to be sure. */
export interface FoundConditions {
  readonly sure: readonly FoundRule[];
  readonly unsure: readonly FoundRule[];
}

export function findConditions(
  columns: readonly RuleColumn[],
  { k, response }: ConditionSettings,
): FoundConditions {
  const categories = columns.filter(
    ({ kind, name, levels = [] }) =>
      kind === 'category' && name !== response && levels.length <= MOST_LEVELS,
  );
  const numbers = columns.filter(({ kind, name }) => kind === 'number' && name !== response);
  const levels = categories.reduce((sum, each) => sum + (each.levels?.length ?? 0), 0);
  const least = leastSurprise(levels * (2 * numbers.length + Math.max(0, categories.length - 1)));
  const found = categories.flatMap((category) => [
    ...numbers.flatMap((column) => findRanges(category, column, k)),
    ...categories.flatMap((column) =>
      column === category ? [] : findEmptyCells(category, column, k),
    ),
  ]);
  const told = withoutRepeats([...found].sort((a, b) => b.surprise - a.surprise));
  const isSure = ({ surprise, isUnsure }: ConditionFound) => surprise >= least && !isUnsure;
  const plain = ({ rule, names, rows, exceptions }: ConditionFound): FoundRule => ({
    rule,
    names,
    rows,
    exceptions,
  });
  const unsure = told.filter((each) => each.surprise >= LEAST_UNSURE && !isSure(each));
  return {
    sure: told.filter(isSure).slice(0, MOST_RULES).map(plain),
    unsure: unsure.slice(0, MOST_UNSURE).map(plain),
  };
}

/** That no husband is a woman says that no woman is a husband. */
function withoutRepeats(found: readonly ConditionFound[]): ConditionFound[] {
  const known = new Set<string>();
  return found.filter(({ cells = [] }) => {
    const isNew = cells.length === 0 || cells.some((cell) => !known.has(cell));
    for (const cell of cells) known.add(cell);
    return isNew;
  });
}
