/**
 * A level for each protected column apart. What is safe for one sensitive column may not be for another:
 * each keeps the highest level up to which its attack explains no more than the limit, and a column that is
 * related to a sensitive one has its level. The combination is then measured as a whole.
 */

import type { TableOrder } from '../model/orderTable.ts';
import type { LevelFigures } from './choose.ts';

/** The largest share of a column's variance that an attacker may explain, if no limit was given. */
export const DEFAULT_SAFE_MR2 = 0.1;

/** By protected column, its level; `figures` are ascending. */
export function safeLevels(
  figures: readonly LevelFigures[],
  { order }: TableOrder,
  limit = DEFAULT_SAFE_MR2,
): Readonly<Record<string, number>> {
  const levelOf = (name: string): number => {
    const unsafe = figures.findIndex((level) => !isSafe(level, name, limit));
    const place = unsafe < 0 ? figures.length - 1 : Math.max(0, unsafe - 1);
    return figures[place].truncation;
  };
  const sensitiveOf = new Map(order.K.map(({ name, sensitive }) => [name, sensitive]));
  return Object.fromEntries(
    order.protected.map((name) => [name, levelOf(sensitiveOf.get(name) ?? name)]),
  );
}

/** Numbers by the variance that is explained, categories by whether guesses beat the baseline for sure. */
function isSafe({ numbers, categories }: LevelFigures, name: string, limit: number): boolean {
  const number = numbers.find((each) => each.name === name);
  if (number) return number.mr2 <= limit;
  const category = categories.find((each) => each.name === name);
  if (!category) return true;
  return category.rate - (category.halfWidth ?? 0) <= category.baseline;
}
