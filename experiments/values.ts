/** Small sums over findings. */

import { meanInterval } from '../src/numerics/intervals.ts';
import { medianOf } from '../src/numerics/median.ts';
import { type Part, withInterval } from './claim.ts';
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

interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** Whether a mean lies between two values: yes if its interval does, no if it lies outside. */
export function isBetween({ low, high }: Bounds, from: number, to: number): Part {
  if (low >= from && high <= to) return true;
  return high < from || low > to ? false : undefined;
}

/** Whether a mean is above another, or above a value: yes or no if their intervals do not meet. */
export function isAbove(a: Bounds, b: Bounds | number): Part {
  const { low, high } = typeof b === 'number' ? { low: b, high: b } : b;
  if (a.low > high) return true;
  return a.high < low ? false : undefined;
}

/** Of several things that must all be so. */
export function allOf(parts: readonly Part[]): Part {
  if (parts.includes(false)) return false;
  return parts.includes(undefined) ? undefined : true;
}

/** The interval of a mean; of one value alone, that value. */
export function interval(values: readonly number[]): Bounds & { readonly estimate: number } {
  const [estimate] = values;
  return values.length === 1 ? { estimate, low: estimate, high: estimate } : meanInterval(values);
}

/** The standard deviation of values about their mean. */
export function spread(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return Math.sqrt(squares / (values.length - 1));
}
