/** Small sums over findings. */

import { meanInterval } from '../src/numerics/intervals.ts';
import { medianOf } from '../src/numerics/median.ts';
import { withInterval } from './claim.ts';
import type { AttributeAt, ColumnAttack } from './games.ts';

type Level = number | 'full';

/** What was found at a level. */
export function at<Found extends { readonly level: Level }>(
  found: readonly Found[],
  level: Level,
): Found {
  const here = found.find((each) => each.level === level);
  if (!here) throw new Error(`nothing was found at level ${level}`);
  return here;
}

export function levelsOf(found: readonly { readonly level: Level }[]): Level[] {
  return found.map(({ level }) => level);
}

/** A figure of a sensitive column by level. */
export function along(
  found: readonly AttributeAt[],
  name: string,
  value: (attack: ColumnAttack) => number,
): number[] {
  return found.map(({ columns }) => value(columns[name]));
}

export const mab = ({ mab }: ColumnAttack): number => medianOf(mab);

export const mr2 = ({ mr2 }: ColumnAttack): number =>
  mr2.reduce((sum, each) => sum + each, 0) / mr2.length;

/** Levels from one to another, both included. */
export function between<Found extends { readonly level: Level }>(
  found: readonly Found[],
  from: number,
  to: number,
): Found[] {
  return found.filter(({ level }) => Number(level) >= from && Number(level) <= to);
}

/** 'level: mean (interval)' of all levels. */
export function described<Found extends { readonly level: Level }>(
  found: readonly Found[],
  values: (found: Found) => readonly number[],
): string {
  return found
    .map((each) => `${each.level}: ${withInterval(meanInterval(values(each)))}`)
    .join(', ');
}
